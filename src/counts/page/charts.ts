/**
 * One chart of bars per metric, each with its own scale, so that 3 attackers remain readable next to 3,000,000 visitors.
 * All show the numbers of the day under the pointer.
 */
import { element } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { type Comparison, METRICS, type Metric } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import type { CountsView, DayRow } from '../countsMessages.ts';
import { countText, METRIC_NAMES, monthDay, shortNumber, weekday } from '../metrics.ts';

/** @param onOpen called with the day of a bar that is clicked */
export function charts(
  { days, totals, comparisons }: CountsView,
  onOpen: (day: string) => void,
): HTMLElement {
  const all = METRICS.map((metric) => chart(metric, head(metric, totals[metric], comparisons[metric]), days));
  const cards = element('div', { class: 'metrics' }, ...all.map(({ card }) => card));
  /** Returns the index of the day under the pointer. */
  const dayAt = ({ target, clientX }: MouseEvent) => {
    const bars = target instanceof Element && target.closest('svg');
    if (!bars) return undefined;
    const { left, width } = bars.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * days.length), 0), days.length - 1);
  };
  const mark = (day: number | undefined) => {
    for (const each of all) each.mark(day);
  };
  cards.addEventListener('mousemove', (event) => mark(dayAt(event)));
  cards.addEventListener('mouseleave', () => mark(undefined));
  cards.addEventListener('click', (event) => {
    const day = days[dayAt(event) ?? -1];
    if (day) onOpen(day.date);
  });
  return element('section', { class: 'charts', 'aria-label': t('Charts') }, cards);
}

/** Returns the card of a chart, and a function that marks a day and shows its number. */
function chart(metric: Metric, head: HTMLElement, days: readonly DayRow[]) {
  const name = local(METRIC_NAMES[metric]);
  const counts = days.map(({ values }) => values?.[metric] ?? null);
  const top = Math.max(1, ...counts.map((count) => count ?? 0));
  const marked = bar('marked', 0, 0, 100);
  const bars = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  bars.setAttribute('viewBox', `0 0 ${days.length} 100`);
  bars.setAttribute('preserveAspectRatio', 'none');
  bars.append(marked, ...counts.map((count, day) => countBar(count, day, top)));
  const ofDay = element('p', { class: 'of-day', 'aria-hidden': 'true' });
  const [first, last] = [days[0], days.at(-1)];
  const mark = (day: number | undefined) => {
    const shown = day === undefined ? last : days[day];
    marked.setAttribute('x', String(day ?? 0));
    marked.setAttribute('width', day === undefined ? '0' : '1');
    ofDay.textContent = shown
      ? t('{0}: {1}', `${weekday(shown.date)} ${shown.date}`, countText(shown.values?.[metric] ?? null))
      : '';
  };
  mark(undefined);
  head.append(ofDay);
  const card = element(
    'article',
    { class: `metric ${metric}`, 'aria-label': name },
    head,
    element(
      'div',
      { class: 'chart', role: 'img', 'aria-label': description(name, counts) },
      element('span', { class: 'note' }, shortNumber(top)),
      bars,
      element(
        'p',
        { class: 'axis note' },
        element('span', {}, first && monthDay(first.date)),
        element('span', {}, last !== first && last ? monthDay(last.date) : undefined),
      ),
    ),
  );
  return { card, mark };
}

/** Returns the bar of a day. A count other than 0 is always visible, and an unknown one differs from 0. */
function countBar(count: number | null, day: number, top: number): SVGRectElement {
  if (count === null) return bar('unknown', day, 1, 100);
  const height = count > 0 ? Math.max(1.5, (count / top) * 100) : 0;
  return bar('count', day + 0.1, 0.8, height);
}

function bar(kind: string, x: number, width: number, height: number): SVGRectElement {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  rect.setAttribute('class', kind);
  for (const [attribute, value] of Object.entries({ x, y: 100 - height, width, height }))
    rect.setAttribute(attribute, String(value));
  return rect;
}

/** Returns a metric's name, and its total with the comparisons that the service sent. */
function head(
  metric: Metric,
  total: number | null,
  { previous, changeRate, periodLabel }: Comparison,
): HTMLElement {
  const facts = [
    t('in total'),
    previous && t('previous {0}', previous),
    changeRate && t('change {0}', changeRate),
    periodLabel,
  ];
  return element(
    'div',
    { class: 'metric-head' },
    element(
      'h2',
      {},
      element('span', { class: 'swatch', 'aria-hidden': 'true' }),
      local(METRIC_NAMES[metric]),
    ),
    element(
      'p',
      { class: 'total' },
      countText(total),
      lineElement('span', { class: 'note' }, ` ${facts.filter(Boolean).join(' · ')}`),
    ),
  );
}

function description(name: string, counts: readonly (number | null)[]): string {
  const known = counts.filter((count) => count !== null);
  if (known.length === 0) return t('{0} by day: no days are reported.', name);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return t('{0} by day: lowest {1}, highest {2}. For all values, see the table.', name, least, most);
}
