/** The extension's API for the page of a counts panel. */

import { editorApi } from '../../page/editorApi.ts';
import { METRICS, type Metric } from '../../service/model.ts';
import type { CountsFromPanel, CountsStored, ToCountsPanel } from '../countsMessages.ts';

/** The page's own state: which metrics are hidden. */
interface Kept {
  readonly hidden: readonly Metric[];
}

const { store, stored, ...api } = editorApi<CountsFromPanel, ToCountsPanel, CountsStored & Kept>();

export const { send, onTryAgain, failed, start } = api;

/** The metrics that the user has hidden, including any that were hidden before the window was reloaded. */
export const hiddenMetrics = new Set<Metric>(METRICS.filter((metric) => wasHidden(stored(), metric)));

/** Stores the state of this page so that it survives reloading the window. */
export function keep(shown: CountsStored): void {
  store({ ...shown, hidden: [...hiddenMetrics] });
}

function wasHidden(state: unknown, metric: Metric): boolean {
  const hidden = (state as Partial<Kept> | null | undefined)?.hidden;
  return Array.isArray(hidden) && hidden.includes(metric);
}
