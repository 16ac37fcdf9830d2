/**
 * Renders lines. As in the editor's lists, the elements of a row that is scrolled out of sight show another row: creating
 * elements for each would make the browser collect garbage of the whole window, which is visible as a stutter.
 */
import { element, iconElement } from '../../page/dom.ts';
import { iconClasses, OUTCOME_ICONS } from '../../page/icons.ts';
import { setLine } from '../../page/shownText.ts';
import { type Outcome, outcomeOf } from '../../service/model.ts';
import { plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import { sentences, unreadableReason, unreadableText } from '../../text/sentences.ts';
import { asVisible } from '../../text/visible.ts';
import { rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';
import { type RowView, type ShownColumn, timeText } from '../columns.ts';
import { type Group, gotThrough, type Line } from '../lines.ts';
import type { TableState } from '../tableMessages.ts';

type Columns = readonly ShownColumn[];

/** @param used the element of a row that is no longer visible, if any, with cells for the same columns */
export function rowElement(line: Line, columns: Columns, state: TableState, used?: HTMLElement): HTMLElement {
  if (line.kind === 'row') return logRow(line.row, columns, state, used);
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

function logRow(row: RowView, columns: Columns, { stored, times }: TableState, made = emptyRow(columns)) {
  for (const [index, column] of columns.entries()) {
    const { id } = column;
    const cell = made.children[index] as HTMLElement;
    const text = row.cells[id];
    const shown = text ? (SHOWN[id]?.(text, row, column, times) ?? text) : '';
    if (typeof shown === 'string') setLine(cell, shown);
    else showParts(cell, shown);
    // Screen readers would read the parts of a path as separate words.
    if (id === 'uri') cell.ariaLabel = cell.textContent;
    cell.title = '';
  }
  const context = { webviewSection: 'log', connectionId: stored?.connectionId, key: row.key };
  made.dataset['vscodeContext'] = JSON.stringify(context);
  return made;
}

function emptyRow(columns: Columns): HTMLElement {
  const cells = columns.map(({ id }, index) =>
    element('div', { class: 'cell', role: 'gridcell', 'data-column': id, 'aria-colindex': `${index + 1}` }),
  );
  return element('div', { class: 'line log', role: 'row' }, ...cells);
}

/** Returns the tooltip of a row's cell: its complete text. */
export function tooltipOf(cell: HTMLElement, { cells }: RowView, times: TimeStyle): string {
  const time = cell.dataset['column'] === 'time' && cells['time'];
  return time ? asVisible(wholeTime(time, times)) : (cell.textContent ?? '');
}

/** A part of a cell. One without text is an icon. */
type Part = readonly [classes: string, text: string];
type Show = (text: string, row: RowView, column: ShownColumn, times: TimeStyle) => string | readonly Part[];

/** What cells contain if it is not just their text. The number of parts is always the same. */
const SHOWN: Readonly<Record<string, Show>> = {
  // The text is hidden if the column is too narrow for it.
  action: (text) => {
    const outcome = outcomeOf(text) ?? 'other';
    return [
      [`outcome ${outcome} ${iconClasses(OUTCOME_ICONS[outcome])}`, ''],
      ['', text],
    ];
  },
  status: (text, row) => [[gotThrough(row) ? 'status-chip through' : 'status-chip', text]],
  uri: (path, { method }) => [['method', method ? `${method} ` : ''], ...pathParts(path)],
  time: (time, _, { width }, times) => timeText(time, width, times),
};

function showParts(parent: HTMLElement, parts: readonly Part[]): void {
  for (const [index, [classes, text]] of parts.entries()) {
    const part = parent.children[index] ?? parent.appendChild(element('span'));
    part.className = classes;
    part.ariaHidden = text === '' ? 'true' : null;
    setLine(part, text);
  }
}

/**
 * Minimum number of UTF-16 units that are wider than an ellipsis. Shorter text before a path's last segment is not
 * truncated.
 */
const LONGER_THAN_ELLIPSIS = 4;

/** Splits a path that is truncated in the middle if it is too long, so that its last segment remains visible. */
function pathParts(path: string): readonly Part[] {
  const query = path.search(/[?#]/);
  const end = query < 0 ? path.length : query;
  const slash = path.lastIndexOf('/', end - 2);
  const last = slash < LONGER_THAN_ELLIPSIS ? 0 : slash;
  return [
    ['path-start', path.slice(0, last)],
    ['path-end', path.slice(last)],
  ];
}

/** A group's line spans all columns: the number of logs, the common value, and the facts about the group's logs. */
function groupRow({ rows, label }: Group, { times }: TableState): HTMLElement {
  const name = element('span', { class: 'group-name' });
  if (label === '') name.append(element('i', {}, t('not sent')));
  else showParts(name, pathParts(label));
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
