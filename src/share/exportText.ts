/** Reads logs and writes them as the text of an exported file, one after another, in limited memory. */
import { abortFault } from '../base/abort.ts';
import { inOrder } from '../base/concurrency.ts';
import { type FaultCode, isServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import type { ExportedLog, ExportFailure, ExportHead } from '../formats/exportedLog.ts';
import { type ExportKind, exportFormats, notProcessed } from '../formats/exportFormats.ts';
import { notAppliedTexts } from '../formats/queryText.ts';
import { doJob } from '../jobs.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { RedactionOptions } from '../redaction/redact.ts';
import { describeFault, withoutFacts } from '../service/faults.ts';
import type { DetectionLog, ListedLog } from '../service/model.ts';
import type { FilterCheck } from '../service/queries/filter.ts';
import { english, local, t } from '../text/l10n.ts';

/** A row to export, and the connection of a selected log. */
export type LogToExport = ListedLog & { readonly connectionId?: string };

export interface ExportOptions {
  /** The logs in order. */
  readonly logs: Iterable<LogToExport> | AsyncIterable<LogToExport>;
  /** Reads a full log; if undefined, only rows are exported. */
  readonly readDetail: ((log: LogToExport) => Promise<DetectionLog>) | undefined;
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
const CONCURRENT = 4;
/** Milliseconds after which text is written to the file, so that other tasks get a turn. */
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

/** Yields the text of the file in parts. Rejects with a `ServiceError` if the logs cannot be read. */
export async function* exportText(options: ExportOptions): AsyncGenerator<string, void, undefined> {
  const { logs, readDetail, kind, redaction, threads, signal, onLog } = options;
  const isFull = readDetail !== undefined;
  let first = options.head && ({ ...options.head, content: isFull ? 'full' : 'rows' } as const);

  async function recordOf(listed: LogToExport) {
    const { key, row } = listed;
    const head = first;
    first = undefined;
    const read =
      readDetail &&
      (await readDetail(listed).then(
        (detail) => ({ detail }),
        (error) => ({ failure: failureOf(error, redaction !== undefined) }),
      ));
    const log = { key, row, head, ...read };
    const record = (written: ExportedLog) =>
      doJob(threads, 'exportRecord', { kind, isFull, redaction, log: written }, signal);
    return record(log).catch((error) => {
      if (!isServiceError(error, 'too-large')) throw error;
      return record(notProcessed(log));
    });
  }

  let text = exportFormats[kind].start(isFull);
  let turn = performance.now();
  for await (const record of inOrder(logs, CONCURRENT, recordOf)) {
    text += record.text;
    onLog(record.isFailed);
    if (performance.now() - turn < TURN) continue;
    if (signal.aborted) throw abortFault(signal);
    yield text;
    text = '';
    turn = performance.now();
  }
  if (signal.aborted) throw abortFault(signal);
  yield text;
}

/** Returns the reason why a single log could not be read. @throws any fault that ends the export */
function failureOf(error: unknown, isEssential: boolean): ExportFailure {
  if (!isServiceError(error) || !faultsOfOneLog.has(error.code)) throw error;
  const shown = isEssential ? withoutFacts(error) : error;
  return shown.facts.exported ?? { code: shown.code, message: describeFault(shown, english).headline };
}

/**
 * Returns the logs of a list in the service's order, without those that do not match its filter. They can be iterated
 * only once.
 */
export function filteredLogs(list: PagedList<ListedLog>, check: FilterCheck, signal: AbortSignal) {
  let [sent, unread] = [0, 0];
  return {
    /** Number of logs. Can change while the logs are being read. */
    get length() {
      return list.length;
    },

    async *[Symbol.asyncIterator]() {
      for await (const { items, unreadable } of list.all({ signal, priority: 'background' }, CONCURRENT)) {
        sent += items.length + unreadable;
        unread += unreadable;
        yield* check.matching(items);
      }
    },

    /** Returns sentences about logs that are missing, or that might be. */
    notes() {
      const { total, ignoresPaging, hasChanged } = list;
      return [
        hasChanged && t('Rows might be missing, because the list changed while it was being read.'),
        total !== undefined &&
          total !== sent &&
          !ignoresPaging &&
          t('The service reports {0} logs, but its pages contain {1}.', total, sent),
        unread > 0 && t('Some rows could not be read and are not in the file.'),
        ignoresPaging && t('The service ignored paging, so the file contains the rows of only one page.'),
        ...notAppliedTexts(check, local),
        check.ignored.size + check.unasked.size > 0 &&
          t("Rows that don't match the filter are not in the file."),
      ].filter((note) => note !== false);
    },
  };
}
