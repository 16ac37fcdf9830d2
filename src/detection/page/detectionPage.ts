/** The page of a detection panel. Renders the state that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { cutText } from '../../text/strings.ts';
import type { DetectionExtract } from '../detectionExtract.ts';
import type { Action, PanelLayout, PanelState, ToPanel } from '../detectionMessages.ts';
import type { TableName } from '../detectionView.ts';
import { SELECTED_LIMIT } from '../selectedLimit.ts';
import { failed, send, start, store } from './detectionHost.ts';
import { details, showChips, summary } from './facts.ts';
import { type FindBar, findBar } from './findBar.ts';
import { allTexts, logText } from './logText.ts';
import { matchCard } from './matchCard.ts';
import { type RawDataSection, rawDataSection } from './rawData.ts';
import { fieldTexts, headerTexts, type MarkedRows, type RowTable, rowTable } from './rowTable.ts';
import { showCopied } from './rowTools.ts';
import { type SectionBar, sectionBar } from './sectionBar.ts';
import { similarSection } from './similarSection.ts';
import { toolbar } from './toolbar.ts';

/** The results that the editor shows only in the status bar. It announces those that it shows in a message. */
const DONE: Partial<Record<Action, string>> = {
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
const chips = element('div', { class: 'chips', role: 'group', 'aria-label': t('Outcome') });
const tools = toolbar(chips, () => shown?.find.open());
const panel = document.getElementById('panel');
panel?.append(tools, element('main', {}, loading, content));

let layout: PanelLayout | undefined;
let shown: ShownLog | undefined;

/** The parts of the page that change when the match becomes known or another match becomes the current one. */
interface ShownLog {
  log: DetectionExtract;
  readonly bar: SectionBar;
  readonly find: FindBar;
  readonly match: HTMLElement;
  readonly payload: HTMLElement;
  readonly request: RowTable;
  raw: RawDataSection;
  /** True if the raw data of a match was requested and should be shown when it arrives. */
  isAwaited: boolean;
}

function receive(received: ToPanel): void {
  switch (received.type) {
    case 'copied':
      showCopied(received.table, received.index);
      announce(t('Copied'));
      break;
    case 'done': {
      const result = DONE[received.action];
      if (result !== undefined) announce(result);
      break;
    }
    case 'matched':
      if (shown) update(shown, received.log);
      break;
    case 'similar':
      keepingPlace(() => document.getElementById('similar')?.replaceWith(similarSection(received.similar)));
      break;
    case 'show':
      if (received.stored) store(received.stored);
      show(received.state);
  }
}

function show(state: PanelState): void {
  loading.hidden = state.kind !== 'loading';
  // A log that is no longer available cannot be copied and has no adjacent logs.
  tools.hidden = state.kind === 'failed' && state.gone === true && !state.canTryAgain;
  if (panel) panel.dataset['state'] = state.kind;
  shown = undefined;
  layout = undefined;
  switch (state.kind) {
    case 'loading':
      showLoading(state);
      break;
    case 'failed':
      chips.replaceChildren();
      content.inert = false;
      content.replaceChildren(failed(state));
      break;
    case 'log':
      content.inert = false;
      showLog(state);
      announce(state.title);
  }
}

/** Shows the facts from the list while a log is being read; removes the previous log. */
function showLoading({ title, head }: Extract<PanelState, { kind: 'loading' }>): void {
  loadingTitle.textContent = t('Loading {0}', title);
  announce(loadingTitle.textContent);
  content.inert = head === undefined;
  loadingTitle.hidden = head !== undefined;
  if (head === undefined) return;
  showChips(chips, { ...head, isRead: false });
  content.replaceChildren(summary({ ...head, title, isRead: false }));
}

function showLog({ title, log, layout: arranged, similar }: LogState): void {
  layout = arranged;
  const { tables, statusLine, requestLine } = log;
  const firstLine = (line: typeof statusLine) =>
    line && element('p', { class: 'first-line code', dir: 'ltr' }, logText(line));
  const request = rowTable({
    table: 'request',
    title: t('Request headers'),
    texts: headerTexts,
    content: tables.request,
    firstLine: firstLine(requestLine),
    marked: marked(log, 'request'),
  });
  const response = rowTable({
    table: 'response',
    title: t('Response headers'),
    texts: headerTexts,
    content: tables.response,
    firstLine: firstLine(statusLine),
  });
  const find = findBar({
    query: arranged.find,
    texts: allTexts,
    onQuery: (query) => arrange({ find: query }),
    onResize: measure,
  });
  const bar = sectionBar(find.element, keepPlace);
  const match = element('div', { class: 'match-frame' });
  const payload = element('div', { class: 'payload' });
  const raw = rawSection(log);
  shown = { log, bar, find, match, payload, request, raw, isAwaited: false };
  const facts = tables.facts.rows;
  showChips(chips, { facts, isRead: true });
  content.replaceChildren(
    summary({ title, ...(log.heading && { heading: log.heading }), facts, isRead: true }),
    match,
    similarSection(similar),
    bar.element,
    element(
      'div',
      { class: 'columns' },
      payload,
      request.element,
      raw.element,
      response.element,
      details(tables.facts),
      tables.other.total > 0
        ? rowTable({
            table: 'other',
            title: t('Other fields'),
            texts: fieldTexts,
            content: tables.other,
          }).element
        : undefined,
    ),
  );
  showMatched(shown);
  bar.goTo(arranged.section);
  if (arranged.scroll > 0 || arranged.section === '') scrollTo({ top: arranged.scroll });
  bar.update();
}

/** Renders the match and everything that depends on it. Leaves the rest unchanged. */
function update(before: ShownLog, log: DetectionExtract): void {
  const isOther = log.rawData.start !== before.log.rawData.start;
  before.log = log;
  before.request.mark(marked(log, 'request'));
  if (isOther) {
    const raw = rawSection(log);
    before.raw.element.replaceWith(raw.element);
    before.raw = raw;
  }
  keepingPlace(() => keepingFocus(before.match, () => showMatched(before)));
  if (before.isAwaited) before.raw.showMatch();
  before.isAwaited = false;
  before.bar.update();
}

function showMatched({ log, match, payload, bar, raw, find }: ShownLog): void {
  match.replaceChildren(card(log));
  payload.replaceChildren(...[payloadTable(log)].filter((each) => each !== undefined));
  bar.show(log);
  raw.markMatched(log);
  measure();
  find.refresh();
}

function rawSection(log: DetectionExtract): RawDataSection {
  return rawDataSection({
    log,
    isWrapped: layout?.wrap ?? true,
    onWrap: (wrap) => arrange({ wrap }),
    run: (action) => send({ type: 'run', action }),
  });
}

/** Scrolls to the match in the raw data and focuses it. */
function showMatch(): void {
  if (!shown) return;
  const { log, raw } = shown;
  const match = log.matches[log.current];
  if (match?.range) raw.showMatch();
  else if (match) {
    shown.isAwaited = true;
    send({ type: 'showMatch', index: log.current });
  }
}

function card(log: DetectionExtract): HTMLElement {
  return matchCard({
    log,
    onStep: (index) => {
      if (!shown) return;
      if (log.matches[index]?.range) update(shown, { ...log, current: index });
      else send({ type: 'showMatch', index });
    },
    onShow: showMatch,
  });
}

function payloadTable(log: DetectionExtract): HTMLElement | undefined {
  const content = log.tables.payload;
  if (content.total === 0) return undefined;
  return rowTable({
    table: 'payload',
    title: t('Payload'),
    texts: fieldTexts,
    content,
    firstLine: log.isPayloadCut
      ? element(
          'p',
          { class: 'raw-note empty' },
          t('The request has more fields. The raw data contains all of them.'),
        )
      : undefined,
    marked: marked(log, 'payload'),
  }).element;
}

/** Returns the rows of a table that contain the current match. */
function marked({ matches, current }: DetectionExtract, table: TableName): MarkedRows {
  const rows = matches[current]?.rows ?? [];
  return new Map(rows.flatMap((row) => (row.table === table ? [[row.index, row.range] as const] : [])));
}

/** Stores the heights of the bars, so that the bars do not cover content that is scrolled into view. */
function measure(): void {
  const { style } = document.documentElement;
  style.setProperty('--toolbar', `${tools.offsetHeight}px`);
  style.setProperty('--sections', `${shown?.bar.element.offsetHeight ?? 0}px`);
}

/** Calls `draw`, which changes content above the focused element, and keeps that element in its place in the window. */
function keepingPlace(draw: () => void): void {
  const { activeElement: focused, body } = document;
  const topOf = () => focused?.getBoundingClientRect().top ?? 0;
  const before = topOf();
  draw();
  if (focused !== body && focused?.isConnected && before < innerHeight) scrollBy(0, topOf() - before);
}

/** Stores `change` for the next time the panel is visible, because the editor discards the page of a hidden panel. */
function arrange(change: Partial<PanelLayout>): void {
  if (!layout) return;
  layout = { ...layout, ...change };
  send({ type: 'arranged', layout });
}

/** Stores the current section, which is also shown first for the next log. */
function keepPlace(): void {
  shown?.bar.update();
  arrange({ scroll: Math.round(scrollY), section: shown?.bar.current() ?? '' });
}

/**
 * Reports the selected text so that it can be searched for. Clicking the search button in the toolbar does not change
 * the reported text.
 */
function reportSelection(): void {
  if (document.activeElement?.closest('.toolbar, .find-bar')) return;
  const text = cutText(String(getSelection()), SELECTED_LIMIT);
  if (text === reported) return;
  reported = text;
  send({ type: 'selected', text });
}
let reported = '';

document.addEventListener('selectionchange', reportSelection);
addEventListener('scroll', () => shown?.bar.update());
addEventListener('scrollend', keepPlace);
new ResizeObserver(measure).observe(tools);
addEventListener('keydown', (event) => {
  const find =
    event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (find) shown?.find.open();
  else if (event.key === 'F3') shown?.find.step(event.shiftKey ? -1 : 1);
  else if (event.key === 'Enter' && document.activeElement === document.body) showMatch();
  else if (event.key === 'Escape' && !event.defaultPrevented) send({ type: 'leave' });
  // The editor opens an adjacent log. The browser would also start to scroll the page.
  else if (!(event.altKey && /^Arrow(Up|Down)$/.test(event.key))) return;
  event.preventDefault();
});
start(receive);
