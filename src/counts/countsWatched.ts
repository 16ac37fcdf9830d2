import type { DomainRef } from '../connections/domainRef.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { localDate } from '../text/localFormats.ts';
import { sentences } from '../text/sentences.ts';
import type { WatchedRow } from './countsTable.ts';
import type { ServiceDays } from './serviceDays.ts';
import { clock, isAbove } from './statusBarText.ts';
import type { TodaysCounts } from './todaysCounts.ts';

export interface WatchedSources {
  readonly watched: Pick<WatchedDomains, 'list' | 'has'>;
  readonly todays: TodaysCounts;
  readonly days: ServiceDays;
  readonly now: () => Date;
  /** Returns the name to display for a domain; the caller passes the service's name, if known. */
  readonly nameOf: (domain: DomainRef) => string;
  /** Returns the name of a connection, if there are several. */
  readonly connectionName: (connectionId: string) => string | undefined;
  /** Returns the daily number of attackers at which a domain is marked. */
  readonly warnAbove: () => number | null;
  /** Returns the milliseconds after which a response is stale. */
  readonly staleAfter: () => number;
}

/** Returns the watched domains without their names, in the order they were added. */
export function watchedDomains({ watched }: WatchedSources): DomainRef[] {
  return watched.list().map(({ connectionId, index }) => ({ connectionId, index }));
}

/**
 * Returns the watched domains as rows, in the same order; times are formatted by `write`, which uses the user's
 * language by default.
 */
export function watchedRows(sources: WatchedSources, write = localDate): WatchedRow[] {
  return sources.watched.list().map((domain) => watchedRow(sources, domain, write));
}

function watchedRow(sources: WatchedSources, domain: DomainRef, write: typeof localDate): WatchedRow {
  const { todays, days, now, staleAfter } = sources;
  const state = todays.get(domain);
  const connection = sources.connectionName(domain.connectionId);
  const { values, asOf } = state ?? {};
  const stale = asOf && now().getTime() - asOf.getTime() > staleAfter();
  const problems = [
    ...(state?.fault === undefined ? [] : [describeFault(state.fault, local).headline]),
    ...(state?.note ? [state.note] : []),
    ...(stale ? [t('Not refreshed since {0}.', clock(asOf, now()))] : []),
  ];
  return {
    name: sources.nameOf(domain),
    ...(connection !== undefined && { connection }),
    ...(values && { values }),
    day: days.today(domain).day,
    ...(state?.timeZone !== undefined && { timeZone: state.timeZone }),
    above: isAbove(state, sources.warnAbove()),
    trend: todays.trend(domain),
    ...(asOf && { asOf: clock(asOf, now(), write) }),
    ...(problems.length > 0 && { problem: sentences(...problems) }),
  };
}
