/** The table of all watched domains, with today's counts and a two-week trend for each. */

import type { SortOrder } from '../../formats/table.ts';
import { element, toolButton } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { lineElement } from '../../page/shownText.ts';
import { sortableTable } from '../../page/sortableTable.ts';
import { METRICS, type Metric } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { WatchedRow } from '../countsTable.ts';
import { dayInZone, METRIC_NAMES } from '../metrics.ts';
import { copyButtons, send } from './countsHost.ts';
import { sparkline } from './sparkline.ts';

export interface WatchedDomainsOptions {
  readonly rows: readonly WatchedRow[];
  readonly order: SortOrder;
  readonly onSort: (order: SortOrder) => void;
}

export function watchedDomains({ rows, order, onSort }: WatchedDomainsOptions): HTMLElement[] {
  if (rows.length === 0) return [nothingWatched()];
  const numbered = rows.map((row, index) => ({ row, index }));
  return [
    element(
      'div',
      { class: 'section-head' },
      element('h2', {}, t('Today and the last 14 days')),
      element('div', { class: 'section-tools' }, ...copyButtons(() => order)),
    ),
    sortableTable<Numbered>({
      caption: t('Watched Domains'),
      columns: [
        { title: t('Domain'), numeric: false, cellOf: ({ row }) => row.name },
        ...METRICS.map((metric) => ({
          title: local(METRIC_NAMES[metric]),
          numeric: true,
          cellOf: ({ row }: Numbered) => row.values?.[metric],
        })),
      ],
      rows: numbered,
      order,
      onSort: (next) => {
        order = next;
        onSort(next);
      },
      draw: watchedRow,
    }),
  ];
}

/** A row and its index in the list that the extension sent. */
interface Numbered {
  readonly row: WatchedRow;
  readonly index: number;
}

function nothingWatched(): HTMLElement {
  return element(
    'p',
    { class: 'empty first-line' },
    t(
      "No domains are watched. To watch a domain, select “Show Today's Attackers in Status Bar” from its context menu.",
    ),
  );
}

function watchedRow({ row, index }: Numbered): HTMLTableRowElement {
  const attributes = { type: 'button', class: 'link', 'data-focus': `domain ${index}` };
  const name = lineElement('button', attributes, row.name);
  name.addEventListener('click', () => send({ type: 'openDomain', row: index }));
  const openLogs = () => send({ type: 'openRowLogs', row: index });
  const logs = toolButton({ icon: 'list-flat', label: t('Show Logs') }, openLogs, {
    'aria-label': t('Show Logs of {0}', row.name),
    'data-focus': `logs ${index}`,
  });
  return element(
    'tr',
    { class: row.above && 'above' },
    element(
      'th',
      { scope: 'row' },
      element('div', { class: 'domain' }, row.above ? warning() : undefined, name, logs),
      line(row.connection),
      line(asOf(row)),
      line(row.problem, 'problem'),
    ),
    ...METRICS.map((metric) => metricCell(row, metric)),
  );
}

function warning(): HTMLElement {
  const text = t('At or above the warning level');
  return element('span', { class: iconClasses('warning'), role: 'img', 'aria-label': text, title: text });
}

function asOf({ values, day, timeZone, asOf: time, problem }: WatchedRow): string {
  const said = dayInZone(day, timeZone);
  if (values) return t('{0}, as of {1}', said, time ?? '–');
  return problem ? said : t('{0}, not read yet', said);
}

function line(text: string | undefined, kind = 'note'): HTMLElement | undefined {
  return text ? lineElement('div', { class: kind }, text) : undefined;
}

function metricCell({ values, trend }: WatchedRow, metric: Metric): HTMLElement {
  const numbers = trend.map((day) => day.values?.[metric]);
  const listed = numbers.map((number) => (number === undefined ? t('unknown') : localNumber(number)));
  const isKnown = numbers.some((number) => number !== undefined);
  return element(
    'td',
    { class: `number ${metric}` },
    element('span', { class: 'count' }, values ? localNumber(values[metric]) : '–'),
    isKnown
      ? sparkline(
          numbers,
          t('{0} in the last {1} days: {2}', METRIC_NAMES[metric], numbers.length, listed.join(', ')),
        )
      : undefined,
  );
}
