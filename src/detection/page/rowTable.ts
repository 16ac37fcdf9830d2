/**
 * A table of names and values that can be filtered, whose rows may have others inside. Of many rows the first are drawn, and
 * the rest on request.
 */

import { announce, type Child, element } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { ShownRow, ShownTable } from '../detectionExtract.ts';
import type { TableName } from '../detectionView.ts';
import { filterField } from './filterField.ts';
import { rowTools } from './rowTools.ts';
import { section } from './section.ts';
import { valueText } from './valueText.ts';

/** Rows drawn at first, and in one piece. */
const CHUNK = 200;

export interface RowTableOptions {
  readonly table: TableName;
  readonly title: string;
  readonly filterLabel: string;
  readonly texts: TableTexts;
  readonly content: ShownTable;
  /** Above the rows: the first line of a message. */
  readonly firstLine?: Child;
  readonly filter: string;
  readonly onFilter?: (filter: string) => void;
  /** The indexes of the rows that contain the match. */
  readonly marked: ReadonlySet<number>;
}

export interface RowTable {
  readonly element: HTMLElement;
  /** Marks these rows, and no others. */
  mark(marked: ReadonlySet<number>): void;
}

interface IndexedRow {
  readonly row: ShownRow;
  readonly index: number;
}

/** What a table says of its rows. */
interface TableTexts {
  readonly none: string;
  readonly noMatch: string;
  readonly drawn: (count: number, total: number) => string;
  readonly filtered: (count: number, total: number) => string;
  readonly left: (count: number) => string;
}

export const headerTexts: TableTexts = {
  none: t('No headers.'),
  noMatch: t('No header matches the filter.'),
  drawn: (count, total) =>
    plural(total, { one: '{1} of {0} header shown.', other: '{1} of {0} headers shown.' }, count),
  filtered: (count, total) => plural(total, { one: '{1} of {0} header', other: '{1} of {0} headers' }, count),
  left: (count) =>
    plural(count, {
      one: '{0} header more than the panel can show. Copy as JSON includes all of them.',
      other: '{0} headers more than the panel can show. Copy as JSON includes all of them.',
    }),
};

export const fieldTexts: TableTexts = {
  none: t('No fields.'),
  noMatch: t('No field matches the filter.'),
  drawn: (count, total) =>
    plural(total, { one: '{1} of {0} field shown.', other: '{1} of {0} fields shown.' }, count),
  filtered: (count, total) => plural(total, { one: '{1} of {0} field', other: '{1} of {0} fields' }, count),
  left: (count) =>
    plural(count, {
      one: '{0} field more than the panel can show. Copy as JSON includes all of them.',
      other: '{0} fields more than the panel can show. Copy as JSON includes all of them.',
    }),
};

/** Rows that are drawn at once for one that contains the match. */
const MOST_AT_ONCE = 2_000;

export function rowTable(options: RowTableOptions): RowTable {
  const { table, title, texts, content } = options;
  const detail = element('span');
  const rows = element('div', { class: 'rows', role: 'table', 'aria-label': title });
  const foot = element('div', { class: 'table-foot' });
  const open = new Set(content.rows.flatMap(({ isOpen }, index) => (isOpen ? [index] : [])));
  let { marked, filter: typed } = options;
  let shown: readonly IndexedRow[] = [];
  let drawn = 0;

  const drawChunk = () => {
    const chunk = shown.slice(drawn, drawn + CHUNK);
    const made = chunk.map((each) =>
      tableRow(each, table, {
        isOpen: open.has(each.index),
        isMarked: marked.has(each.index),
        onToggle: () => toggle(each.index),
      }),
    );
    rows.append(element('div', { class: 'chunk', role: 'rowgroup' }, ...made));
    drawn += chunk.length;
  };
  const drawFoot = () => {
    const more = element('button', { type: 'button', class: 'link' }, t('Show {0} More', CHUNK));
    more.addEventListener('click', () => {
      drawChunk();
      drawFoot();
      focusChunk(rows);
    });
    const all = element('button', { type: 'button', class: 'link' }, t('Show All {0}', shown.length));
    all.addEventListener('click', () => {
      focusChunk(rows);
      drawAll();
    });
    const left = content.total - content.rows.length;
    foot.replaceChildren(
      ...(drawn < shown.length ? [element('span', {}, texts.drawn(drawn, shown.length)), more, all] : []),
      ...(left > 0 ? [element('span', {}, texts.left(left))] : []),
      ...(shown.length === 0 ? [element('span', {}, content.total === 0 ? texts.none : texts.noMatch)] : []),
    );
  };
  /** A chunk a frame, so that the panel stays alive. */
  const drawAll = () => {
    const current = shown;
    const step = () => {
      if (current !== shown || !rows.isConnected) return;
      drawChunk();
      drawFoot();
      if (drawn < shown.length) requestAnimationFrame(step);
    };
    step();
  };
  const draw = (least: number) => {
    shown = typed === '' ? visible(content.rows, open) : matching(content.rows, typed);
    drawn = 0;
    rows.replaceChildren();
    while (drawn < shown.length && drawn < Math.max(1, Math.min(least, MOST_AT_ONCE))) drawChunk();
    drawFoot();
    const { total } = content;
    const added = content.rows.filter((row) => row.added).length;
    const whole =
      added === 0 ? localNumber(count(content)) : t('{0}, {1} added by the service', total, added);
    detail.textContent = typed === '' ? whole : t('{0} of {1}', shown.length, count(content));
  };
  const toggle = (index: number) => {
    if (!open.delete(index)) open.add(index);
    draw(drawn);
    rows.querySelector<HTMLElement>(`[data-opens="${index}"]`)?.focus();
  };
  draw(shownUntil(visible(content.rows, open), marked));

  const filter =
    content.total > 1 &&
    filterField({
      label: options.filterLabel,
      placeholder: t('Filter'),
      value: options.filter,
      onInput: (value) => {
        typed = value;
        draw(0);
        options.onFilter?.(value);
        announce(texts.filtered(shown.length, count(content)));
      },
    });
  return {
    element: section({
      id: table,
      title,
      detail,
      tools: [filter ? filter.element : undefined],
      body: [options.firstLine, rows, foot],
    }),
    mark: (next) => {
      marked = next;
      for (const row of rows.querySelectorAll<HTMLElement>('.row'))
        markRow(row, marked.has(Number(row.dataset['index'])));
    },
  };
}

