/** The extension, as a counts panel's page sees it. */

import { editorApi } from '../../page/editorApi.ts';
import { METRICS, type Metric } from '../../service/model.ts';
import type { CountsFromPanel, CountsStored, ToCountsPanel } from '../countsMessages.ts';

/** The state that the page keeps besides its content: the metrics that are switched off. */
interface Kept {
  readonly hidden: readonly Metric[];
}

const { send, store, stored, onMessage } = editorApi<CountsFromPanel, ToCountsPanel, CountsStored & Kept>();

export { onMessage, send };

/** The metrics that the person switched off, also before a reload of the window. */
export const hiddenMetrics = new Set<Metric>(METRICS.filter((metric) => wasHidden(stored(), metric)));

/** Keeps what this page shows for a reload of the window. */
export function keep(subject: CountsStored): void {
  store({ ...subject, hidden: [...hiddenMetrics] });
}

function wasHidden(state: unknown, metric: Metric): boolean {
  const hidden = (state as Partial<Kept> | null | undefined)?.hidden;
  return Array.isArray(hidden) && hidden.includes(metric);
}
