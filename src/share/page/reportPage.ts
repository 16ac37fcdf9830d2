/** A report panel's page. Renders the report that the extension sends, and reports the user's choices. */
import '../../page/pageLanguage.ts';
import { announce, element, toolButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import type { ReportPart, ReportState, ShownReport, ToReport } from '../reportMessages.ts';
import { failed, send, start, store } from './reportHost.ts';
import { KEY, type ReportText, reportText } from './reportText.ts';

const DETAILS = [
  {
    detail: 'essential',
    text: t('Essential'),
    label: t('Essential: show names, ordinary values, and the match'),
  },
  {
    detail: 'exact',
    text: t('Exact'),
    label: t('Exact: show all, nothing is hidden'),
  },
] as const;

const group = (label: string, ...children: HTMLElement[]) =>
  element('div', { class: 'group', role: 'group', 'aria-label': label }, ...children);
const worded = (text: string, onClick: () => void, label = text) => toolButton({ text, label }, onClick);

const copy = worded(t('Copy'), () => send({ type: 'copy' }), t('Copy this text'));
const createIssue = worded(t('Create Issue…'), () => send({ type: 'createIssue' }));
const levels = DETAILS.map(({ detail, text, label }) =>
  worded(text, () => send({ type: 'detail', detail }), label),
);
const hide = worded(
  t('Hide Selection'),
  () => hideSelected(),
  t('Hide Selection Everywhere ({0})', 'Delete'),
);
// The selection must not change when the button is pressed.
hide.addEventListener('mousedown', (event) => event.preventDefault());
const actions = group(t('Actions'), copy, createIssue);
const detailGroup = group(t('Detail'), ...levels);
const hideGroup = group(t('Selection'), hide);
const tools = element('header', { class: 'toolbar' }, actions, detailGroup, hideGroup);
const title = element('h1', { class: 'unseen' });
const summary = element('p', { class: 'report-summary' });
const told = element('p', { class: 'report-told note' });
const content = element('div', { class: 'content' });
const panel = document.getElementById('panel');
panel?.append(tools, element('main', {}, title, summary, told, content));

interface Report extends ReportText {
  readonly shown: ShownReport;
  /** The parts that are values, in the same order as their controls. */
  readonly values: readonly ReportPart[];
}

let report: Report | undefined;
let selected: ReturnType<ReportText['selected']>;

function receive(received: ToReport): void {
  if (received.type === 'told') {
    told.textContent = received.text;
    announce(received.text);
    return;
  }
  if (received.stored) store(received.stored);
  show(received.state);
}

function show(state: ReportState): void {
  tools.hidden = state.kind !== 'report';
  title.textContent = state.title;
  told.textContent = '';
  report = undefined;
  selected = undefined;
  if (state.kind === 'report') {
    showReport(state.shown);
    return;
  }
  summary.textContent = state.kind === 'loading' ? t('Loading the log') : '';
  content.replaceChildren(...(state.kind === 'failed' ? [failed(state)] : []));
}

function showReport(shown: ShownReport): void {
  const { detail, parts, focus } = shown;
  const [before, top] = [summary.textContent, scrollY];
  const text = reportText(parts);
  const values = parts.filter(({ state }) => state !== undefined);
  report = { ...text, shown, values };
  summary.textContent = shown.summary;
  summary.classList.toggle('warning', detail === 'exact');
  if (before !== shown.summary) announce(shown.summary);
  createIssue.hidden = detail === undefined;
  detailGroup.hidden = detail === undefined;
  hideGroup.hidden = detail === undefined || detail === 'exact';
  for (const [index, button] of levels.entries())
    button.ariaPressed = String(DETAILS[index]?.detail === detail);
  content.replaceChildren(text.element);
  scrollTo({ top });
  for (const [index, control] of text.controls.entries()) {
    control.addEventListener('click', () => {
      if (getSelection()?.isCollapsed !== false) toggle(index);
    });
  }
  enter(focus ?? 0);
  if (focus !== undefined) text.controls[focus]?.focus();
  updateSelection();
}

/** Makes one control the only one that the Tab key can reach. */
function enter(index: number): void {
  for (const [at, control] of (report?.controls ?? []).entries()) control.tabIndex = at === index ? 0 : -1;
}

function toggle(index: number): void {
  if (!report) return;
  enter(index);
  if (report.values[index]?.state !== 'key') {
    send({ type: 'toggle', index, report: report.shown.report });
    return;
  }
  told.textContent = KEY;
  announce(KEY);
}

function updateSelection(): void {
  if (!tools.contains(document.activeElement) || !getSelection()?.isCollapsed) selected = report?.selected();
  hide.disabled = selected === undefined;
}

function hideSelected(): void {
  if (!report || !selected || hideGroup.hidden) return;
  send({ type: 'hideText', ...selected, report: report.shown.report });
  getSelection()?.empty();
}

/** Moves between the values with the arrow keys, and handles other keys pressed on the current value. */
function onKey(event: KeyboardEvent): void {
  const { controls = [] } = report ?? {};
  const at = controls.indexOf(document.activeElement as HTMLElement);
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Delete' && selected) hideSelected();
  else if (at < 0) return;
  else if (event.key === 'Enter' || event.key === ' ') toggle(at);
  else {
    const last = controls.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(at + 1, last),
      ArrowDown: Math.min(at + 1, last),
      ArrowLeft: Math.max(at - 1, 0),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    enter(next);
    controls[next]?.focus();
  }
  event.preventDefault();
}

document.addEventListener('selectionchange', updateSelection);
content.addEventListener('keydown', onKey);
addEventListener('keydown', (event) => {
  if (!event.defaultPrevented && event.key === 'Delete' && selected) onKey(event);
});
start(receive, copy);
