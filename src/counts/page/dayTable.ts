/** The table of days, sortable by mouse and keyboard. */

import { announce, element } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { METRICS } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { localDate } from '../../text/localFormats.ts';
import type { DayRow } from '../countsView.ts';
import { type DayOrder, sortedDays } from '../dayOrder.ts';
import { countText, METRIC_NAMES } from '../metrics.ts';

/** The order in use, which is kept when other days are shown. Initially, the newest day is first. */
let order: DayOrder = { by: 'day', descending: true };

/** @param days oldest first */
export function dayTable(days: readonly DayRow[]): HTMLElement {
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
    body.replaceChildren(...sortedDays(days, order).map(dayRow));
  };
  fill();
  const heads = columns.map(({ head }) => head);
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
        element('caption', { class: 'hidden-text' }, t('Counts by day')),
        element('thead', {}, element('tr', {}, ...heads)),
        body,
      ),
    ),
  );
}

function dayRow({ date, values }: DayRow): HTMLTableRowElement {
  const day = element('th', { scope: 'row' }, date, element('span', { class: 'note' }, ` ${weekday(date)}`));
  const cells = values
    ? METRICS.map((metric) => element('td', { class: 'number' }, countText(values[metric])))
    : [element('td', { colspan: '4', class: 'empty' }, t('not reported'))];
  return element('tr', {}, day, ...cells);
}

export function weekday(date: string): string {
  return localDate(Date.parse(date), { weekday: 'short', timeZone: 'UTC' });
}
