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
 * Returns the log before (−1) or after (+1) another in its domain's list, and reads more pages if the loaded ones end.
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
 * Returns the adjacent log. If the reference log was dropped to make room for more pages, it was dropped from the
 * opposite end of the list.
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
