/** Creates the element of a line. A line does not change; it is replaced when what it shows changes. */
import { element, iconElement } from '../../page/dom.ts';
import { OUTCOME_ICONS } from '../../page/icons.ts';
import { appendLine, lineElement } from '../../page/shownText.ts';
import { type Outcome, outcomeOf } from '../../service/model.ts';
import { plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import { sentences, unreadableReason, unreadableText } from '../../text/sentences.ts';
import { asVisible } from '../../text/visible.ts';
import { rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';
import { type RowView, type ShownColumn, timeText } from '../columns.ts';
import { type Group, gotThrough, type Line } from '../lines.ts';
import type { TableState } from '../tableMessages.ts';

export function rowElement(line: Line, columns: readonly ShownColumn[], state: TableState): HTMLElement {
  if (line.kind === 'row') return logRow(line.row, columns, state);
  const made = line.kind === 'group' ? groupRow(line.group, state) : messageRow(line.kind);
  made.firstElementChild?.setAttribute('aria-colspan', String(columns.length));
  return made;
}

/** Returns the line for a position that has no row, with the reason. */
function messageRow(kind: 'unread' | 'unreadable'): HTMLElement {
  if (kind === 'unread') {
    const bar = element('span', { class: 'unread-bar', 'aria-hidden': 'true' });
    return spanning('unread', bar, element('span', { class: 'unseen' }, t('Not loaded yet')));
  }
  const text = sentences(t('{0}.', unreadableText(1)), unreadableReason());
  return spanning('unreadable', iconElement('info'), element('span', {}, text));
}

function logRow(row: RowView, columns: readonly ShownColumn[], state: TableState): HTMLElement {
  const cells = columns.map((column, index) => {
    const { id } = column;
    const cell = element('div', { class: 'cell', role: 'gridcell', 'aria-colindex': String(index + 1) });
    cell.dataset['column'] = id;
    const text = row.cells[id];
    const fill = CELLS[id];
    if (text && fill) fill(cell, text, row, column, state.times);
    else if (text) appendLine(cell, text);
    cell.title ||= cell.textContent ?? '';
    return cell;
  });
  const made = element('div', { class: 'line log', role: 'row' }, ...cells);
  const context = { webviewSection: 'log', connectionId: state.stored?.connectionId, key: row.key };
  made.dataset['vscodeContext'] = JSON.stringify(context);
  return made;
}

type Fill = (cell: HTMLElement, text: string, row: RowView, column: ShownColumn, times: TimeStyle) => void;

/** The columns whose cells contain more than plain text. */
const CELLS: Readonly<Record<string, Fill>> = {
  // The text is hidden if the column is too narrow for it.
  action: (cell, text) => {
    const outcome = outcomeOf(text) ?? 'other';
    cell.append(iconElement(OUTCOME_ICONS[outcome], `outcome ${outcome}`));
    appendLine(cell, text);
  },
  status: (cell, text, row) => {
    const name = gotThrough(row) ? 'status-chip through' : 'status-chip';
    cell.append(lineElement('span', { class: name }, text));
  },
  uri: (cell, path, { method }) => {
    if (method) cell.append(element('span', { class: 'method' }, `${method} `));
    if (appendPath(cell, path)) cell.ariaLabel = asVisible(method ? `${method} ${path}` : path);
  },
  time: (cell, time, _, { width }, times) => {
    appendLine(cell, timeText(time, width, times));
    cell.title = asVisible(wholeTime(time, times));
  },
};

/**
 * Minimum number of UTF-16 units that are wider than an ellipsis. Shorter text before a path's last segment is not
 * truncated.
 */
const LONGER_THAN_ELLIPSIS = 4;

/**
 * Appends a path. If it is too long, it is truncated in the middle, so that its last segment remains visible. Returns
 * true if it has two parts, which screen readers would read as two words.
 */
function appendPath(parent: HTMLElement, path: string): boolean {
  const query = path.search(/[?#]/);
  const end = query < 0 ? path.length : query;
  const slash = path.lastIndexOf('/', end - 2);
  const last = slash < LONGER_THAN_ELLIPSIS ? 0 : slash;
  if (last > 0) parent.append(lineElement('span', { class: 'path-start' }, path.slice(0, last)));
  if (last < path.length) parent.append(lineElement('span', { class: 'path-end' }, path.slice(last)));
  return last > 0;
}

/** A group's line spans all columns: the number of logs, the common value, and the facts about the group's logs. */
function groupRow({ rows, label }: Group, { times }: TableState): HTMLElement {
  const name = element('span', { class: 'group-name' });
  if (label === '') name.append(element('i', {}, t('not sent')));
  else appendPath(name, label);
  const values = (id: string) => rows.flatMap(({ cells }) => cells[id] || []);
  const addresses = new Set(values('address')).size;
  const count = (outcome: Outcome) => values('action').filter((each) => outcomeOf(each) === outcome).length;
  const [blocked, detected] = [count('blocked'), count('detected')];
  const last = values('time').sort().at(-1);
  const logs = plural(rows.length, { one: '{0} log', other: '{0} logs' });
  const facts = [
    addresses > 0 && plural(addresses, { one: '{0} address', other: '{0} addresses' }),
    blocked > 0 && t('{0} blocked', blocked),
    detected > 0 && t('{0} detected', detected),
    last !== undefined && t('last {0}', asVisible(rowTime(last, times))),
  ].filter((fact) => fact !== false);
  // Screen readers read the number with its word, and the two parts of a path as one word.
  name.ariaHidden = 'true';
  const made = spanning(
    'group-line',
    iconElement('chevron-right'),
    element('span', { class: 'group-count', 'aria-hidden': 'true' }, localNumber(rows.length)),
    name,
    element('span', { class: 'unseen' }, `${name.textContent}, ${logs}`),
    element('span', { class: 'group-facts' }, facts.join(' · ')),
  );
  made.title = [name.textContent, logs, ...facts].join('\n');
  made.dataset['vscodeContext'] = JSON.stringify({ webviewSection: 'group' });
  return made;
}

function spanning(kind: string, ...children: (Node | string)[]): HTMLElement {
  const whole = element('div', { class: 'whole', role: 'gridcell', 'aria-colindex': '1' }, ...children);
  return element('div', { class: `line ${kind}`, role: 'row' }, whole);
}
