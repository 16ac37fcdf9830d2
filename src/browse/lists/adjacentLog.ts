import { PER_PAGE } from '../../lists/pagedList.ts';
import { type ListedLog, logId } from '../../service/model.ts';
import type { LogList } from './lists.ts';

/** Maximum number of pages to read when looking for the next log that matches a filter. */
const FURTHEST = 10;

/** Why there is no adjacent log: the list ends, or none that matches is within the maximum number of pages. */
export type NoAdjacent = 'first' | 'last' | 'too-far';

/**
 * Returns the log before (−1) or after (+1) a place in a list. Reads more of the list if necessary. Rejects like
 * `PagedList.fill`.
 * @param isShown returns false for a log that does not match the list's filter
 */
export async function adjacentLog(
  list: LogList,
  place: number,
  step: -1 | 1,
  isShown: (log: ListedLog) => boolean,
  signal: AbortSignal,
): Promise<ListedLog | NoAdjacent> {
  for (let next = place + step; next >= 0; next += step) {
    if (Math.abs(next - place) > FURTHEST * PER_PAGE) return 'too-far';
    await list.fill({ first: next, end: next + 1 }, { signal });
    if (next >= list.length) return 'last';
    const log = list.at(next);
    if (log && isShown(log)) return log;
  }
  return 'first';
}

/** Maximum number of pages that a search for a log reads. This is enough for a list of a million pages. */
const MOST_READ = 20;

/**
 * Returns the place of a log in a list. Uses a binary search by time, because the list is sorted by time, in ascending
 * or descending order. Returns undefined if the log is not found. Rejects like `PagedList.fill`.
 * @param time the time of the log, as the service sends it in rows
 */
export async function findPlace(
  list: LogList,
  { key }: Pick<ListedLog, 'key'>,
  time: string | undefined,
  signal: AbortSignal,
): Promise<number | undefined> {
  const id = logId(key);
  let [first, last] = [0, 0];
  for (let page = 0, read = 0; first <= last && read < MOST_READ; read++) {
    const span = { first: page * PER_PAGE, end: (page + 1) * PER_PAGE };
    await list.fill(span, { signal });
    if (list.placeOf(id) !== undefined) return list.placeOf(id);
    if (time === undefined || !isSortable(time)) return undefined;
    if (read === 0) last = Math.floor((list.length - 1) / PER_PAGE);
    const side = sideOf(
      list.entries(span).map(([, log]) => log),
      time,
    );
    if (side === undefined) return undefined;
    if (side === 'before') last = page - 1;
    else first = page + 1;
    page = Math.floor((first + last) / 2);
  }
  return undefined;
}

/**
 * Returns whether a log with this time would be before or after these logs in the list, or undefined if it would be
 * among them.
 */
function sideOf(items: readonly ListedLog[], time: string): 'before' | 'after' | undefined {
  const times = items.flatMap(({ row }) => (row.time && isSortable(row.time) ? [row.time] : []));
  const [top, bottom] = [times[0], times.at(-1)];
  if (top === undefined || bottom === undefined) return undefined;
  const isLatestFirst = top >= bottom;
  if (time === bottom || (isLatestFirst ? time < bottom : time > bottom)) return 'after';
  if (time === top || (isLatestFirst ? time > top : time < top)) return 'before';
  return undefined;
}

/** Returns true if sorting times in this format as text puts them in chronological order. */
function isSortable(time: string): boolean {
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(time);
}
