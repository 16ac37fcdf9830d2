/** The page of a counts panel. Renders the state that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import type { SortOrder } from '../../formats/table.ts';
import { announce, element, keepingFocus, toolButton } from '../../page/dom.ts';
import { setLine } from '../../page/shownText.ts';
import { METRICS } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
import type { CountsPanelState, CountsStored, ToCountsPanel } from '../countsMessages.ts';
import { dayInZone } from '../metrics.ts';
import { failed, keep, onTryAgain, send, start } from './countsHost.ts';
import { domainCounts } from './domainCharts.ts';
import { rangePicker } from './rangeTools.ts';
import { watchedDomains } from './watchedTable.ts';

type DomainState = Extract<CountsPanelState, { kind: 'domain' }>;

/** The sort order of each table. Initially, the newest day or the domain with the most attackers is first. */
const orders: Record<'domain' | 'watched', SortOrder> = {
  domain: { column: 0, descending: true },
  watched: { column: 1 + METRICS.indexOf('attackers'), descending: true },
};

const refresh = toolButton({ icon: 'refresh', label: t('Refresh') }, onTryAgain);
const logs = toolButton({ icon: 'list-flat', label: t('Show Logs') }, () => send({ type: 'openLogs' }));
const watched = toolButton({ icon: 'dashboard', label: t('All Watched Domains') }, () =>
  send({ type: 'openWatched' }),
);
const range = rangePicker((span) => send({ type: 'choose', span }));
const title = element('h1');
const subtitle = element('p', { class: 'note' });
const summary = element('div', { class: 'summary' }, title, subtitle);
const content = element('div', { class: 'content' });
const panel = document.getElementById('panel');
panel?.append(
  element(
    'header',
    { class: 'toolbar' },
    range.element,
    element('div', { class: 'group more', role: 'group', 'aria-label': t('More') }, refresh, logs, watched),
  ),
  element('main', {}, summary, content),
);

let shown: CountsPanelState | undefined;
let subject: CountsStored | undefined;

function receive(message: ToCountsPanel): void {
  if (message.type === 'copied') {
    announce(t('Copied as {0}', message.format === 'csv' ? 'CSV' : 'Markdown'));
    return;
  }
  if (message.stored) {
    subject = message.stored;
    keep(subject);
  }
  shown = message.state;
  draw();
}

function draw(): void {
  if (!shown) return;
  if (panel) panel.dataset['state'] = shown.kind;
  const isDomain = shown.kind === 'domain';
  range.element.hidden = !isDomain;
  summary.hidden = shown.kind === 'failed';
  logs.hidden = !isDomain;
  watched.hidden = shown.kind === 'watched';
  const state = shown;
  keepingFocus(content, () => drawContent(state));
}

function drawContent(state: CountsPanelState): void {
  switch (state.kind) {
    case 'watched':
      setLine(title, t('Watched Domains'));
      setLine(subtitle, '');
      content.replaceChildren(
        ...watchedDomains({ rows: state.rows, order: orders.watched, onSort: sortBy('watched') }),
      );
      break;
    case 'failed':
      content.replaceChildren(failed(state));
      break;
    case 'domain':
      drawDomain(state);
  }
}

function drawDomain(state: DomainState): void {
  const { content: counts, reading } = state;
  range.update(state);
  refresh.firstElementChild?.classList.toggle('codicon-modifier-spin', reading);
  refresh.ariaBusy = String(reading);
  setLine(title, state.title);
  setLine(subtitle, describe(state));
  switch (counts.kind) {
    case 'loading':
      content.replaceChildren(
        element('p', { class: 'empty first-line', role: 'status' }, t('Loading counts…')),
      );
      break;
    case 'failed':
      content.replaceChildren(failed(counts));
      break;
    case 'counts':
      content.replaceChildren(
        ...domainCounts({
          view: counts.view,
          problem: counts.problem,
          order: orders.domain,
          onSort: sortBy('domain'),
          onToggle: () => {
            if (subject) keep(subject);
            draw();
          },
        }),
      );
  }
}

/** Returns the displayed days, their time zone, and when they were read. */
function describe({ content: counts, connection }: DomainState): string {
  const parts = connection === undefined ? [] : [connection];
  if (counts.kind === 'counts') {
    const { from, to } = counts.view.range;
    parts.push(
      dayInZone(from === to ? from : t('{0} to {1}', from, to), counts.view.timeZone),
      t('as of {0}', counts.asOf),
    );
  }
  return parts.join(' · ');
}

function sortBy(kind: 'domain' | 'watched'): (order: SortOrder) => void {
  return (order) => {
    orders[kind] = order;
  };
}

start(receive);