/** The rows of a table without its headings. */
function count({ rows, total }: ShownTable): number {
  return total - rows.filter(({ isHeading }) => isHeading).length;
}

function focusChunk(rows: HTMLElement): void {
  rows.lastElementChild?.querySelector('button')?.focus({ preventScroll: true });
}

interface RowState {
  readonly isOpen: boolean;
  readonly isMarked: boolean;
  readonly onToggle: () => void;
}

function tableRow({ row, index }: IndexedRow, table: TableName, state: RowState): HTMLElement {
  const { name, value, depth = 1, isHeading } = row;
  const made = element('div', { class: isHeading ? 'row heading' : 'row', role: 'row' });
  made.dataset['index'] = String(index);
  if (isHeading) {
    made.append(element('div', { class: 'cell', role: 'rowheader' }, name.text));
    return made;
  }
  const nameText = element('span', { class: 'name', dir: 'ltr' }, valueText(name, t('no name')));
  made.append(
    element(
      'div',
      { class: 'cell name-cell', role: 'rowheader' },
      ...Array.from({ length: depth - 1 }, () => element('span', { class: 'indent' })),
      row.inside ? opener(index, state) : undefined,
      nameText,
      row.added &&
        element(
          'span',
          { class: 'added', title: t('Added by the service: it is not in the raw data.') },
          t('added'),
        ),
    ),
    element(
      'div',
      { class: 'cell code', role: 'cell', dir: 'ltr' },
      row.note === undefined ? valueText(value) : element('span', { class: 'note' }, row.note),
      row.note === undefined ? rowTools(row, table, index) : undefined,
    ),
  );
  markRow(made, state.isMarked);
  return made;
}

function opener(index: number, { isOpen, onToggle }: RowState): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'opener', 'aria-expanded': String(isOpen), 'aria-label': t('Fields inside') },
    element('span', { class: iconClasses('chevron-right'), 'aria-hidden': 'true' }),
  );
  button.dataset['opens'] = String(index);
  button.addEventListener('click', onToggle);
  return button;
}

/** Marks a row that contains the match, or takes the mark away. */
function markRow(row: HTMLElement, isMarked: boolean): void {
  row.classList.toggle('matched', isMarked);
  row.querySelector('.match-mark')?.remove();
  if (isMarked) row.querySelector('.name-cell')?.append(element('span', { class: 'match-mark' }, t('match')));
}

/** The rows that are not inside a closed one. */
function visible(rows: readonly ShownRow[], open: ReadonlySet<number>): IndexedRow[] {
  const shown: IndexedRow[] = [];
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined) break;
    shown.push({ row, index });
    if (row.inside && !open.has(index)) index += row.inside;
  }
  return shown;
}

/** Returns how many rows there are up to the last marked one. */
function shownUntil(shown: readonly IndexedRow[], marked: ReadonlySet<number>): number {
  return shown.findLastIndex(({ index }) => marked.has(index)) + 1;
}

function matching(rows: readonly ShownRow[], filter: string): IndexedRow[] {
  const sought = filter.toLowerCase();
  return rows
    .map((row, index) => ({ row, index }))
    .filter(
      ({ row }) => !row.isHeading && `${row.name.text}: ${row.value.text}`.toLowerCase().includes(sought),
    );
}
