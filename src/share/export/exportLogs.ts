/** Writes logs to a file, one after another, in limited memory. */
import { setImmediate } from 'node:timers/promises';
import { abortFault } from '../../base/abort.ts';
import { type FaultCode, isEngineLimit, isServiceError } from '../../base/errors.ts';
import { inOrder } from '../../base/inOrder.ts';
import type {
  ExportContent,
  ExportedLog,
  ExportFailure,
  ExportFormat,
  ExportHead,
} from '../../formats/exportedLog.ts';
import { type RedactionOptions, redactLog, redactRow } from '../../redaction/redact.ts';
import { describeFault } from '../../service/faults.ts';
import type { DetectionLog, ListedLog, LogKey } from '../../service/model.ts';
import type { FilterField } from '../../service/queries/filter.ts';
import { english } from '../../text/l10n.ts';
import { type ExportKind, fileFormat } from './fileFormats.ts';
import type { LogSource } from './logSource.ts';
import { PartialFile } from './partialFile.ts';

export interface ExportOptions {
  readonly source: LogSource;
  /**
   * Reads a full log; if undefined, only rows are exported. Rejects with a `ServiceError` if the log cannot be read.
   */
  readonly readDetail: ((key: LogKey) => Promise<DetectionLog>) | undefined;
  readonly kind: ExportKind;
  /** The redaction options; if undefined, nothing is redacted. */
  readonly redaction: RedactionOptions | undefined;
  /** The information in the file about the export, except `content`, which is determined by `readDetail`. */
  readonly head?: ExportHead;
  /** The absolute path of the file, which is replaced once everything has been written. */
  readonly target: string;
  /** The `partialName` of the temporary file; defaults to a new name. */
  readonly partial?: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

export interface ExportProgress {
  /** Number of logs written or omitted so far. */
  readonly done: number;
  /** The total number of logs, as reported by the service so far. */
  readonly total: number;
}

export interface ExportSummary {
  /** Number of logs in the file, including failed ones. */
  readonly logs: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Number of logs whose details could not be read or written. These logs are at the end of the file. */
  readonly failed: number;
  /** Number of cells that a spreadsheet program truncates when it opens the file. */
  readonly longCells: number;
  readonly leftOut: number;
  readonly notApplied: readonly FilterField[];
  readonly doubtful: readonly FilterField[];
  readonly mayMissRows: boolean;
  readonly hasUnreadable: boolean;
  readonly ignoresPaging: boolean;
}

/** Maximum number of concurrent reads of log details. */
const CONCURRENT = 4;

/**
 * Maximum total length, in UTF-16 units, of the failed logs that are kept in memory until they are written at the end
 * of the file.
 */
const MOST_FAILED = 16 * 1024 * 1024;

/** Faults that affect a single log. Any other fault affects the connection and ends the export. */
const faultsOfOneLog: ReadonlySet<FaultCode> = new Set([
  'bad-request',
  'forbidden',
  'not-found',
  'not-in-file',
  'row-only',
  'file-unreadable',
  'server-error',
  'unexpected-status',
  'not-success',
  'not-json',
  'bad-shape',
  'too-large',
  'out-of-memory',
  'truncated',
  'reset',
  'timeout',
]);

/**
 * Exports the logs from a source. If the export fails or is canceled, the target is unchanged and no temporary file
 * remains.
 * @throws ServiceError if rows cannot be read, or with the code `cancelled`; a system error if the file cannot be
 * written; an error with the code `TOO_MANY_FAILED` if too many logs fail
 */
export async function exportLogs(options: ExportOptions): Promise<ExportSummary> {
  const file = await PartialFile.create(options.target, options.partial);
  try {
    return await new Export(options, file).run();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** A log with its details or the reason why they could not be read, or with neither if only rows are exported. */
interface ReadLog extends ListedLog {
  readonly detail?: DetectionLog;
  readonly failure?: ExportFailure;
}

interface LogText {
  readonly text: string;
  readonly isFailed: boolean;
}

/** The failure for a log that was read but whose details could not be exported. */
const NOT_PROCESSED: ExportFailure = {
  code: 'not-processed',
  message: 'The log is too large or too unusual to be processed. Open it, and save its raw data.',
};

class Export {
  readonly #options: ExportOptions;
  readonly #file: PartialFile;
  readonly #format: ExportFormat;
  readonly #failed: string[] = [];
  #failedUnits = 0;
  #logs = 0;

  constructor(options: ExportOptions, file: PartialFile) {
    const { kind, readDetail, redaction, head } = options;
    const detail = readDetail !== undefined;
    const content: ExportContent = {
      detail,
      level: redaction ? 'essential' : 'exact',
      head: head && { ...head, content: detail ? 'full' : 'rows' },
    };
    this.#options = options;
    this.#file = file;
    this.#format = fileFormat(kind).begin(content);
  }

  async run(): Promise<ExportSummary> {
    const { source, signal } = this.#options;
    await this.#file.write(this.#format.start);
    for await (const batch of this.#batches()) {
      for (const log of batch) await this.#write(log);
      this.#options.onProgress?.({ done: this.#logs + source.leftOut, total: source.total });
      await setImmediate(); // Give other tasks a turn.
      if (signal.aborted) throw abortFault(signal);
    }
    await this.#file.write(this.#format.end(this.#failed));
    await this.#file.finish();
    return {
      logs: this.#logs,
      bytes: this.#file.bytes,
      failed: this.#failed.length,
      longCells: this.#format.longCells?.() ?? 0,
      leftOut: source.leftOut,
      notApplied: source.notApplied,
      doubtful: source.doubtful,
      mayMissRows: source.mayMissRows,
      hasUnreadable: source.hasUnreadable,
      ignoresPaging: source.ignoresPaging,
    };
  }

  #batches(): AsyncIterable<readonly ReadLog[]> {
    const { source, readDetail } = this.#options;
    if (readDetail === undefined) return source.batches();
    return inOrder(each(source.batches()), CONCURRENT, async (log) => [await inFull(log, readDetail)]);
  }

  async #write(log: ReadLog): Promise<void> {
    const { text, isFailed } = this.#textOf(log);
    this.#logs++;
    if (isFailed) this.#keepFailed(text);
    else await this.#file.write(text);
  }

  /**
   * Returns a log as text. If the engine cannot process the log, returns only its row without raw data or, as a last
   * resort, only its number.
   */
  #textOf(log: ReadLog): LogText {
    const { key, row, failure = NOT_PROCESSED } = log;
    const { rawData, ...shortRow } = row;
    return (
      this.#tryTextOf(log) ??
      this.#tryTextOf({ key, row: shortRow, failure }) ??
      this.#formatted({ key, row: { idx: row.idx, other: {} }, failure })
    );
  }

