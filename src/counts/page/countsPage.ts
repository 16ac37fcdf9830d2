/** The page of a counts panel. Renders the state that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { element, keepingFocus, textButton, toolButton } from '../../page/dom.ts';
import { editorApi } from '../../page/editorApi.ts';
import { lineElement, setLine } from '../../page/shownText.ts';
import { METRICS } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import type {
  CountsFromPanel,
  CountsPanelState,
  CountsStored,
  DayRow,
  ToCountsPanel,
} from '../countsMessages.ts';
import { countText, dayInZone, METRIC_NAMES, weekday } from '../metrics.ts';
import { charts } from './charts.ts';
import { rangePicker } from './rangePicker.ts';

const { send, onTryAgain, failed, start, store } = editorApi<CountsFromPanel, ToCountsPanel, CountsStored>();

const refresh = toolButton({ icon: 'refresh', label: t('Refresh') }, onTryAgain);
const logs = toolButton({ icon: 'list-flat', label: t('Show Logs') }, () => send({ type: 'openLogs' }));
const openDay = (day: string) => send({ type: 'openLogs', day });
const range = rangePicker((span) => send({ type: 'choose', span }));
const title = element('h1');
const subtitle = element('p', { class: 'note' });
const summary = element('div', { class: 'summary' }, title, subtitle);
const content = element('div', { class: 'content' });
document
  .getElementById('panel')
  ?.append(
    element(
      'header',
      { class: 'toolbar' },
      range.element,
      element('div', { class: 'group more', role: 'group', 'aria-label': t('More') }, refresh, logs),
    ),
    element('main', {}, summary, content),
  );

start(({ state, stored }) => {
  if (stored) store(stored);
  const { domain, counts } = state;
  for (const part of [range.element, summary, logs]) part.hidden = !domain;
  if (domain) {
    range.update(domain);
    refresh.firstElementChild?.classList.toggle('codicon-modifier-spin', domain.isReading);
    refresh.ariaBusy = String(domain.isReading);
    setLine(title, domain.title);
    setLine(subtitle, counts ? describe(counts) : '');
  }
  keepingFocus(content, () => content.replaceChildren(...parts(state)));
});

function parts({ counts, failure }: CountsPanelState): HTMLElement[] {
  if (failure) return [failed(failure)];
  if (!counts) return [element('p', { class: 'empty first-line', role: 'status' }, t('Loading counts…'))];
  const { view, problem } = counts;
  const notes = [...(problem ? [t('The last refresh failed. {0}', problem)] : []), ...view.notes];
  const items = notes.map((note) => lineElement('li', {}, note));
  return [
    ...(items.length > 0 ? [element('ul', { class: 'notes', 'aria-label': t('Notes') }, ...items)] : []),
    charts(view, openDay),
    dayTable(view.days),
  ];
}

/** Returns the displayed days, their time zone, and when they were read. */
function describe({ view, asOf }: NonNullable<CountsPanelState['counts']>): string {
  const { from, to } = view.range;
  const days = dayInZone(from === to ? from : t('{0} to {1}', from, to), view.timeZone);
  return `${days} · ${t('as of {0}', asOf)}`;
}

/** Returns the table of days, newest first. */
function dayTable(days: readonly DayRow[]): HTMLElement {
  const heads = METRICS.map((metric) =>
    element('th', { scope: 'col', class: 'number' }, local(METRIC_NAMES[metric])),
  );
  const rows = days.toReversed().map(dayRow);
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

function dayRow({ date, values }: DayRow): HTMLTableRowElement {
  const open = textButton(date, () => openDay(date), {
    title: t('Show the logs of this day'),
    'data-focus': date,
  });
  const day = element('th', { scope: 'row' }, open, element('span', { class: 'note' }, ` ${weekday(date)}`));
  const cells = values
    ? METRICS.map((metric) => element('td', { class: 'number' }, countText(values[metric])))
    : [element('td', { colspan: '4', class: 'empty' }, t('not reported'))];
  return element('tr', {}, day, ...cells);
}
