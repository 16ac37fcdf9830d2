/** The lines of the table as elements. */
import { element } from '../../page/dom.ts';
import { type Icon, iconClasses } from '../../page/icons.ts';
import { appendLine, setLine } from '../../page/shownText.ts';
import { plural, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import { unreadableReason, unreadableText } from '../../text/unreadable.ts';
import { asVisible } from '../../text/visible.ts';
import { columnOf } from '../columns.ts';
import type { Group } from '../group.ts';
import type { RowView } from '../rowView.ts';
import type { ColumnLayout, FailedPlaces } from '../tableMessages.ts';

export interface LogRowOptions {
  readonly row: RowView;
  readonly columns: ColumnLayout;
  readonly connectionId: string;
  readonly domain: number;
  /** Whether the row belongs to a group. */
  readonly isMember: boolean;
}

const OUTCOMES: ReadonlyMap<string, { icon: Icon; name: string }> = new Map([
  ['Blocked', { icon: 'circle-slash', name: 'blocked' }],
  ['Detected', { icon: 'eye', name: 'detected' }],
]);

export function logRow(options: LogRowOptions): HTMLElement {
  const cells = options.columns.map(({ id, width }, index) => cell(id, width, index));
  const made = element('div', { class: 'line log', role: 'row' }, ...cells);
  fillLogRow(made, options);
  return made;
}

/**
 * Shows a row in an element that `logRow` made of the same columns.
 *
 * @param before the row that the element shows
 */
export function fillLogRow(
  made: HTMLElement,
  { row, columns, connectionId, domain, isMember }: LogRowOptions,
  before?: RowView,
): void {
  for (const [index, { id }] of columns.entries()) {
    const text = row.cells[id];
    const cell = made.children[index];
    if (text !== before?.cells[id] && cell instanceof HTMLElement) fillCell(cell, id, text ?? '');
  }
  made.ariaLevel = isMember ? '2' : null;
  const key = { domain, idx: row.idx, detectedType: row.detectedType };
  made.dataset['vscodeContext'] = JSON.stringify({ webviewSection: 'log', connectionId, key });
}

function cell(id: string, width: number, index: number): HTMLElement {
  const made = element('div', { class: 'cell', role: 'gridcell', 'aria-colindex': String(index + 1) });
  made.style.width = `${width}px`;
  made.dataset['column'] = id;
  made.dataset['vscodeContext'] = JSON.stringify(cellContext(id));
  return made;
}

function fillCell(made: HTMLElement, id: string, text: string): void {
  const outcome = id === 'action' ? OUTCOMES.get(text) : undefined;
  if (outcome) {
    const icon = element('span', {
      class: `outcome ${outcome.name} ${iconClasses(outcome.icon)}`,
      'aria-hidden': 'true',
    });
    made.replaceChildren(icon);
    appendLine(made, text);
  } else setLine(made, text);
  // The pointer may rest on it.
  if (made.hasAttribute('title')) made.title = made.textContent ?? '';
}

/** What a command in the menu of a cell gets. */
export function cellContext(id: string): { column: string; field?: string } {
  const field = columnOf(id)?.filter;
  return { column: id, ...(field && { field }) };
}

/** A place whose row is not read. */
export function unreadRow(columns: number): HTMLElement {
  const bar = element('span', { class: 'unread-bar', 'aria-hidden': 'true' });
  return spanning('line unread', columns, bar, element('span', { class: 'unseen' }, t('Not loaded yet')));
}

/** A place whose row the service sent and that could not be read. */
export function unreadableRow(columns: number): HTMLElement {
  const icon = element('span', { class: iconClasses('info'), 'aria-hidden': 'true' });
  const text = element(
    'span',
    { class: 'failed-text' },
    sentences(t('{0}.', unreadableText(1)), unreadableReason()),
  );
  return spanning('line unreadable', columns, icon, text);
}

export interface FailedRowOptions {
  readonly failed: FailedPlaces;
  readonly columns: number;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}

/** The reason why a page could not be read, and what can be done. */
export function failedRow({ failed, columns, onTryAgain, onNext }: FailedRowOptions): HTMLElement {
  const text = element('span', { class: 'failed-text' });
  appendLine(text, sentences(failed.headline, failed.cause));
  const again = inlineButton(t('Try Again'), onTryAgain);
  const next = failed.next === undefined ? undefined : inlineButton(failed.next, onNext);
  const icon = element('span', { class: iconClasses('warning'), 'aria-hidden': 'true' });
  const rows = `${t('Logs {0} to {1}:', failed.first + 1, failed.end)} `;
  return spanning('line failed', columns, icon, next, again, rows, text);
}

function inlineButton(text: string, onClick: () => void): HTMLElement {
  const made = element('button', { type: 'button', class: 'link', tabindex: '-1' }, text);
  made.addEventListener('click', (event) => {
    event.stopPropagation();
    onClick();
  });
  return made;
}

export function groupRow(group: Group, isOpen: boolean, columns: number): HTMLElement {
  const icon = isOpen ? 'chevron-down' : 'chevron-right';
  const name = element('span', { class: 'group-name' });
  if (group.isOthers) name.append(t('Others'));
  else if (group.label === undefined) name.append(element('i', {}, t('not sent')));
  else appendLine(name, group.label);
  name.title = group.label === undefined ? '' : asVisible(group.label);
  const { rows, addresses, first, last } = group;
  const times = element('span', { class: 'group-times' });
  if (first !== undefined) appendLine(times, first === last || !last ? first : t('{0} to {1}', first, last));
  const made = spanning(
    'line group-line',
    columns,
    element('span', { class: iconClasses(icon), 'aria-hidden': 'true' }),
    name,
    element('span', { class: 'group-count' }, plural(rows.length, { one: '{0} log', other: '{0} logs' })),
    element(
      'span',
      { class: 'group-addresses' },
      plural(addresses, { one: '{0} address', other: '{0} addresses' }),
    ),
    times,
  );
  made.setAttribute('aria-level', '1');
  made.ariaExpanded = String(isOpen);
  return made;
}

function spanning(name: string, columns: number, ...children: (Node | string | undefined)[]): HTMLElement {
  const content = element(
    'div',
    { class: 'whole', role: 'gridcell', 'aria-colindex': '1', 'aria-colspan': String(columns) },
    ...children,
  );
  return element('div', { class: name, role: 'row' }, content);
}
