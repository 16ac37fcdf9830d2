/** A report panel's page. Renders the report that the extension sends, and reports the user's choices. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus, toolButton } from '../../page/dom.ts';
import { editorApi } from '../../page/editorApi.ts';
import { t } from '../../text/l10n.ts';
import type { FromReport, ReportStored, ToReport } from '../reportMessages.ts';
import { type ReportText, reportText } from './reportText.ts';

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
const exact = level('exact', t('Exact'), t('Exact: show all, nothing is hidden'));
const levels = element('div', { class: 'group', role: 'group', 'aria-label': t('Detail') }, essential, exact);
const hideLabel = t('Hide Selection Everywhere ({0})', 'Delete');
const hide = worded(t('Hide Selection'), () => hideSelected(), hideLabel);
// The selection must not change when the button is pressed.
hide.addEventListener('mousedown', (event) => event.preventDefault());
const tools = element('header', { class: 'toolbar' }, copy, createIssue, levels, hide);
const title = element('h1', { class: 'unseen' });
const summary = element('p', { class: 'report-summary' });
const content = element('div', { class: 'content' });
document.getElementById('panel')?.append(tools, element('main', {}, title, summary, content));

let text: ReportText | undefined;
let report = 0;

function show({ title: name, shown, failure, stored }: ToReport): void {
  if (stored) store(stored);
  title.textContent = name;
  tools.hidden = shown === undefined;
  text = undefined;
  const line = shown?.summary ?? (failure ? '' : t('Loading the log'));
  if (summary.textContent !== line) announce(line);
  summary.textContent = line;
  if (!shown) {
    content.replaceChildren(...(failure ? [failed({ title: name, ...failure })] : []));
    return;
  }
  const { detail } = shown;
  report = shown.report;
  summary.classList.toggle('warning', detail === 'exact');
  createIssue.hidden = levels.hidden = detail === undefined;
  hide.hidden = detail !== 'essential';
  essential.ariaPressed = String(detail === 'essential');
  exact.ariaPressed = String(detail === 'exact');
  const drawn = reportText(shown.parts, toggle);
  text = drawn;
  const top = scrollY;
  keepingFocus(content, () => content.replaceChildren(drawn.element));
  scrollTo({ top });
}

function toggle(index: number): void {
  send({ type: 'toggle', index, report });
}

function hideSelected(): void {
  const selected = hide.hidden ? undefined : text?.selected();
  if (!selected) return;
  send({ type: 'hideText', ...selected, report });
  getSelection()?.empty();
}

document.addEventListener('selectionchange', () => {
  hide.disabled = text?.selected() === undefined;
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Delete') hideSelected();
});
hide.disabled = true;
start(show, copy);
