import type { LogTarget } from '../connections/logTarget.ts';
import type { LogRow } from '../service/model.ts';
import type { Pager } from './pager.ts';

export type Adjacent =
  | { readonly row: LogRow }
  /** The list is not loaded up to this log, it ends here, or reading on failed. */
  | { readonly none: 'not-listed' | 'first' | 'last' }
  | { readonly fault: unknown };

/**
 * The row before (−1) or after (+1) a log in its domain's list; reads the next page when the loaded ones end.
 *
 * @param shown the loaded rows that the list shows
 */
export async function adjacentLog(
  pager: Pager<LogRow>,
  { key }: LogTarget,
  step: -1 | 1,
  shown: () => readonly LogRow[] = () => pager.state.items,
): Promise<Adjacent> {
  await pager.load();
  const at = () => shown().findIndex(({ idx }) => idx === key.idx);
  if (at() < 0)
    return pager.state.fault === undefined ? { none: 'not-listed' } : { fault: pager.state.fault };
  if (!shown()[at() + step]) {
    if (step === 1 && pager.state.hasMore) await pager.more();
    if (step === -1) await pager.previous();
    if (pager.state.fault !== undefined) return { fault: pager.state.fault };
  }
  const row = shown()[at() + step];
  return row ? { row } : { none: step === 1 ? 'last' : 'first' };
}
