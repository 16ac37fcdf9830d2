/** A report panel's page. Renders the report that the extension sends, and reports the user's choices. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus, toolButton } from '../../page/dom.ts';
import { editorApi } from '../../page/editorApi.ts';
import { appendText, selectedLines } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { FromReport, ReportPart, ReportStored, ToReport } from '../reportMessages.ts';

const { send, store, failed, start } = editorApi<FromReport, ToReport, ReportStored>();

const worded = (text: string, onClick: () => void, label = text) => toolButton({ text, label }, onClick);
const level = (detail: 'essential' | 'exact', text: string, label: string) =>
  worded(text, () => send({ type: 'detail', detail }), label);

const copy = worded(t('Copy'), () => send({ type: 'copy' }), t('Copy this text'));
const createIssue = worded(t('Create Issue…'), () => send({ type: 'createIssue' }));
const essential = level(
  'essential',
  t('Essential'),
  t('Essential: show names, ordinary values, and the match'),
);
const exact = level('exact', t('Exact'), t('Exact: show everything, with nothing hidden'));
const levels = element('div', { class: 'group', role: 'group', 'aria-label': t('Detail') }, essential, exact);
const hide = worded(t('Hide Selection'), hideSelection, t('Hide Selection Everywhere ({0})', 'Delete'));
// The selection must not change when the button is pressed.
hide.addEventListener('mousedown', (event) => event.preventDefault());
const tools = element('header', { class: 'toolbar' }, copy, createIssue, levels, hide);
/** Hidden values, in the report. */
const HIDDEN = '.report-value:not(.shown)';
const title = element('h1', { class: 'unseen' });
const summary = element('p', { class: 'report-summary' });
const content = element('div', { class: 'content' });
document.getElementById('panel')?.append(tools, element('main', {}, title, summary, content));

function show({ title: name, shown, failure, stored }: ToReport): void {
  if (stored) store(stored);
  title.textContent = name;
  tools.hidden = shown === undefined;
  const line = shown?.summary ?? (failure ? '' : t('Loading the log'));
  if (summary.textContent !== line) announce(line);
  summary.textContent = line;
  if (!shown) {
    content.replaceChildren(...(failure ? [failed({ title: name, ...failure })] : []));
    return;
  }
  const { detail } = shown;
  summary.classList.toggle('warning', detail === 'exact');
  createIssue.hidden = levels.hidden = detail === undefined;
  hide.hidden = detail !== 'essential';
  essential.ariaPressed = String(detail === 'essential');
  exact.ariaPressed = String(detail === 'exact');
  const top = scrollY;
  keepingFocus(content, () => content.replaceChildren(reportElement(shown.parts)));
  scrollTo({ top });
}

/** Renders a report as text nodes, with a control for each value that can be shown or hidden. */
function reportElement(parts: readonly ReportPart[]): HTMLElement {
  const report = element('div', { class: 'report code', dir: 'ltr' });
  for (const [at, part] of parts.entries()) {
    const parent = part.value === undefined ? report : control(part, String(at));
    appendText(parent, part.text);
    if (parent !== report) report.append(parent);
  }
  return report;
}

function control({ text, value = 0, isShown }: ReportPart, focus: string): HTMLElement {
  const toggle = () => send({ type: 'toggle', value });
  const name = asLabel(text.replace(/^‹|›$/g, ''));
  const made = element('span', {
    class: isShown ? 'report-value shown' : 'report-value',
    role: 'button',
    tabindex: '0',
    title: t('Show or hide this value'),
    'data-focus': focus,
    'aria-label': isShown ? t('Shown value: {0}', name) : t('Hidden value: {0}', name),
  });
  made.addEventListener('click', () => {
    if (getSelection()?.isCollapsed !== false) toggle();
  });
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle();
  });
  return made;
}

function hideSelection(): void {
  const texts = selectedLines(HIDDEN);
  if (!hide.hidden && texts.length > 0) send({ type: 'hide', texts });
  getSelection()?.empty();
}

document.addEventListener('selectionchange', () => {
  hide.disabled = selectedLines(HIDDEN).length === 0;
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Delete') hideSelection();
});
hide.disabled = true;
start(show, copy);
