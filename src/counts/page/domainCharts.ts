/** The counts of one domain over a range: charts, notes on unusual data, and a table of days. */

import type { SortOrder } from '../../formats/table.ts';
import { element } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { sortableTable } from '../../page/sortableTable.ts';
import { METRICS, type Metric, type MetricTotal } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { localDate, localNumber } from '../../text/localFormats.ts';
import type { DayRow } from '../countsTable.ts';
import type { CountsView } from '../countsView.ts';
import { METRIC_NAMES } from '../metrics.ts';
import { chartedDays, metricChart, swatch } from './chart.ts';
import { copyButtons, hiddenMetrics } from './countsHost.ts';

export interface DomainCountsOptions {
  readonly view: CountsView;
  readonly problem?: string | undefined;
  readonly order: SortOrder;
  readonly onSort: (order: SortOrder) => void;
  /** Called when a metric is shown or hidden. */
  readonly onToggle: () => void;
}

export function domainCounts(options: DomainCountsOptions): HTMLElement[] {
  const { view, problem } = options;
  const notes = [...(problem ? [t('The last refresh failed. {0}', problem)] : []), ...view.notes];
  return [...(notes.length > 0 ? [noteList(notes)] : []), charts(options), dayTable(options)];
}

function noteList(notes: readonly string[]): HTMLElement {
  const items = notes.map((note) => lineElement('li', {}, note));
  return element('ul', { class: 'notes', 'aria-label': t('Notes') }, ...items);
}

function charts({ view, onToggle }: DomainCountsOptions): HTMLElement {
  const days = chartedDays(view.days);
  const shown = METRICS.filter((metric) => !hiddenMetrics.has(metric));
  const line = element('p', { class: 'readout', 'aria-hidden': 'true' });
  const hover = (index = days.length - 1) => line.replaceChildren(...readout(days[index]));
  hover();
  const cards = shown.map((metric) =>
    element(
      'article',
      { class: 'metric', 'aria-label': local(METRIC_NAMES[metric]) },
      metricTotal(metric, view.totals[metric]),
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
      element('b', {}, localNumber(values[metric])),
    );
  return [date, ...METRICS.map(number)];
}

function weekday(date: string): string {
  return localDate(Date.parse(date), { weekday: 'short', timeZone: 'UTC' });
}

function dayTable({ view, order, onSort }: DomainCountsOptions): HTMLElement {
  return element(
    'section',
    { class: 'days', 'aria-labelledby': 'days-title' },
    element(
      'div',
      { class: 'section-head' },
      element('h2', { id: 'days-title' }, t('By day')),
      element('div', { class: 'section-tools' }, ...copyButtons(() => order)),
    ),
    sortableTable<DayRow>({
      caption: t('Counts by day'),
      columns: [
        { title: t('Day'), numeric: false, cellOf: ({ date }) => date },
        ...METRICS.map((metric) => ({
          title: local(METRIC_NAMES[metric]),
          numeric: true,
          cellOf: ({ values }: DayRow) => values?.[metric],
        })),
      ],
      rows: view.days,
      order,
      onSort: (next) => {
        order = next;
        onSort(next);
      },
      draw: dayRow,
    }),
  );
}

function dayRow({ date, values, contradictory }: DayRow): HTMLTableRowElement {
  const day = element(
    'th',
    { scope: 'row' },
    date,
    element('span', { class: 'note' }, ` ${weekday(date)}`),
    contradictory && element('span', { class: 'note' }, ` (${t('sent more than once')})`),
  );
  if (!values)
    return element('tr', {}, day, element('td', { colspan: '4', class: 'empty' }, t('not reported')));
  return element(
    'tr',
    {},
    day,
    ...METRICS.map((metric) => element('td', { class: 'number' }, localNumber(values[metric]))),
  );
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
      localNumber(total.total),
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
