/**
 * A table of names and values whose rows can be nested. If there are many rows, only the first ones are rendered
 * initially, and the rest on request.
 */

import type { TextRange } from '../../http/decode/mappedText.ts';
import { type Child, element, iconElement, textButton } from '../../page/dom.ts';
import { plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { ShownRow, ShownTable } from '../detectionExtract.ts';
import type { TableName } from '../detectionView.ts';
import { type LogText, logText, searchable, textsOf } from './logText.ts';
import { rowTools } from './rowTools.ts';
import { section } from './sectionBar.ts';

/** Number of rows to render initially, and each time more are requested. */
const CHUNK = 200;
/**
 * Maximum number of rows to render at once to reach a particular row. A row farther away is rendered with only its
 * neighbors.
 */
const MOST_AT_ONCE = 2_000;
const AROUND = 5;
/** The deepest level that adds indentation. */
const DEEPEST = 8;

/** The rows that contain the match, by index, with the range of the match in the value if known. */
export type MarkedRows = ReadonlyMap<number, TextRange | undefined>;

export interface RowTableOptions {
  readonly table: TableName;
  readonly title: string;
  readonly texts: TableTexts;
  readonly content: ShownTable;
  /** The first line of a message, shown above the rows. */
  readonly firstLine?: Child;
  readonly marked?: MarkedRows;
}

export interface RowTable {
  readonly element: HTMLElement;
  /** Marks these rows and unmarks all others. */
  mark(marked: MarkedRows): void;
}

/** The text labels of a table. */
interface TableTexts {
  readonly count: (total: number) => string;
  readonly none: string;
  readonly drawn: (count: number, total: number) => string;
  readonly left: (count: number) => string;
}

export const headerTexts: TableTexts = {
  count: (total) => plural(total, { one: '{0} header', other: '{0} headers' }),
  none: t('No headers.'),
  drawn: (count, total) =>
    plural(total, { one: '{1} of {0} header shown.', other: '{1} of {0} headers shown.' }, count),
  left: (count) =>
    plural(count, {
      one: '{0} more header than the panel can show. Copy as JSON includes all of them.',
      other: '{0} more headers than the panel can show. Copy as JSON includes all of them.',
    }),
};

export const fieldTexts: TableTexts = {
  count: (total) => plural(total, { one: '{0} field', other: '{0} fields' }),
  none: t('No fields.'),
  drawn: (count, total) =>
    plural(total, { one: '{1} of {0} field shown.', other: '{1} of {0} fields shown.' }, count),
  left: (count) =>
    plural(count, {
      one: '{0} more field than the panel can show. Copy as JSON includes all of them.',
      other: '{0} more fields than the panel can show. Copy as JSON includes all of them.',
    }),
};

interface DrawnRow {
  readonly element: HTMLElement;
  readonly name?: HTMLElement;
  readonly value?: HTMLElement;
}

export function rowTable(options: RowTableOptions): RowTable {
  const { table, title, texts, content, firstLine } = options;
  const rows = element('div', {
    class: 'rows',
    role: 'table',
    'aria-label': title,
    hidden: content.total === 0,
  });
  const foot = element('div', { class: 'table-foot' });
  const open = new Set(content.rows.flatMap(({ isOpen }, index) => (isOpen ? [index] : [])));
  const drawn = new Map<number, DrawnRow>();
  let marked: MarkedRows = options.marked ?? new Map();
  /** The indexes of the rows that are not inside a collapsed row; the first `count` of them are rendered. */
  let shown: readonly number[] = [];
  let count = 0;
  /** The separately rendered rows around a row that is far below the others. */
  let far: HTMLElement | undefined;

  const drawRow = (index: number): DrawnRow => {
    const row = content.rows[index];
    if (row === undefined) return { element: element('div') };
    return tableRow(row, index, {
      table,
      opener: row.inside === undefined || row.inside === 0 ? undefined : opener(index),
      isMarked: marked.has(index),
      range: marked.get(index),
    });
  };
  const makeRow = (index: number): HTMLElement => {
    const made = drawRow(index);
    drawn.set(index, made);
    return made.element;
  };
  const drawChunk = () => {
    far?.remove();
    const chunk = shown.slice(count, count + CHUNK);
    rows.append(element('div', { class: 'chunk', role: 'rowgroup' }, ...chunk.map(makeRow)));
    count += chunk.length;
  };
  const drawFoot = () => {
    const more = textButton(t('Show {0} More', CHUNK), () => {
      drawChunk();
      drawFoot();
      focusChunk(rows);
    });
    const all = textButton(t('Show All {0}', shown.length), () => {
      focusChunk(rows);
      drawAll();
    });
    const left = content.total - content.rows.length;
    foot.replaceChildren(
      ...(count < shown.length ? [element('span', {}, texts.drawn(count, shown.length)), more, all] : []),
      ...(left > 0 ? [element('span', {}, texts.left(left))] : []),
      ...(content.total === 0 ? [element('span', {}, texts.none)] : []),
    );
  };
  /** Renders one chunk per frame, so that the panel stays responsive. */
  const drawAll = () => {
    const current = shown;
    const step = () => {
      if (current !== shown || !rows.isConnected) return;
      drawChunk();
      drawFoot();
      if (count < shown.length) requestAnimationFrame(step);
    };
    step();
  };
  const drawUntil = (least: number) => {
    while (count < Math.min(least, shown.length)) drawChunk();
    drawFoot();
  };
  const draw = (least: number) => {
    shown = visible(content.rows, open);
    drawn.clear();
    count = 0;
    rows.replaceChildren();
    drawUntil(least);
  };
  const opener = (index: number) => {
    const button = element(
      'button',
      {
        type: 'button',
        class: 'opener',
        'aria-expanded': String(open.has(index)),
        'aria-label': t('Nested fields'),
      },
      iconElement('chevron-right'),
    );
    button.dataset['opens'] = String(index);
    button.addEventListener('click', () => {
      if (!open.delete(index)) open.add(index);
      draw(count);
      rows.querySelector<HTMLElement>(`[data-opens="${index}"]`)?.focus();
    });
    return button;
  };
  /** Ensures that a row is in the document, and expands its parents. */
  const openRow = (index: number) => {
    if (drawn.get(index)?.element.isConnected) return;
    for (const [each, { inside = 0 }] of content.rows.slice(0, index).entries())
      if (each + inside >= index) open.add(each);
    if (!shown.includes(index)) draw(count);
    const at = shown.indexOf(index);
    if (at < count + MOST_AT_ONCE) return drawUntil(at + 1);
    far?.remove();
    const around = shown.slice(at - AROUND, at + AROUND);
    const outer = shown.filter(
      (each) => each < (around[0] ?? 0) && each + (content.rows[each]?.inside ?? 0) >= index,
    );
    far = element(
      'div',
      { class: 'far', role: 'rowgroup' },
      ...outer.map((each) => drawRow(each).element),
      ...around.map(makeRow),
    );
    rows.prepend(far);
  };
  const rowTexts = (row: ShownRow, index: number): LogText[] =>
    (['name', 'value'] as const).map((part) => {
      const textOf = () => {
        const made = drawn.get(index)?.[part];
        return made && textsOf(made)[0];
      };
      return {
        text: row.isHeading || (part === 'value' && row.note !== undefined) ? '' : row[part].text,
        nodes: (range) => textOf()?.nodes(range),
        open: (range) => {
          openRow(index);
          textOf()?.open(range);
        },
      };
    });
  let all: readonly LogText[] | undefined;
  searchable(rows, () => {
    all ??= content.rows.flatMap(rowTexts);
    return all;
  });

  draw(1);
  for (const index of marked.keys()) openRow(index);
  const added = content.rows.filter((row) => row.added).length;
  const total = content.total - content.rows.filter(({ isHeading }) => isHeading).length;
  return {
    element: section({
      id: table,
      title,
      detail:
        added === 0
          ? numberOf(total, texts.count(total))
          : t('{0}, {1} added by the service', content.total, added),
      body: [firstLine, rows, foot],
    }),
    mark: (next) => {
      const changed = new Set([...marked.keys(), ...next.keys()]);
      marked = next;
      for (const index of changed) drawn.get(index)?.element.replaceWith(makeRow(index));
      for (const index of next.keys()) openRow(index);
    },
  };
}

/**
 * Returns a number whose meaning is clear from the heading before it, and which screen readers read in words. Returns
 * undefined for 0, which the table states.
 */
function numberOf(total: number, words: string): HTMLElement | undefined {
  if (total === 0) return undefined;
  const number = element('span', { 'aria-hidden': 'true' }, localNumber(total));
  return element('span', {}, number, element('span', { class: 'unseen' }, words));
}

function focusChunk(rows: HTMLElement): void {
  rows.lastElementChild?.querySelector('button')?.focus({ preventScroll: true });
}

interface RowLook {
  readonly table: TableName;
  readonly opener: HTMLElement | undefined;
  readonly isMarked: boolean;
  readonly range: TextRange | undefined;
}

function tableRow(row: ShownRow, index: number, { table, opener, isMarked, range }: RowLook): DrawnRow {
  const { isHeading, depth = 1, note } = row;
  if (isHeading) {
    const cell = element('div', { class: 'cell', role: 'rowheader' }, row.name.text);
    return { element: element('div', { class: 'row heading', role: 'row' }, cell) };
  }
  const name = logText(row.name, { whenEmpty: t('no name') });
  const value =
    note === undefined ? logText(row.value, { marked: range }) : element('span', { class: 'note' }, note);
  const made = element(
    'div',
    { class: isMarked ? 'row matched' : 'row', role: 'row' },
    element(
      'div',
      { class: `cell name-cell level-${Math.min(depth, DEEPEST)}`, role: 'rowheader' },
      opener,
      element('span', { class: 'name', dir: 'ltr' }, name),
      row.added &&
        element(
          'span',
          { class: 'pill added', title: t('Added by the service. Not in the raw data.') },
          t('added'),
        ),
      isMarked ? element('span', { class: 'pill match-mark' }, t('match')) : undefined,
    ),
    element(
      'div',
      { class: 'cell code', role: 'cell', dir: 'ltr' },
      value,
      note === undefined ? rowTools(row, table, index) : undefined,
    ),
  );
  return { element: made, name, value };
}

/** Returns the indexes of the rows that are not inside a collapsed row. */
function visible(rows: readonly ShownRow[], open: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    shown.push(index);
    const inside = rows[index]?.inside ?? 0;
    if (inside > 0 && !open.has(index)) index += inside;
  }
  return shown;
}
