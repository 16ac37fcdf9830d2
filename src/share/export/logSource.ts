/** The logs to export: a domain's filtered logs, or individual logs. */
import type { App } from '../../app.ts';
import { IN_BACKGROUND, Limiter } from '../../base/limiter.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { ExportHead } from '../../formats/exportedLog.ts';
import { fieldList } from '../../formats/queryText.ts';
import type { PagedList } from '../../lists/pagedList.ts';
import type { DetectionLog, ListedLog, LogFilter } from '../../service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../../service/queries/filter.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { BATCH, CONCURRENT } from './exportLogs.ts';

/** The subject of an export; `query` describes the filter in words. */
export type ExportSubject =
  | { readonly domain: DomainRef; readonly filter: LogFilter; readonly query: string }
  | { readonly logs: readonly LogTarget[]; readonly query?: undefined };

export interface LogSource {
  /** Can be iterated only once. */
  readonly pages: AsyncIterable<readonly ListedLog[]>;
  /** Number of logs on all pages. Can change while the logs are being read. */
  readonly total: number;
  readonly readDetail: (log: ListedLog) => Promise<DetectionLog>;
  /** Returns sentences about logs that are missing, or that might be. */
  notes(): readonly string[];
}

/** Returns the logs of a subject, which are read with a few concurrent requests, like other reads in the background. */
export async function logSource(app: App, subject: ExportSubject, signal: AbortSignal): Promise<LogSource> {
  const limiter = new Limiter(IN_BACKGROUND);
  const read = ({ connectionId, key }: LogTarget) =>
    limiter.run(async () => {
      const service = await app.services.of(connectionId);
      return service.log(key, { signal, priority: 'background' });
    }, signal);
  if ('domain' in subject) {
    const { domain, filter } = subject;
    const { connectionId } = domain;
    const list = await app.lists.currentLogs(domain, filter, signal);
    const filterNames = app.services.conventions(connectionId);
    const listed = listedLogs({ list, filter, filterNames, signal });
    return Object.assign(listed, { readDetail: ({ key }: ListedLog) => read({ connectionId, key }) });
  }
  const targets = new Map(subject.logs.map((log) => [targetId(log), log]));
  const logs = new Map(
    Array.from(targets.values(), (target) => {
      const { key, row = { idx: key.idx, other: {} } } = target;
      return [{ key, row }, target] as const;
    }),
  );
  return {
    pages: inBatches([...logs.keys()]),
    total: logs.size,
    readDetail: (log) => read(logs.get(log) as LogTarget),
    notes: () => [],
  };
}

async function* inBatches(logs: readonly ListedLog[]) {
  for (let start = 0; start < logs.length; start += BATCH) yield logs.slice(start, start + BATCH);
}

export interface FilteredList {
  /** A domain's logs that match the filter. */
  readonly list: PagedList<ListedLog>;
  readonly filter: LogFilter;
  /** The names of the parameters that specify the filter. */
  readonly filterNames: FilterNames;
  readonly signal: AbortSignal;
}

/** Returns a list's logs in the service's order, without those that do not match the filter. */
export function listedLogs({
  list,
  filter,
  filterNames,
  signal,
}: FilteredList): Pick<LogSource, 'pages' | 'total' | 'notes'> {
  const notApplied = new Set<FilterField>();
  const read = { rows: 0, unreadable: 0, leftOut: 0 };
  async function* pages() {
    for await (const { items, unreadable } of list.all({ signal, priority: 'background' }, CONCURRENT)) {
      const { logs, ignored, unasked } = checkLogs(items, filter, filterNames);
      read.rows += items.length;
      read.unreadable += unreadable;
      read.leftOut += items.length - logs.length;
      for (const field of [...ignored, ...unasked]) notApplied.add(field);
      yield logs;
    }
  }
  const notes = () => {
    const sent = read.rows + read.unreadable;
    const { total, ignoresPaging, hasChanged } = list;
    const totals =
      total === undefined
        ? t("The service doesn't return the number of logs.")
        : t('The service reports {0} logs, but its pages contain {1}.', total, sent);
    return [
      hasChanged && t('Rows might be missing, because the list changed while it was being read.'),
      total !== sent && !ignoresPaging && totals,
      read.unreadable > 0 && t('Some rows could not be read and are not in the file.'),
      ignoresPaging && t('The service ignored paging, so the file contains the rows of only one page.'),
      notApplied.size > 0 &&
        plural(
          read.leftOut,
          {
            one: "The service ignored part of the filter ({1}). The extension hid {0} row that doesn't match.",
            other:
              "The service ignored part of the filter ({1}). The extension hid {0} rows that don't match.",
          },
          fieldList([...notApplied], local),
        ),
    ].filter((note) => note !== false);
  };
  return {
    pages: pages(),
    get total() {
      return list.length;
    },
    notes,
  };
}

/**
 * Returns the information that is the same for all logs of a subject: the level of detail, the service, the time zone,
 * and the filter. Omits information that differs between logs. For logs from a file, returns the information in the
 * file.
 */
export function headOf({ services, timeStyle }: App, subject: ExportSubject): ExportHead {
  const isDomain = 'domain' in subject;
  const domains = isDomain ? [subject.domain] : subject.logs.map((log) => domainOf(log));
  const heads = domains.map((domain): ExportHead => {
    const file = services.fileFacts(domain.connectionId);
    if (file) return file.head;
    const service = services.serviceName(domain.connectionId);
    return { level: 'exact', service, timeZone: timeStyle(domain).zone };
  });
  const only = <T>(values: readonly T[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const before = only(heads.map(({ filter }) => JSON.stringify(filter)));
  return {
    level: only(heads.map(({ level }) => level)),
    service: only(heads.map(({ service }) => service)),
    timeZone: only(heads.map(({ timeZone }) => timeZone)),
    filter: { ...(before !== undefined && heads[0]?.filter), ...(isDomain && subject.filter) },
  };
}
