import type { Pager } from '../../lists/pager.ts';
import type { ListedLog } from '../../service/model.ts';

/** Maximum additional pages that are read to find a log that the list shows. */
const FURTHEST = 10;

export type Adjacent =
  | { readonly log: ListedLog }
  /** The list is not loaded up to this log, it ends here, or the maximum number of pages shows none. */
  | { readonly none: 'not-listed' | 'first' | 'last' | 'too-far' }
  /** Reading more pages failed. */
  | { readonly fault: unknown };

/**
 * Returns the log before (−1) or after (+1) another in its domain's list; reads more pages when the loaded ones end.
 * @param isIt returns true for the other log
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

/** Returns the adjacent log. When the other log was dropped for more pages, it was at their opposite end. */
function beside(
  logs: readonly ListedLog[],
  isIt: (log: ListedLog) => boolean,
  step: -1 | 1,
): ListedLog | undefined {
  const at = logs.findIndex(isIt);
  if (at < 0) return logs.at(step === 1 ? 0 : -1);
  return logs[at + step];
}
