/** The table of days, sortable by mouse and keyboard. */
import { announce, element, textButton } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { METRICS, type Metric } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import type { DayRow } from '../countsView.ts';
import { countText, METRIC_NAMES, weekday } from '../metrics.ts';

interface DayOrder {
  readonly by: 'day' | Metric;
  readonly descending: boolean;
}

/** The order in use, which is kept when other days are shown. Initially, the newest day is first. */
let order: DayOrder = { by: 'day', descending: true };

/**
 * @param days oldest first
 * @param onOpen called with a day that is clicked
 */
export function dayTable(days: readonly DayRow[], onOpen: (day: string) => void): HTMLElement {
  const body = element('tbody');
  const columns = (['day', ...METRICS] as const).map((by) => {
    const title = by === 'day' ? t('Day') : local(METRIC_NAMES[by]);
    const arrow = element('span', { 'aria-hidden': 'true' });
    const button = element('button', { type: 'button', class: 'sort', 'data-focus': by }, title, arrow);
    const head = element('th', { scope: 'col', class: by !== 'day' && 'number' }, button);
    button.addEventListener('click', () => {
      order = { by, descending: order.by === by ? !order.descending : by !== 'day' };
      fill();
      announce(
        order.descending ? t('Sorted by {0}, descending', title) : t('Sorted by {0}, ascending', title),
      );
    });
    return { by, head, arrow };
  });

  const fill = () => {
    for (const { by, head, arrow } of columns) {
      const isSorted = by === order.by;
      head.ariaSort = isSorted ? (order.descending ? 'descending' : 'ascending') : 'none';
      arrow.className = iconClasses(isSorted ? (order.descending ? 'arrow-down' : 'arrow-up') : 'blank');
    }
    body.replaceChildren(...sorted(days, order).map((day) => dayRow(day, onOpen)));
  };
  fill();
  return element(
    'section',
    { class: 'days', 'aria-labelledby': 'days-title' },
    element('div', { class: 'section-head' }, element('h2', { id: 'days-title' }, t('By day'))),
    element(
      'div',
      { class: 'table-frame' },
      element(
        'table',
        { class: 'counts' },
        element('caption', { class: 'unseen' }, t('Counts by day')),
        element('thead', {}, element('tr', {}, ...columns.map(({ head }) => head))),
        body,
      ),
    ),
  );
}

/** Sorts days, given oldest first. Days without a count are last in either direction. */
function sorted(days: readonly DayRow[], { by, descending }: DayOrder): readonly DayRow[] {
  if (by === 'day') return descending ? days.toReversed() : days;
  const unknown = descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const count = ({ values }: DayRow) => values?.[by] ?? unknown;
  return days.toSorted((one, other) => {
    const [less, more] = descending ? [other, one] : [one, other];
    return count(less) === count(more) ? 0 : count(less) - count(more);
  });
}

function dayRow({ date, values }: DayRow, onOpen: (day: string) => void): HTMLTableRowElement {
  const open = textButton(date, () => onOpen(date), {
    title: t('Show the logs of this day'),
    'data-focus': date,
  });
  const day = element('th', { scope: 'row' }, open, element('span', { class: 'note' }, ` ${weekday(date)}`));
  const cells = values
    ? METRICS.map((metric) => element('td', { class: 'number' }, countText(values[metric])))
    : [element('td', { colspan: '4', class: 'empty' }, t('not reported'))];
  return element('tr', {}, day, ...cells);
}
