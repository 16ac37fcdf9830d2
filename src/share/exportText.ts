/** Writes logs as the text of an exported file, one after another, in limited memory. */
import { abortFault } from '../base/abort.ts';
import { inOrder } from '../base/concurrency.ts';
import { type FaultCode, isServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import { valueSize } from '../base/values.ts';
import type { ExportedLog, ExportHead } from '../formats/exportedLog.ts';
import {
  type ExportKind,
  exportFormats,
  exportRecord,
  notProcessed,
  type WrittenRecord,
} from '../formats/exportFormats.ts';
import { doJob, isSmall } from '../jobs.ts';
import type { RedactionOptions } from '../redaction/redact.ts';
import { describeFault } from '../service/faults.ts';
import type { DetectionLog, ListedLog } from '../service/model.ts';
import { english } from '../text/l10n.ts';

export interface ExportOptions<Log extends ListedLog> {
  /** The logs in order. */
  readonly logs: AsyncIterable<Log>;
  /** Reads a full log; if undefined, only rows are exported. */
  readonly readDetail: ((log: Log) => Promise<DetectionLog>) | undefined;
  readonly kind: ExportKind;
  /** The redaction options; if undefined, nothing is redacted. */
  readonly redaction: RedactionOptions | undefined;
  /** The information in the file about the export, except `content`, which is determined by `readDetail`. */
  readonly head?: ExportHead | undefined;
  /** The threads for large logs. */
  readonly threads: Threads;
  readonly signal: AbortSignal;
  /** Called for each written log. */
  readonly onLog: (isFailed: boolean) => void;
}

/** Maximum number of logs that are read at once. */
export const CONCURRENT = 4;
/** Maximum size of a log to format on this thread if nothing is hidden. In the worst CSV, this takes 15 ms. */
const MOST_EXACT_HERE = 64 * 1024;
/** Milliseconds and UTF-16 units after which text is written to the file, so that other tasks get a turn. */
const TURN = 8;
const CHUNK = 64 * 1024;

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

/** Yields the text of the file in parts. Rejects with a `ServiceError` if the logs cannot be read. */
export async function* exportText<Log extends ListedLog>(
  options: ExportOptions<Log>,
): AsyncGenerator<string, void, undefined> {
  const { logs, readDetail, kind, redaction, threads, signal, onLog } = options;
  const content = { detail: readDetail !== undefined, level: redaction ? 'essential' : 'exact' } as const;
  const isLarge = (log: ExportedLog) =>
    redaction ? !isSmall({ redaction, log }) : valueSize(log, MOST_EXACT_HERE, 1) > MOST_EXACT_HERE;
  let facts = options.head && ({ ...options.head, content: content.detail ? 'full' : 'rows' } as const);

  async function read(listed: Log): Promise<ExportedLog | WrittenRecord> {
    const { key, row } = listed;
    const head = facts;
    facts = undefined;
    const log = { key, row, head, ...(readDetail && (await detailOf(() => readDetail(listed)))) };
    if (!isLarge(log)) return log;
    return doJob(threads, 'exportRecord', { kind, content, redaction, log }, signal).catch((error) => {
      if (!isServiceError(error, 'too-large')) throw error;
      return exportRecord({ kind, content, redaction, log: notProcessed(log) });
    });
  }

  let text = exportFormats[kind].start(content);
  let turn = performance.now();
  for await (const log of inOrder(logs, CONCURRENT, read)) {
    const record = 'text' in log ? log : exportRecord({ kind, content, redaction, log });
    text += record.text;
    onLog(record.isFailed);
    if (text.length < CHUNK && performance.now() - turn < TURN) continue;
    if (signal.aborted) throw abortFault(signal);
    yield text;
    text = '';
    turn = performance.now();
  }
  if (signal.aborted) throw abortFault(signal);
  yield text;
}

async function detailOf(
  readDetail: () => Promise<DetectionLog>,
): Promise<Pick<ExportedLog, 'detail' | 'failure'>> {
  try {
    return { detail: await readDetail() };
  } catch (error) {
    if (!isServiceError(error) || !faultsOfOneLog.has(error.code)) throw error;
    const { exported } = error.facts;
    return { failure: exported ?? { code: error.code, message: describeFault(error, english).headline } };
  }
}
