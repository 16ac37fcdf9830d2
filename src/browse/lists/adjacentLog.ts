import type { Pager } from '../../lists/pager.ts';
import type { ListedLog } from '../../service/model.ts';

/** Maximum number of additional pages to read when looking for a log in the list. */
const FURTHEST = 10;

export type Adjacent =
  | { readonly log: ListedLog }
  /**
   * The loaded pages don't reach this log, the list ends here, or no log was found within the maximum number of pages.
   */
  | { readonly none: 'not-listed' | 'first' | 'last' | 'too-far' }
  /** Reading more pages failed. */
  | { readonly fault: unknown };

/**
 * Returns the log before (−1) or after (+1) another log in its domain's list, reading more pages if necessary.
 * @param isIt returns true for the reference log
 * @param shown returns the loaded logs that the list shows
 */
export async function adjacentLog(
  pager: Pager<ListedLog>,
  isIt: (log: ListedLog) => boolean,
  step: -1 | 1,
  shown: () => readonly ListedLog[] = () => pager.state.items,
): Promise<Adjacent> {
  await pager.load();
  if (!shown().some(isIt))
    return pager.state.fault === undefined ? { none: 'not-listed' } : { fault: pager.state.fault };
  for (let pages = 0; ; pages++) {
    const log = beside(shown(), isIt, step);
    if (log) return { log };
    if (step === 1 ? !pager.state.hasMore : pager.state.firstPage <= 1)
      return { none: step === 1 ? 'last' : 'first' };
    if (pages === FURTHEST) return { none: 'too-far' };
    await (step === 1 ? pager.more() : pager.previous());
    if (pager.state.fault !== undefined) return { fault: pager.state.fault };
  }
}

/**
 * Returns the log before or after the reference log. If the reference log is missing, it was dropped to make room for
 * the page just read, so the result is the first or last of the remaining logs.
 */
function beside(
  logs: readonly ListedLog[],
  isIt: (log: ListedLog) => boolean,
  step: -1 | 1,
): ListedLog | undefined {
  const at = logs.findIndex(isIt);
  if (at < 0) return logs.at(step === 1 ? 0 : -1);
  return logs[at + step];
}

/** Maximum number of pages that a search for a log reads. This is enough for a list of a million pages. */
const MOST_READ = 20;

/**
 * Loads the page of a list that contains a log. Uses a binary search by time, because the list is sorted by time, in
 * ascending or descending order. Returns false if the log is not found.
 * @param time the time of the log, as the service sends it in rows
 */
export async function goToPageOf(
  pager: Pager<ListedLog>,
  isIt: (log: ListedLog) => boolean,
  time: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!isSortable(time)) return false;
  let [first, last] = [1, 1];
  for (let page = 1, read = 0; first <= last && read < MOST_READ && !signal?.aborted; read++) {
    await pager.goTo(page);
    const { items, total = 0, perPage, fault } = pager.state;
    if (fault !== undefined || items.length === 0) return false;
    if (items.some(isIt)) return true;
    if (read === 0) last = Math.ceil(total / Math.max(1, perPage));
    const side = sideOf(items, time);
    if (side === undefined) return false;
    if (side === 'before') last = page - 1;
    else first = page + 1;
    page = Math.floor((first + last) / 2);
  }
  return false;
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
