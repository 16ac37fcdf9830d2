/** A report panel's page. Renders the report that the extension sends, and reports the user's choices. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus, toolButton } from '../../page/dom.ts';
import { editorApi } from '../../page/editorApi.ts';
import { appendText, type TextPiece } from '../../page/shownText.ts';
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

let pieces: readonly TextPiece[] = [];
let report = 0;

function show({ title: name, shown, failure, stored }: ToReport): void {
  if (stored) store(stored);
  title.textContent = name;
  tools.hidden = shown === undefined;
  const line = shown?.summary ?? (failure ? '' : t('Loading the log'));
  if (summary.textContent !== line) announce(line);
  summary.textContent = line;
  pieces = [];
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
  const drawn = drawReport(shown.parts, (part) => send({ type: 'toggle', part, report }));
  pieces = drawn.pieces;
  const top = scrollY;
  keepingFocus(content, () => content.replaceChildren(drawn.element));
  scrollTo({ top });
}

function hideSelected(): void {
  const selected = hide.hidden ? undefined : selectedRange(pieces);
  if (!selected) return;
  send({ type: 'hideText', ...selected, report });
  getSelection()?.empty();
}

document.addEventListener('selectionchange', () => {
  hide.disabled = selectedRange(pieces) === undefined;
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Delete') hideSelected();
});
hide.disabled = true;
start(show, copy);

interface DrawnReport {
  readonly element: HTMLElement;
  readonly pieces: readonly TextPiece[];
}

/** Renders a report as text nodes, with a control for each value, which `toggle` shows or hides. */
function drawReport(parts: readonly ReportPart[], toggle: (part: number) => void): DrawnReport {
  const frame = element('div', { class: 'report code', dir: 'ltr' });
  let offset = 0;
  const pieces = parts.flatMap(({ text, state }, part) => {
    const parent = state ? control(text, state, String(part), () => toggle(part)) : frame;
    const drawn = appendText(parent, text, offset);
    if (parent !== frame) frame.append(parent);
    offset += text.length;
    return drawn;
  });
  return { element: frame, pieces };
}

function control(text: string, state: 'hidden' | 'shown', focus: string, toggle: () => void): HTMLElement {
  const name = asLabel(text.replace(/^‹|›$/g, ''));
  const made = element('span', {
    class: `report-value ${state}`,
    role: 'button',
    tabindex: '0',
    title: t('Show or hide this value'),
    'data-focus': focus,
    'aria-label': state === 'shown' ? t('Shown value: {0}', name) : t('Hidden value: {0}', name),
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

/** Returns the selected range of the report's text, in UTF-16 offsets, or undefined if nothing in it is selected. */
function selectedRange(pieces: readonly TextPiece[]) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const inside = pieces.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return undefined;
  const isFirst = first.node === range.startContainer && first.exact;
  const isLast = last.node === range.endContainer && last.exact;
  const start = first.start + (isFirst ? range.startOffset : 0);
  const end = isLast ? last.start + range.endOffset : last.end;
  return start < end ? { start, end } : undefined;
}
