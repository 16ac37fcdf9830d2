/** Creates the elements for the table's lines. */
import { element, iconElement, textButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import { appendLine, lineElement, setLine } from '../../page/shownText.ts';
import { plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import { sentences } from '../../text/sentences.ts';
import { unreadableReason, unreadableText } from '../../text/unreadable.ts';
import { asVisible } from '../../text/visible.ts';
import { type TimeStyle, wholeTime } from '../../text/zonedTime.ts';
import { columnOf, type ShownColumn, timeForm, timeText } from '../columns.ts';
import type { Group } from '../group.ts';
import type { RowView } from '../rowView.ts';
import type { FailedPlaces } from '../tableMessages.ts';

export interface LogRowOptions {
  readonly row: RowView;
  readonly columns: readonly ShownColumn[];
  readonly times: TimeStyle;
  readonly connectionId: string;
  readonly domain: number;
  /** True if the row belongs to a group. */
  readonly isMember: boolean;
}

const OUTCOMES: ReadonlyMap<string, { icon: Icon; name: string }> = new Map([
  ['Blocked', { icon: 'circle-slash', name: 'blocked' }],
  ['Detected', { icon: 'eye', name: 'detected' }],
]);

export function logRow(options: LogRowOptions): HTMLElement {
  const cells = options.columns.map(({ id }, index) => cell(id, index));
  const made = element('div', { class: 'line log', role: 'row' }, ...cells);
  fillLogRow(made, options);
  return made;
}

/**
 * Shows a row in an element that `logRow` created for the same columns.
 * @param before the row that the element currently shows
 */
export function fillLogRow(
  made: HTMLElement,
  { row, columns, times, connectionId, domain, isMember }: LogRowOptions,
  before?: RowView,
): void {
  for (const [index, { id, width }] of columns.entries()) {
    const text = row.cells[id];
    const isSame = text === before?.cells[id] && (id !== 'uri' || row.method === before?.method);
    const cell = made.children[index];
    if (isSame || !(cell instanceof HTMLElement)) continue;
    if (id === 'action') fillAction(cell, text ?? '');
    else if (id === 'uri') fillPath(cell, text ?? '', row.method);
    else if (id === 'status') fillStatus(cell, text ?? '');
    else if (id === 'time') fillTime(cell, text ?? '', width, times);
    else setLine(cell, text ?? '');
    // If the pointer is over the cell, it already has a tooltip, so update that.
    if (cell.hasAttribute('title')) cell.title = cellTitle(cell);
  }
  made.ariaLevel = isMember ? '2' : null;
  const key = { domain, idx: row.idx, detectedType: row.detectedType };
  made.dataset['vscodeContext'] = JSON.stringify({ webviewSection: 'log', connectionId, key });
}

function cell(id: string, index: number): HTMLElement {
  const made = element('div', { class: 'cell', role: 'gridcell', 'aria-colindex': String(index + 1) });
  made.style.width = columnWidth(index);
  made.dataset['column'] = id;
  made.dataset['vscodeContext'] = JSON.stringify(cellContext(id));
  return made;
}

/** Returns the CSS expression for a column's width, which the grid sets. */
export function columnWidth(index: number): string {
  return `var(--column-${index})`;
}

/** Returns the tooltip for a cell. It contains the cell's complete content, because part of it might be hidden. */
export function cellTitle(cell: HTMLElement): string {
  return cell.dataset['whole'] ?? cell.textContent ?? '';
}

/** Fills a cell with an action's icon and text. The text is hidden if the column is too narrow for it. */
function fillAction(cell: HTMLElement, text: string): void {
  const { icon, name } = OUTCOMES.get(text) ?? { icon: 'circle-outline', name: 'other' };
  cell.replaceChildren(...(text === '' ? [] : [iconElement(icon, `outcome ${name}`)]));
  appendLine(cell, text);
}

function fillStatus(cell: HTMLElement, status: string): void {
  const kind = status.length === 3 ? status.charAt(0) : '';
  const chip = lineElement('span', { class: `status-chip status-${kind}` }, status);
  cell.replaceChildren(...(status === '' ? [] : [chip]));
}

function fillPath(cell: HTMLElement, path: string, method: string | undefined): void {
  cell.replaceChildren(...(method ? [element('span', { class: 'method' }, `${method} `)] : []));
  const isSplit = appendPath(cell, path);
  cell.ariaLabel = isSplit ? asVisible(method ? `${method} ${path}` : path) : null;
}

/**
 * Appends a path. If it is too long, it is truncated in the middle, so that its last segment remains visible. Returns
 * true if it has two parts, which screen readers would read as two words.
 */
function appendPath(parent: HTMLElement, path: string): boolean {
  const last = lastPart(path);
  for (const [name, text] of [
    ['path-start', path.slice(0, last)],
    ['path-end', path.slice(last)],
  ] as const) {
    if (text !== '') parent.append(lineElement('span', { class: name }, text));
  }
  return last > 0;
}

/**
 * Minimum number of UTF-16 units that are wider than an ellipsis. Shorter text before a path's last segment is not
 * truncated.
 */
const LONGER_THAN_ELLIPSIS = 4;

/**
 * Returns the offset of a path's last segment, ignoring the query, or 0 if the text before it is too short to truncate.
 */
function lastPart(path: string): number {
  const query = path.search(/[?#]/);
  const end = query < 0 ? path.length : query;
  const last = path.lastIndexOf('/', end - 2);
  return last < LONGER_THAN_ELLIPSIS ? 0 : last;
}

function fillTime(cell: HTMLElement, time: string, width: number, times: TimeStyle): void {
  setLine(cell, timeText(time, timeForm(width), times));
  if (time === '') delete cell.dataset['whole'];
  else cell.dataset['whole'] = asVisible(wholeTime(time, times));
}

/** Returns the context that a cell's context menu passes to commands. */
export function cellContext(id: string): { column: string; field?: string } {
  const field = columnOf(id)?.filter;
  return { column: id, ...(field && { field }) };
}

/** Returns the line for a position whose row has not been read. */
export function unreadRow(columns: number): HTMLElement {
  const bar = element('span', { class: 'unread-bar', 'aria-hidden': 'true' });
  return spanning('line unread', columns, bar, element('span', { class: 'unseen' }, t('Not loaded yet')));
}

/** Returns the line for a position whose row was received but could not be read. */
export function unreadableRow(columns: number): HTMLElement {
  const text = sentences(t('{0}.', unreadableText(1)), unreadableReason());
  return spanning(
    'line unreadable',
    columns,
    iconElement('info'),
    element('span', { class: 'failed-text' }, text),
  );
}

export interface FailedRowOptions {
  readonly failed: FailedPlaces;
  readonly columns: number;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}

/** Returns the line that shows why a page could not be read, with possible next steps. */
export function failedRow({ failed, columns, onTryAgain, onNext }: FailedRowOptions): HTMLElement {
  const text = lineElement('span', { class: 'failed-text' }, sentences(failed.headline, failed.cause));
  const again = inlineButton(t('Try Again'), onTryAgain);
  const next = failed.next === undefined ? undefined : inlineButton(failed.next, onNext);
  const rows = `${t('Rows {0} to {1}:', failed.first + 1, failed.end)} `;
  return spanning('line failed', columns, iconElement('warning'), next, again, rows, text);
}

function inlineButton(text: string, onClick: () => void): HTMLElement {
  const button = textButton(text, onClick, { tabindex: '-1' });
  button.addEventListener('click', (event) => event.stopPropagation());
  return button;
}

export interface GroupRowOptions {
  readonly group: Group;
  readonly isOpen: boolean;
  readonly columns: number;
  readonly times: TimeStyle;
  readonly isNarrow: boolean;
}

export function groupRow({ group, isOpen, columns, times, isNarrow }: GroupRowOptions): HTMLElement {
  const icon = isOpen ? 'chevron-down' : 'chevron-right';
  const name = element('span', { class: 'group-name' });
  if (group.isOthers) name.append(t('Others'));
  else if (group.label === undefined) name.append(element('i', {}, t('not sent')));
  else appendPath(name, group.label);
  const label = group.label === undefined ? name.textContent : asVisible(group.label);
  name.title = group.label === undefined ? '' : label;
  const { rows, addresses, first, last } = group;
  const seen = element('span', { class: 'group-fact group-seen' });
  if (first !== undefined && last !== undefined) {
    appendLine(seen, timeText(last, isNarrow ? 'brief' : 'short', times));
    const [from, to] = [asVisible(wholeTime(first, times)), asVisible(wholeTime(last, times))];
    seen.title = first === last ? to : t('{0} to {1}', from, to);
  }
  const made = spanning(
    'line group-line',
    columns,
    iconElement(icon),
    name,
    groupFact('blank', rows.length, plural(rows.length, { one: '{0} log', other: '{0} logs' })),
    groupFact('account', addresses, plural(addresses, { one: '{0} address', other: '{0} addresses' })),
    ...[...OUTCOMES].map(([action, { icon, name }]) => {
      const count = rows.filter(({ cells }) => cells['action'] === action).length;
      return groupFact(
        icon,
        count,
        name === 'blocked' ? t('{0} blocked', count) : t('{0} detected', count),
        name,
      );
    }),
    seen,
  );
  made.dataset['vscodeContext'] = JSON.stringify({ webviewSection: 'group' });
  // Screen readers read the facts as a list, and the two parts of a path as one word.
  const words = [...made.querySelectorAll('.group-words')].map(({ textContent }) => textContent);
  const spoken = [label, ...words, seen.textContent].filter(Boolean).join(', ');
  for (const part of made.firstElementChild?.children ?? []) part.ariaHidden = 'true';
  made.firstElementChild?.prepend(element('span', { class: 'unseen' }, spoken));
  made.setAttribute('aria-level', '1');
  made.ariaExpanded = String(isOpen);
  return made;
}

/**
 * Returns an element with one of the counts shown for a group: in words if there is space for them, and otherwise with
 * an icon. The element is empty if the count is 0.
 */
function groupFact(icon: Icon, count: number, words: string, name = ''): HTMLElement {
  if (count === 0) return element('span', { class: 'group-fact' });
  return element(
    'span',
    { class: 'group-fact', title: words },
    iconElement(icon, `outcome ${name}`),
    element('span', { class: 'group-number' }, localNumber(count, { notation: 'compact' })),
    element('span', { class: 'group-words' }, words),
  );
}

function spanning(name: string, columns: number, ...children: (Node | string | undefined)[]): HTMLElement {
  const content = element(
    'div',
    { class: 'whole', role: 'gridcell', 'aria-colindex': '1', 'aria-colspan': String(columns) },
    ...children,
  );
  return element('div', { class: name, role: 'row' }, content);
}
