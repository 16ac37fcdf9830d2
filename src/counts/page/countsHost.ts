/** The extension, as a counts panel's page sees it. */

import type { SortOrder } from '../../formats/table.ts';
import { toolButton } from '../../page/dom.ts';
import { editorApi } from '../../page/editorApi.ts';
import { METRICS, type Metric } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
import type { CountsFromPanel, CountsStored, ToCountsPanel } from '../countsMessages.ts';

/** The state that the page keeps besides its content: the metrics that are switched off. */
interface Kept {
  readonly hidden: readonly Metric[];
}

const { store, stored, ...api } = editorApi<CountsFromPanel, ToCountsPanel, CountsStored & Kept>();

export const { send, onTryAgain, failed, start } = api;

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

/** Copying a table in the order that is on screen. */
export function copyButtons(order: () => SortOrder): HTMLElement[] {
  const look = { csv: 'CSV', markdown: 'Markdown' } as const;
  return (['csv', 'markdown'] as const).map((format) => {
    const label = t('Copy as {0}', look[format]);
    const button = toolButton({ text: label, label }, () => send({ type: 'copy', format, order: order() }));
    button.dataset['focus'] = `copy ${format}`;
    return button;
  });
}
