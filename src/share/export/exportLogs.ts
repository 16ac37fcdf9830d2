/** Writes logs to a file, one after another, in limited memory. */
import { setImmediate } from 'node:timers/promises';
import { abortable, abortFault } from '../../base/abort.ts';
import { type FaultCode, isServiceError } from '../../base/errors.ts';
import { inOrder } from '../../base/inOrder.ts';
import { UNITS_PER_VALUE, valueSize } from '../../base/valueSize.ts';
import type { ExportedLog, ExportHead } from '../../formats/exportedLog.ts';
import {
  type ExportKind,
  exportFormats,
  exportRecords,
  notProcessed,
  type RecordsRequest,
  type WrittenRecord,
} from '../../formats/exportFormats.ts';
import { doJob, isSmall } from '../../jobs.ts';
import type { PagedList } from '../../lists/pagedList.ts';
import type { RedactionOptions } from '../../redaction/redact.ts';
import { describeFault } from '../../service/faults.ts';
import type { DetectionLog, ListedLog, LogFilter } from '../../service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../../service/queries/filter.ts';
import { english } from '../../text/l10n.ts';
import { PartialFile } from './partialFile.ts';

export interface ExportOptions {
  readonly source: LogSource;
  /**
   * Reads a full log; if undefined, only rows are exported. Rejects with a `ServiceError` if the log cannot be read.
   */
  readonly readDetail: ((log: ListedLog) => Promise<DetectionLog>) | undefined;
  readonly kind: ExportKind;
  /** The redaction options; if undefined, nothing is redacted. */
  readonly redaction: RedactionOptions | undefined;
  /** The information in the file about the export, except `content`, which is determined by `readDetail`. */
  readonly head?: ExportHead;
  /** The absolute path of the file, which is replaced once everything has been written. */
  readonly target: string;
  /** The compiled `worker.ts`. */
  readonly workerFile: string | URL;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** The logs to export, in order. */
export interface LogSource {
  /** Can be iterated only once. */
  pages(): AsyncIterable<readonly ListedLog[]>;
  /** Number of logs on all pages, including the omitted ones. Can change while the logs are being read. */
  readonly total: number;
  /** The facts about the pages that were read so far. */
  readonly facts: SourceFacts;
}

interface SourceFacts {
  /** Number of rows omitted because they don't match the filter. */
  readonly leftOut: number;
  /** Parts of the filter that the extension applied because the service did not. */
  readonly notApplied: readonly FilterField[];
  /** True if the list changed faster than it could be read. */
  readonly mayMissRows: boolean;
  /** True if the service sent unreadable rows. */
  readonly hasUnreadable: boolean;
  /** True if the service returned the same page for different page requests. */
  readonly ignoresPaging: boolean;
  /** The number of logs that the service reported, if any, and the number that its pages contained, if they differ. */
  readonly totals?: { readonly reported: number | undefined; readonly sent: number };
}

export interface ExportProgress {
  /** Number of logs read or omitted so far. */
  readonly done: number;
  /** The total number of logs, as reported by the service so far. */
  readonly total: number;
}

export interface ExportSummary extends SourceFacts {
  /** Number of logs in the file, including failed ones. */
  readonly logs: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Number of logs whose details could not be read or written. */
  readonly failed: number;
  /** Number of cells that a spreadsheet program truncates when it opens the file. */
  readonly longCells: number;
}

/** Maximum number of concurrent reads and of pages that are prepared ahead. */
const CONCURRENT = 4;
/** Maximum number of full logs, and their approximate size, to prepare together. */
const BATCH = 100;
const BATCH_UNITS = 1024 * 1024;
/** Maximum size of a log to format on this thread if nothing is hidden. In the worst CSV, this takes 15 ms. */
const MOST_EXACT_HERE = 64 * 1024;
/** Milliseconds after which other tasks of the extension host get a turn. */
const TURN = 8;

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
  'truncated',
  'timeout',
]);

export interface DomainLogs {
  /** A domain's logs that match the filter. */
  readonly list: PagedList<ListedLog>;
  readonly filter: LogFilter;
  /** The names of the parameters that specify the filter. */
  readonly filterNames: FilterNames;
  readonly signal: AbortSignal;
}

/** Returns a domain's logs that match a filter, in the service's order. */
export function domainLogs({ list, filter, filterNames, signal }: DomainLogs): LogSource {
  const notApplied = new Set<FilterField>();
  let leftOut = 0;
  const read = { rows: 0, unreadable: 0 };
  return {
    async *pages() {
      for await (const { items, unreadable } of list.all({ signal, priority: 'background' }, CONCURRENT)) {
        const { logs, ignored, unasked } = checkLogs(items, filter, filterNames);
        read.rows += items.length;
        read.unreadable += unreadable;
        leftOut += items.length - logs.length;
        for (const field of [...ignored, ...unasked]) notApplied.add(field);
        yield logs;
      }
    },
    get total() {
      return list.length;
    },
    get facts() {
      const { hasChanged: mayMissRows, ignoresPaging, total } = list;
      const sent = read.rows + read.unreadable;
      return {
        leftOut,
        notApplied: [...notApplied],
        mayMissRows,
        hasUnreadable: read.unreadable > 0,
        ignoresPaging,
        ...(total !== sent && { totals: { reported: total, sent } }),
      };
    },
  };
}

/** Returns logs that were selected individually. */
export function pickedLogs(logs: readonly ListedLog[]): LogSource {
  return {
    async *pages() {
      for (let start = 0; start < logs.length; start += BATCH) yield logs.slice(start, start + BATCH);
    },
    total: logs.length,
    facts: {
      leftOut: 0,
      notApplied: [],
      mayMissRows: false,
      hasUnreadable: false,
      ignoresPaging: false,
    },
  };
}

