import { describeFault } from '../service/faults.ts';
import type { CountsSources } from './countsSources.ts';
import { clock, isAbove } from './countsStatus.ts';
import type { WatchedRow } from './countsTable.ts';
import type { Place } from './serviceDays.ts';

/** The watched domains, in the order in which they were chosen. */
export function watchedPlaces({ watched }: Pick<CountsSources, 'watched'>): Place[] {
  return watched.list().map(({ connectionId, index }) => ({ connectionId, index }));
}

/** The watched domains as rows, in the same order. */
export function watchedRows(sources: CountsSources): WatchedRow[] {
  return sources.watched
    .list()
    .map(({ connectionId, index, name }) => watchedRow(sources, { connectionId, index }, name));
}

function watchedRow(sources: CountsSources, place: Place, known: string | undefined): WatchedRow {
  const { todays, days, now, staleAfter } = sources;
  const state = todays.get(place);
  const connection = sources.connectionName(place.connectionId);
  const { values, asOf } = state ?? {};
  const stale = asOf && now().getTime() - asOf.getTime() > staleAfter();
  const problems = [
    ...(state?.fault === undefined ? [] : [describeFault(state.fault).headline]),
    ...(state?.note ? [state.note] : []),
    ...(stale ? [`Not refreshed since ${clock(asOf, now())}.`] : []),
  ];
  return {
    name: sources.nameOf(place, known),
    ...(connection !== undefined && { connection }),
    ...(values && { values }),
    day: days.today(place).day,
    ...(state?.timeZone !== undefined && { timeZone: state.timeZone }),
    above: isAbove(state, sources.warnAbove()),
    trend: todays.trend(place),
    ...(asOf && { asOf: clock(asOf, now()) }),
    ...(problems.length > 0 && { problem: problems.join(' ') }),
  };
}