  #tryTextOf(log: ReadLog): LogText | undefined {
    try {
      return this.#formatted(log);
    } catch (error) {
      if (isEngineLimit(error)) return undefined;
      throw error;
    }
  }

  #formatted(log: ReadLog): LogText {
    const { failure } = log;
    const exported = this.#redacted(log);
    const text = failure ? this.#format.failedLog(exported, failure) : this.#format.log(exported);
    return { text, isFailed: failure !== undefined };
  }

  #redacted({ key, row, detail }: ReadLog): ExportedLog {
    const { redaction } = this.#options;
    if (redaction === undefined) return { key, row, detail };
    const redacted = detail ? redactLog(detail, row, redaction) : redactRow(row, redaction);
    return { key, row: redacted.row, detail: redacted.log };
  }

  #keepFailed(text: string): void {
    this.#failed.push(text);
    this.#failedUnits += text.length;
    if (this.#failedUnits <= MOST_FAILED) return;
    throw Object.assign(new Error(`${this.#failed.length} logs could not be read in full.`), {
      code: 'TOO_MANY_FAILED',
      count: this.#failed.length,
    });
  }
}

async function inFull(log: ListedLog, readDetail: (key: LogKey) => Promise<DetectionLog>): Promise<ReadLog> {
  try {
    return { ...log, detail: await readDetail(log.key) };
  } catch (error) {
    if (!isServiceError(error) || !faultsOfOneLog.has(error.code)) throw error;
    const { exported } = error.facts;
    const failure = exported ?? { code: error.code, message: describeFault(error, english).headline };
    return { ...log, failure };
  }
}

async function* each<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) yield* batch;
}
