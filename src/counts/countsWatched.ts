import type { DomainRef } from '../connections/domainRef.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { localDate } from '../text/localFormats.ts';
import { sentences } from '../text/sentences.ts';
import type { CountsSources } from './countsSources.ts';
import type { WatchedRow } from './countsTable.ts';
import { clock, isAbove } from './statusBarText.ts';

/** Returns the watched domains without their names, in the order they were added. */
export function watchedDomains({ watched }: Pick<CountsSources, 'watched'>): DomainRef[] {
  return watched.list().map(({ connectionId, index }) => ({ connectionId, index }));
}

/**
 * Returns the watched domains as rows, in the same order; times are in the user's language, or as formatted by `write`.
 */
export function watchedRows(sources: CountsSources, write = localDate): WatchedRow[] {
  return sources.watched.list().map((domain) => watchedRow(sources, domain, write));
}

function watchedRow(sources: CountsSources, domain: DomainRef, write: typeof localDate): WatchedRow {
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
