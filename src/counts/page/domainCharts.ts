/** The counts of one domain over a range: charts, notes on unusual data, and a table of days. */

import { element } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { METRICS, type Metric, type MetricTotal } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import type { CountsContent } from '../countsMessages.ts';
import type { CountsView, DayRow } from '../countsView.ts';
import { countText, METRIC_NAMES } from '../metrics.ts';
import { metricChart, swatch } from './chart.ts';
import { hiddenMetrics } from './countsHost.ts';
import { dayTable, weekday } from './dayTable.ts';

/** @param onToggle called when a metric is shown or hidden */
export function domainCounts(
  { view, problem }: Extract<CountsContent, { kind: 'counts' }>,
  onToggle: () => void,
): HTMLElement[] {
  const notes = [...(problem ? [t('The last refresh failed. {0}', problem)] : []), ...view.notes];
  return [...(notes.length > 0 ? [noteList(notes)] : []), charts(view, onToggle), dayTable(view.days)];
}

function noteList(notes: readonly string[]): HTMLElement {
  const items = notes.map((note) => lineElement('li', {}, note));
  return element('ul', { class: 'notes', 'aria-label': t('Notes') }, ...items);
}

function charts({ days, totals }: CountsView, onToggle: () => void): HTMLElement {
  const shown = METRICS.filter((metric) => !hiddenMetrics.has(metric));
  const line = element('p', { class: 'readout', 'aria-hidden': 'true' });
  const hover = (index = days.length - 1) => line.replaceChildren(...readout(days[index]));
  hover();
  const cards = shown.map((metric) =>
    element(
      'article',
      { class: 'metric', 'aria-label': local(METRIC_NAMES[metric]) },
      metricTotal(metric, totals[metric]),
      metricChart({ metric, days, onHover: hover }),
    ),
  );
  return element(
    'section',
    { class: 'charts', 'aria-label': t('Charts') },
    element(
      'div',
      { class: 'chart-bar' },
      element('div', { class: 'group', role: 'group', 'aria-label': t('Metrics') }, ...toggles(onToggle)),
      line,
    ),
    element('div', { class: 'metrics' }, ...cards),
  );
}

function toggles(onToggle: () => void): HTMLElement[] {
  return METRICS.map((metric) => {
    const pressed = String(!hiddenMetrics.has(metric));
    const button = element(
      'button',
      { type: 'button', class: 'tool worded', 'aria-pressed': pressed },
      swatch(metric),
      local(METRIC_NAMES[metric]),
    );
    button.dataset['focus'] = `toggle ${metric}`;
    button.addEventListener('click', () => {
      if (!hiddenMetrics.delete(metric)) hiddenMetrics.add(metric);
      onToggle();
    });
    return button;
  });
}

/** Returns the day under the pointer and its four numbers. */
function readout(day: DayRow | undefined): (Node | string)[] {
  if (!day) return [];
  const date = element('span', { class: 'readout-day' }, `${weekday(day.date)} ${day.date}`);
  if (!day.values) return [date, element('span', { class: 'note' }, t('not reported'))];
  const { values } = day;
  const number = (metric: Metric) =>
    element(
      'span',
      {},
      swatch(metric),
      `${local(METRIC_NAMES[metric])} `,
      element('b', {}, countText(values[metric])),
    );
  return [date, ...METRICS.map(number)];
}

/** Maximum number of characters of a comparison to show. */
const LONGEST = 100;

function metricTotal(metric: Metric, total: MetricTotal): HTMLElement {
  const compared = [
    comparison(t('Previous'), total.previous),
    comparison(t('Change rate'), total.changeRate),
    comparison(t('Period'), total.periodLabel),
  ].filter((part) => part !== undefined);
  return element(
    'div',
    { class: 'metric-head' },
    element('h2', {}, swatch(metric), local(METRIC_NAMES[metric])),
    element(
      'p',
      { class: 'total' },
      countText(total.total),
      element('span', { class: 'note' }, ` ${t('in total')}`),
    ),
    compared.length > 0 ? element('dl', { class: 'compared' }, ...compared) : undefined,
  );
}

/** Shows a comparison as sent, because the interface does not specify its type. */
function comparison(name: string, value: unknown): HTMLElement | undefined {
  if (value === null || value === undefined) return undefined;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return element('div', {}, element('dt', {}, name), lineElement('dd', {}, shown));
}
