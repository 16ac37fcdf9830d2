/** The page of a detection panel: draws the state that the extension sends, and sends the user's actions back. */
import '../../page/pageLanguage.ts';
import { announce } from '../../page/announce.ts';
import { element } from '../../page/dom.ts';
import { failure } from '../../page/failureView.ts';
import { keepFocus } from '../../page/keptFocus.ts';
import { cutText } from '../../text/cutText.ts';
import { message, t } from '../../text/l10n.ts';
import type { Action, PanelLayout, PanelState, ToPanel } from '../detectionMessages.ts';
import { SELECTED_LIMIT } from '../selectedLimit.ts';
import { onMessage, send, store } from './detectionHost.ts';
import { factList, summary } from './factList.ts';
import { fieldTexts, headerTable, headerTexts } from './headerTable.ts';
import { type RawDataSection, rawDataSection } from './rawData.ts';
import { showCopied } from './rowTools.ts';
import { toolbar } from './toolbar.ts';
import { valueText } from './valueText.ts';

const DONE: Partial<Record<Action, string>> = {
  copyBugReport: t('Copied as {0}', message('bug report')),
  copyCurl: t('Copied as {0}', 'cURL'),
  copyHar: t('Copied as {0}', 'HAR'),
  copyJson: t('Copied as {0}', 'JSON'),
  copyLink: t('Link copied'),
  copyRawData: t('Raw data copied'),
};

type LogState = Extract<PanelState, { kind: 'log' }>;

const loadingTitle = element('h1', { class: 'unseen' });
const progress = element('div', {
  class: 'progress',
  role: 'progressbar',
  'aria-label': t('Loading the log'),
});
const loading = element('div', { hidden: true }, loadingTitle, progress);
const content = element('div', { class: 'content' });
const tools = toolbar();
const panel = document.getElementById('panel');
panel?.append(tools, element('main', {}, loading, content));

let layout: PanelLayout | undefined;
let raw: RawDataSection | undefined;

function receive(received: ToPanel): void {
  switch (received.type) {
    case 'copied':
      showCopied(received.table, received.index);
      announce(t('Copied'));
      break;
    case 'done':
      announce(DONE[received.action] ?? t('Done'));
      break;
    case 'matched':
      content.querySelector('.facts')?.replaceWith(factList(received.facts));
      raw?.markMatched(received.matched);
      break;
    case 'show':
      if (received.stored) store(received.stored);
      show(received.state);
  }
}

function show(state: PanelState): void {
  loading.hidden = state.kind !== 'loading';
  content.inert = state.kind === 'loading';
  // Of a log that nobody knows any more, nothing can be copied, and no other is beside it.
  tools.hidden = state.kind === 'failed' && !state.canTryAgain;
  if (panel) panel.dataset['state'] = state.kind;
  raw = undefined;
  layout = undefined;
  switch (state.kind) {
    case 'loading':
      loadingTitle.textContent = t('Loading {0}', state.title);
      announce(loadingTitle.textContent);
      break;
    case 'failed':
      content.replaceChildren(
        failure(state, {
          onNext: () => send({ type: 'nextStep' }),
          onTryAgain: () => send({ type: 'tryAgain' }),
        }),
      );
      break;
    case 'log':
      showLog(state);
      announce(state.title);
  }
}

function showLog({ title, log, layout: arranged }: LogState): void {
  layout = arranged;
  const { tables, statusLine } = log;
  raw = rawDataSection({ log, layout, onArrange: arrange, run: (action) => send({ type: 'run', action }) });
  content.replaceChildren(
    summary(title, log),
    element(
      'div',
      { class: 'columns' },
      element(
        'div',
        { class: 'headers' },
        headerTable({
          table: 'request',
          title: t('Request headers'),
          filterLabel: t('Filter request headers'),
          texts: headerTexts,
          content: tables.request,
          filter: layout.requestFilter,
          onFilter: (requestFilter) => arrange({ requestFilter }),
        }),
        headerTable({
          table: 'response',
          title: t('Response headers'),
          filterLabel: t('Filter response headers'),
          texts: headerTexts,
          content: tables.response,
          firstLine:
            statusLine && element('p', { class: 'first-line code', dir: 'ltr' }, valueText(statusLine)),
          filter: layout.responseFilter,
          onFilter: (responseFilter) => arrange({ responseFilter }),
        }),
        tables.other.total > 0
          ? headerTable({
              table: 'other',
              title: t('Other fields'),
              filterLabel: t('Filter other fields'),
              texts: fieldTexts,
              content: tables.other,
              filter: '',
            })
          : undefined,
      ),
      raw.element,
    ),
  );
  scrollTo({ top: layout.scroll });
}

/** Keeps `change` for the next time that the panel is looked at: the editor drops the page of a hidden panel. */
function arrange(change: Partial<PanelLayout>): void {
  if (!layout) return;
  layout = { ...layout, ...change };
  send({ type: 'arranged', layout });
}

/** Tells what is selected, for a search; the click on the toolbar that searches does not change it. */
function tellSelection(): void {
  if (document.activeElement?.closest('.toolbar')) return;
  const text = cutText(String(getSelection()), SELECTED_LIMIT);
  if (text === told) return;
  told = text;
  send({ type: 'selected', text });
}
let told = '';

document.addEventListener('selectionchange', tellSelection);
addEventListener('scrollend', () => arrange({ scroll: Math.round(scrollY) }));
addEventListener('keydown', (event) => {
  const find =
    event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (find) raw?.focusFind();
  else if (event.key === 'F3') raw?.findNext(event.shiftKey ? -1 : 1);
  else if (event.key === 'Escape' && !event.defaultPrevented && !(event.target instanceof HTMLInputElement))
    send({ type: 'leave' });
  else return;
  event.preventDefault();
});
keepFocus();
onMessage(receive);
send({ type: 'ready' });
