/** The logs to export: a domain's filtered logs, or selected logs. */
import type { App } from '../app.ts';
import { type DomainRef, domainLabel } from '../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../connections/logTarget.ts';
import type { ExportHead } from '../formats/exportedLog.ts';
import { notAppliedTexts, queryText } from '../formats/queryText.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { ListedLog, LogFilter } from '../service/model.ts';
import { FilterCheck, type FilterNames } from '../service/queries/filter.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local, plural, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { CONCURRENT } from './exportText.ts';

export interface ExportSource {
  readonly title: string;
  readonly domains: readonly DomainRef[];
  readonly filter: LogFilter;
  /** Aborted when one of the services that the logs are read from is no longer current. */
  readonly ending: AbortSignal;
  readonly open: (signal: AbortSignal) => Promise<SourceLogs>;
}

export type SourceLog = ListedLog & Pick<LogTarget, 'connectionId'>;

export interface SourceLogs {
  /** Can be iterated only once. */
  readonly logs: AsyncIterable<SourceLog>;
  /** Number of logs. Can change while the logs are being read. */
  readonly total: number;
  /** Returns sentences about logs that are missing, or that might be. */
  readonly notes: () => readonly string[];
}

/** Returns the logs of a domain that match a query. */
export function domainSource(
  { filters, lists, services }: App,
  domain: DomainRef,
  query: LogQuery,
): ExportSource {
  const { connectionId } = domain;
  const filter = filters.on(domain, query);
  const [name, words] = [asLabel(domainLabel(domain)), asLabel(queryText(query, local))];
  return {
    title: words === '' ? t('Export Logs of {0}', name) : t('Export Logs of {0} ({1})', name, words),
    domains: [domain],
    filter,
    ending: services.ending(connectionId),
    open: async (signal) => {
      const list = await lists.currentLogs(domain, filter, signal);
      return filteredLogs({ list, connectionId, filter, names: services.conventions(connectionId), signal });
    },
  };
}

/** Returns selected logs. */
export function selectionSource({ services }: App, targets: readonly LogTarget[]): ExportSource {
  const endings = targets.map(({ connectionId, ending }) => ending ?? services.ending(connectionId));
  return {
    title: plural(targets.length, { one: 'Export {0} Log', other: 'Export {0} Logs' }),
    domains: targets.map(domainOf),
    filter: {},
    ending: AbortSignal.any(endings),
    open: async () => ({ logs: listed(targets), total: targets.length, notes: () => [] }),
  };
}

async function* listed(targets: readonly LogTarget[]): AsyncGenerator<SourceLog, void, undefined> {
  for (const { connectionId, key, row = { idx: key.idx, other: {} } } of targets)
    yield { connectionId, key, row };
}

export interface FilteredList extends Pick<LogTarget, 'connectionId'> {
  /** A domain's logs that match the filter. */
  readonly list: PagedList<ListedLog>;
  readonly filter: LogFilter;
  /** The names of the parameters that specify the filter. */
  readonly names: FilterNames;
  readonly signal: AbortSignal;
}

/** Returns a list's logs in the service's order, without those that do not match the filter. */
export function filteredLogs({ list, connectionId, filter, names, signal }: FilteredList): SourceLogs {
  const check = new FilterCheck(filter, names);
  let [sent, unreadable] = [0, 0];
  async function* logs() {
    for await (const page of list.all({ signal, priority: 'background' }, CONCURRENT)) {
      sent += page.items.length + page.unreadable;
      unreadable += page.unreadable;
      for (const log of check.matching(page.items)) yield { connectionId, ...log };
    }
  }
  const notes = () => {
    const { total, ignoresPaging, hasChanged } = list;
    return [
      hasChanged && t('Rows might be missing, because the list changed while it was being read.'),
      total !== undefined &&
        total !== sent &&
        !ignoresPaging &&
        t('The service reports {0} logs, but its pages contain {1}.', total, sent),
      unreadable > 0 && t('Some rows could not be read and are not in the file.'),
      ignoresPaging && t('The service ignored paging, so the file contains the rows of only one page.'),
      ...notAppliedTexts(check, local),
      check.ignored.size + check.unasked.size > 0 &&
        t("Rows that don't match the filter are not in the file."),
    ].filter((note) => note !== false);
  };
  return {
    logs: logs(),
    get total() {
      return list.length;
    },
    notes,
  };
}

/**
 * Returns the facts about an export: the level of detail, the service, and the time zone, if they are the same for all
 * logs, and the filter. For logs from a file, returns the facts in the file.
 */
export function headOf({ services, timeStyle }: App, { domains, filter }: ExportSource): ExportHead {
  const heads = domains.map((domain): ExportHead => {
    const { connectionId } = domain;
    const service = services.serviceName(connectionId);
    return (
      services.fileFacts(connectionId)?.head ?? { level: 'exact', service, timeZone: timeStyle(domain).zone }
    );
  });
  const [head, ...others] = new Map(heads.map((each) => [JSON.stringify(each), each])).values();
  return others.length > 0 ? { filter } : { ...head, filter: { ...head?.filter, ...filter } };
}