/**
 * Exports the logs from a source. If the export fails or is canceled, the target is unchanged and no temporary file
 * remains.
 * @throws ServiceError if rows cannot be read, or with the code `cancelled`; a system error if the file cannot be
 * written
 */
export async function exportLogs(options: ExportOptions): Promise<ExportSummary> {
  const file = await PartialFile.create(options.target);
  try {
    return await new Export(options, file).run();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** A batch of logs, with the records of those that are too large for this thread. */
interface Batch {
  readonly logs: readonly ExportedLog[];
  readonly large: ReadonlyMap<ExportedLog, WrittenRecord>;
}

class Export {
  readonly #options: ExportOptions;
  readonly #file: PartialFile;
  readonly #request: Omit<RecordsRequest, 'logs'>;
  /** The information about the export until it is passed to the first log. */
  #head: ExportHead | undefined;
  #read = 0;
  #turnEnds = 0;
  readonly #written = { logs: 0, failed: 0, longCells: 0 };

  constructor(options: ExportOptions, file: PartialFile) {
    const { kind, readDetail, redaction, head } = options;
    const detail = readDetail !== undefined;
    this.#options = options;
    this.#file = file;
    this.#request = { kind, content: { detail, level: redaction ? 'essential' : 'exact' }, redaction };
    this.#head = head && { ...head, content: detail ? 'full' : 'rows' };
  }

  async run(): Promise<ExportSummary> {
    const { source, signal } = this.#options;
    const { kind, content } = this.#request;
    await this.#file.write(exportFormats[kind].start(content));
    for await (const { logs, large } of inOrder(this.#batches(), CONCURRENT, (batch) => this.#prepare(batch)))
      for (const log of logs) {
        const record = large.get(log) ?? exportRecords({ ...this.#request, logs: [log] })[0];
        if (record) await this.#write(record);
      }
    if (signal.aborted) throw abortFault(signal);
    await this.#file.finish();
    return { ...this.#written, bytes: this.#file.bytes, ...source.facts };
  }

  /** Reads the logs. */
  async *#batches(): AsyncGenerator<readonly ExportedLog[], void, undefined> {
    const { source, readDetail } = this.#options;
    if (readDetail) {
      const read = (log: ListedLog) => inFull(log, readDetail);
      yield* inBatches(inOrder(each(source.pages()), CONCURRENT, read), () => this.#progress(1));
    } else {
      for await (const page of source.pages()) {
        this.#progress(page.length);
        yield page;
      }
    }
  }

  #progress(read: number): void {
    const { source, onProgress } = this.#options;
    this.#read += read;
    onProgress?.({ done: this.#read + source.facts.leftOut, total: source.total });
  }

  /** Writes the records of the large logs in a batch in a separate thread. */
  async #prepare([first, ...others]: readonly ExportedLog[]): Promise<Batch> {
    if (!first) return { logs: [], large: new Map() };
    const logs = [{ ...first, head: this.#head }, ...others];
    this.#head = undefined;
    const large = logs.filter((log) => this.#isLarge(log));
    const records = large.length === 0 ? [] : await this.#recordsOf(large);
    return { logs, large: new Map(records.map((record, at) => [large[at] as ExportedLog, record])) };
  }

  #isLarge(log: ExportedLog): boolean {
    const { redaction } = this.#options;
    return redaction ? !isSmall({ redaction, log }) : valueSize(log, MOST_EXACT_HERE, 1) > MOST_EXACT_HERE;
  }

  async #recordsOf(logs: readonly ExportedLog[]): Promise<readonly WrittenRecord[]> {
    const { signal } = this.#options;
    try {
      return await abortable(doJob('exportRecords', { ...this.#request, logs }, this.#options), signal);
    } catch (error) {
      if (!isServiceError(error, 'too-large')) throw error;
      if (logs.length === 1) return this.#recordsOf(logs.map(notProcessed));
      const records: WrittenRecord[] = [];
      for (const log of logs) records.push(...(await this.#recordsOf([log])));
      return records;
    }
  }

  async #write({ text, isFailed, longCells }: WrittenRecord): Promise<void> {
    await this.#file.write(text);
    this.#written.logs++;
    this.#written.failed += Number(isFailed);
    this.#written.longCells += longCells;
    if (performance.now() < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + TURN;
  }
}

async function inFull(
  log: ListedLog,
  readDetail: (log: ListedLog) => Promise<DetectionLog>,
): Promise<ExportedLog> {
  try {
    return { ...log, detail: await readDetail(log) };
  } catch (error) {
    if (!isServiceError(error) || !faultsOfOneLog.has(error.code)) throw error;
    const { exported } = error.facts;
    const failure = exported ?? { code: error.code, message: describeFault(error, english).headline };
    return { ...log, failure };
  }
}

async function* each<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page;
}

/** Collects logs, so that the large ones among them need only one thread. */
async function* inBatches(
  logs: AsyncIterable<ExportedLog>,
  onRead: () => void,
): AsyncGenerator<readonly ExportedLog[], void, undefined> {
  let batch: ExportedLog[] = [];
  let units = 0;
  for await (const log of logs) {
    onRead();
    batch.push(log);
    units += valueSize(log, BATCH_UNITS, UNITS_PER_VALUE);
    if (batch.length < BATCH && units < BATCH_UNITS) continue;
    yield batch;
    [batch, units] = [[], 0];
  }
  yield batch;
}
