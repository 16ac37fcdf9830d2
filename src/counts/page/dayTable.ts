/** The table of days, newest first. */
import { element, textButton } from '../../page/dom.ts';
import { METRICS } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import type { DayRow } from '../countsView.ts';
import { countText, METRIC_NAMES, weekday } from '../metrics.ts';

/**
 * @param days oldest first
 * @param onOpen called with a day that is clicked
 */
export function dayTable(days: readonly DayRow[], onOpen: (day: string) => void): HTMLElement {
  const heads = METRICS.map((metric) =>
    element('th', { scope: 'col', class: 'number' }, local(METRIC_NAMES[metric])),
  );
  const rows = days.toReversed().map((day) => dayRow(day, onOpen));
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
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, t('Day')), ...heads)),
        element('tbody', {}, ...rows),
      ),
    ),
  );
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
