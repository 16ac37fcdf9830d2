/** The page of a counts panel. Renders the state that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { element, keepingFocus, toolButton } from '../../page/dom.ts';
import { setLine } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import type { CountsPanelState, ToCountsPanel } from '../countsMessages.ts';
import { dayInZone } from '../metrics.ts';
import { failed, keep, onTryAgain, send, start } from './countsHost.ts';
import { domainCounts } from './domainCharts.ts';
import { rangePicker } from './rangeTools.ts';

type DomainState = Extract<CountsPanelState, { kind: 'domain' }>;

const refresh = toolButton({ icon: 'refresh', label: t('Refresh') }, onTryAgain);
const logs = toolButton({ icon: 'list-flat', label: t('Show Logs') }, () => send({ type: 'openLogs' }));
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
    element('div', { class: 'group more', role: 'group', 'aria-label': t('More') }, refresh, logs),
  ),
  element('main', {}, summary, content),
);

let shown: ToCountsPanel | undefined;

function receive(message: ToCountsPanel): void {
  shown = message;
  if (shown.stored) keep(shown.stored);
  draw();
}

function draw(): void {
  if (!shown) return;
  const { state } = shown;
  if (panel) panel.dataset['state'] = state.kind;
  const isDomain = state.kind === 'domain';
  for (const part of [range.element, summary, logs]) part.hidden = !isDomain;
  keepingFocus(content, () => {
    if (isDomain) drawDomain(state);
    else content.replaceChildren(failed(state));
  });
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
        ...domainCounts(counts, () => {
          if (shown?.stored) keep(shown.stored);
          draw();
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

start(receive);
