/** The page of a detection panel. Renders the view that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { announce, div, element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { cutText } from '../../text/strings.ts';
import type { PageState, ShownFailure, ToPanel } from '../detectionMessages.ts';
import type { LogContent, LogView } from '../logView.ts';
import { failed, send, start, store, stored } from './detectionHost.ts';
import { detailsSection, headersSection, payloadSection } from './fields.ts';
import { chipsOf, matchCard, summary } from './head.ts';
import { rawDataSection, revealMatch, showMatch } from './rawData.ts';
import { goToSection, markSection, sectionBar } from './sections.ts';
import { similarSection } from './similarSection.ts';
import { toolbar } from './toolbar.ts';

const label = t('Loading the log');
const progress = element('div', { class: 'progress', role: 'progressbar', 'aria-label': label });
const content = div('content');
const chips = element('div', { class: 'chips', role: 'group', 'aria-label': t('Outcome') });
const tools = toolbar(chips);
const panel = document.getElementById('panel') ?? document.body;
panel.append(tools, element('main', {}, progress, content));

let state: PageState = { scroll: 0, section: '', ...(stored() as Partial<PageState> | undefined) };
/** The bar with the sections of a shown log. */
let bar: HTMLElement | undefined;
/** True if another log than before was requested: it is shown in the same section, but not at the same place. */
let isOther = false;

function receive(received: ToPanel): void {
  if (received.type === 'similar') {
    document.getElementById('similar')?.replaceWith(similarSection(received.similar));
    return;
  }
  if (received.stored && received.stored.link !== state.link) isOther = true;
  // The browser might not have reported the end of a scroll yet.
  keep({ ...place(), ...received.stored });
  bar = undefined;
  if (received.type === 'failed') showFailure(received.failure);
  else if (received.view.content) showLog(received.view, received.view.content);
  else {
    showHead('loading', received.view);
    announce(t('Loading {0}', received.view.title));
  }
}

function showFailure(failure: ShownFailure): void {
  panel.dataset['state'] = 'failed';
  tools.hidden = failure.gone && !failure.canTryAgain;
  chips.replaceChildren();
  content.replaceChildren(failed(failure));
}

/** Shows the facts about a log; removes the previous log. */
function showHead(kind: 'loading' | 'log', view: LogView): void {
  panel.dataset['state'] = kind;
  tools.hidden = false;
  chips.replaceChildren(...chipsOf(view));
  content.replaceChildren(summary(view));
}

function showLog(view: LogView, log: LogContent): void {
  const isAtMatch = document.activeElement?.matches('.raw') === true;
  showHead('log', view);
  // Without a match, the description is at the top.
  const description =
    log.match && log.description.text ? [{ name: t('Description'), ...log.description }] : [];
  bar = sectionBar(log);
  content.append(
    matchCard(log),
    similarSection(),
    bar,
    div(
      'columns',
      log.payload.length > 0 ? payloadSection(log) : undefined,
      headersSection('request', log.request),
      rawDataSection(log),
      headersSection('response', log.response),
      detailsSection([...view.details, ...description, ...log.other]),
    ),
  );
  measure();
  revealMatch();
  if (!isOther) scrollTo({ top: state.scroll });
  else if (state.section === '') scrollTo({ top: 0 });
  else goToSection(state.section);
  if (isAtMatch && !isOther) showMatch();
  isOther = false;
  markSection();
  announce(view.title);
}

/**
 * Stores the heights of the bars, so that the bars do not cover content that is scrolled into view. Usually, these are
 * the heights in the style sheet. If they are not, the browser computes the style of every element again.
 */
function measure(): void {
  const { style } = document.documentElement;
  style.setProperty('--toolbar', `${tools.offsetHeight}px`);
  if (bar) style.setProperty('--sections', `${bar.offsetHeight}px`);
}

/** Returns the user's place in the log; nothing if no log is shown. */
function place(): Partial<PageState> {
  return bar ? { scroll: Math.round(scrollY), section: markSection() } : {};
}

/** Stores a change for the next time the panel is visible, because the editor discards the page of a hidden panel. */
function keep(change: Partial<PageState>): void {
  state = { ...state, ...change };
  store(state);
}

/**
 * Reports the selected text so that it can be searched for. Clicking a button in the toolbar does not change the
 * reported text.
 */
function reportSelection(): void {
  if (document.activeElement?.closest('.toolbar')) return;
  const text = cutText(String(getSelection()), SELECTED_LENGTH);
  if (text === reported) return;
  reported = text;
  send({ type: 'selected', text });
}
let reported = '';
/** Maximum length, in UTF-16 units, of the reported text. */
const SELECTED_LENGTH = 200;

document.addEventListener('selectionchange', reportSelection);
for (const change of ['scroll', 'resize']) addEventListener(change, markSection);
addEventListener('scrollend', () => {
  if (bar) keep(place());
});
new ResizeObserver(measure).observe(tools);
addEventListener('keydown', (event) => {
  const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
  if (isFind) for (const nested of content.querySelectorAll('details')) nested.open = true;
  if (event.defaultPrevented || document.querySelector(':popover-open')) return;
  if (event.key === 'Enter' && document.activeElement === document.body) showMatch();
  else if (event.key === 'Escape') send({ type: 'leave' });
  // The editor opens an adjacent log. The browser would also start to scroll the page.
  else if (!(event.altKey && /^Arrow(Up|Down)$/.test(event.key))) return;
  event.preventDefault();
});
start(receive);
