/** The extension's API for the page of a counts panel. */

import type { SortOrder } from '../../formats/table.ts';
import { toolButton } from '../../page/dom.ts';
import { editorApi } from '../../page/editorApi.ts';
import { METRICS, type Metric } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
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
export function keep(subject: CountsStored): void {
  store({ ...subject, hidden: [...hiddenMetrics] });
}

function wasHidden(state: unknown, metric: Metric): boolean {
  const hidden = (state as Partial<Kept> | null | undefined)?.hidden;
  return Array.isArray(hidden) && hidden.includes(metric);
}

/** Returns the buttons that copy a table in its displayed order. */
export function copyButtons(order: () => SortOrder): HTMLElement[] {
  const look = { csv: 'CSV', markdown: 'Markdown' } as const;
  return (['csv', 'markdown'] as const).map((format) => {
    const label = t('Copy as {0}', look[format]);
    const copy = () => send({ type: 'copy', format, order: order() });
    return toolButton({ text: label, label }, copy, { 'data-focus': `copy ${format}` });
  });
}
