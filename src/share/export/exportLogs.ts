/** Writes logs to a file, one after another, in limited memory. */
import { setImmediate } from 'node:timers/promises';
import { abortFault } from '../../base/abort.ts';
import { type FaultCode, isServiceError } from '../../base/errors.ts';
import { inOrder } from '../../base/inOrder.ts';
import { UNITS_PER_VALUE, valueSize } from '../../base/values.ts';
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
import type { RedactionOptions } from '../../redaction/redact.ts';
import { describeFault } from '../../service/faults.ts';
import type { DetectionLog, ListedLog } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import type { PartialFile } from './partialFile.ts';

export interface ExportOptions {
  /** The logs in order, page by page. Can be iterated only once. */
  readonly pages: AsyncIterable<readonly ListedLog[]>;
  /**
   * Reads a full log; if undefined, only rows are exported. Rejects with a `ServiceError` if the log cannot be read.
   */
  readonly readDetail: ((log: ListedLog) => Promise<DetectionLog>) | undefined;
  readonly kind: ExportKind;
  /** The redaction options; if undefined, nothing is redacted. */
  readonly redaction: RedactionOptions | undefined;
  /** The information in the file about the export, except `content`, which is determined by `readDetail`. */
  readonly head?: ExportHead;
  /** The compiled `worker.ts`. */
  readonly workerFile: string | URL;
  readonly signal: AbortSignal;
  /** Called with the number of logs read so far. */
  readonly onRead?: (count: number) => void;
}

export interface ExportSummary {
  /** Number of logs in the file, including failed ones. */
  readonly logs: number;
  /** Number of logs whose details could not be read or written. */
  readonly failed: number;
  /** Number of cells that a spreadsheet program truncates when it opens the file. */
  readonly longCells: number;
}

/** Maximum number of concurrent reads and of pages that are prepared ahead. */
export const CONCURRENT = 4;
/** Maximum number of full logs, and their approximate size, to prepare together. */
export const BATCH = 100;
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
  'file-unreadable',
  'server-error',
  'unexpected-result',
  'not-json',
  'bad-shape',
  'too-large',
  'truncated',
  'timeout',
]);

/**
 * Exports logs to a file.
 * @throws ServiceError if rows cannot be read, or with the code `cancelled`; any error of the file
 */
export async function exportLogs(file: PartialFile, options: ExportOptions): Promise<ExportSummary> {
  const { pages, readDetail, kind, redaction, signal, onRead } = options;
  const content = { detail: readDetail !== undefined, level: redaction ? 'essential' : 'exact' } as const;
  const request = { kind, content, redaction };
  const written = { logs: 0, failed: 0, longCells: 0 };
  let read = 0;
  let head = options.head && ({ ...options.head, content: content.detail ? 'full' : 'rows' } as const);
  const withHead = (logs: readonly ExportedLog[]): readonly ExportedLog[] => {
    read += logs.length;
    onRead?.(read);
    const [first, ...others] = logs;
    if (!first || !head) return logs;
    const started = [{ ...first, head }, ...others];
    head = undefined;
    return started;
  };
  const prepare = (logs: readonly ExportedLog[]) => prepared(withHead(logs), request, options);
  await file.write(exportFormats[kind].start(content));
  let turn = performance.now();
  for await (const logs of inOrder(readDetail ? inFull(pages, readDetail) : pages, CONCURRENT, prepare)) {
    for (const log of logs) {
      const record = 'text' in log ? log : exportRecords({ ...request, logs: [log] })[0];
      if (!record) continue;
      await file.write(record.text);
      written.logs++;
      written.failed += Number(record.isFailed);
      written.longCells += record.longCells;
      if (performance.now() - turn < TURN) continue;
      await setImmediate();
      turn = performance.now();
    }
  }
  if (signal.aborted) throw abortFault(signal);
  return written;
}

/** Returns logs, of which the ones that are too large for this thread have been written as records in another one. */
async function prepared(
  logs: readonly ExportedLog[],
  request: Omit<RecordsRequest, 'logs'>,
  options: ExportOptions,
): Promise<readonly (ExportedLog | WrittenRecord)[]> {
  const { redaction } = request;
  const isLarge = (log: ExportedLog) =>
    redaction ? !isSmall({ redaction, log }) : valueSize(log, MOST_EXACT_HERE, 1) > MOST_EXACT_HERE;
  const large = logs.filter(isLarge);
  if (large.length === 0) return logs;
  const records = await recordsOf(large, request, options);
  const written = new Map(records.map((record, at) => [large[at], record]));
  return logs.map((log) => written.get(log) ?? log);
}

async function recordsOf(
  logs: readonly ExportedLog[],
  request: Omit<RecordsRequest, 'logs'>,
  options: ExportOptions,
): Promise<readonly WrittenRecord[]> {
  try {
    return await doJob('exportRecords', { ...request, logs }, options);
  } catch (error) {
    if (!isServiceError(error, 'too-large')) throw error;
    if (logs.length === 1) return exportRecords({ ...request, logs: logs.map(notProcessed) });
    const records: WrittenRecord[] = [];
    for (const log of logs) records.push(...(await recordsOf([log], request, options)));
    return records;
  }
}

/** Yields the full logs of pages, in batches, so that the large ones among them need only one thread. */
async function* inFull(
  pages: AsyncIterable<readonly ListedLog[]>,
  readDetail: (log: ListedLog) => Promise<DetectionLog>,
): AsyncGenerator<readonly ExportedLog[], void, undefined> {
  let batch: ExportedLog[] = [];
  let units = 0;
  for await (const log of inOrder(each(pages), CONCURRENT, (listed) => fullLog(listed, readDetail))) {
    batch.push(log);
    units += valueSize(log, BATCH_UNITS, UNITS_PER_VALUE);
    if (batch.length < BATCH && units < BATCH_UNITS) continue;
    yield batch;
    [batch, units] = [[], 0];
  }
  yield batch;
}

async function* each<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page;
}

async function fullLog(
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
