/** The grid, which renders only the visible lines and lets the user scroll through all lines. */
import { element, iconElement, keepingFocus } from '../../page/dom.ts';
import { local, t } from '../../text/l10n.ts';
import type { Column, ShownColumn } from '../columns.ts';
import type { TableSort } from '../lines.ts';
import type { TableState } from '../tableMessages.ts';
import {
  drawnRows,
  elementHeight,
  HEAD_HEIGHT,
  offsetAfter,
  offsetFor,
  ROW_HEIGHT,
  topAt,
} from '../window.ts';
import { rowElement, tooltipOf } from './rowElement.ts';
import { idsOf, type Selection } from './selection.ts';
import type { TableModel } from './tableModel.ts';

type OnSort = (sort: TableSort | undefined) => void;

interface Drawn {
  readonly element: HTMLElement;
  /** The row, group, or kind of line that the element shows. */
  readonly of: unknown;
}

/** The ID of the focused element: a line, or its cell in the focused column. */
const ACTIVE = 'active-line';

export class Grid {
  readonly element: HTMLElement;
  readonly #model: TableModel;
  readonly #selection: Selection;
  readonly #onSort: OnSort;
  columns: readonly ShownColumn[] = [];
  readonly #heads = element('div', { class: 'heads', role: 'row', 'aria-rowindex': '1' });
  readonly #lines = element('div', { class: 'lines', role: 'rowgroup' });
  /** The element whose height determines which lines are visible. */
  readonly #frame = element('div', { class: 'lines-frame', role: 'presentation' }, this.#lines);
  readonly #filler = element(
    'div',
    { class: 'filler', role: 'presentation' },
    element('div', { class: 'heads-frame', role: 'rowgroup' }, this.#heads),
    this.#frame,
  );
  /** The rendered lines by index. */
  #drawn: ReadonlyMap<number, Drawn> = new Map();
  #offset = 0;
  #top = 0;
  /** What all lines depend on. */
  #layout = '';
  /** The height of the visible area, and the width, both of which would be computed again if the element were asked. */
  #sight = ROW_HEIGHT;
  width = 0;

  /** @param draw renders the table; called when the width available for columns changes */
  constructor(model: TableModel, selection: Selection, onSort: OnSort, draw: () => void) {
    this.#model = model;
    this.#selection = selection;
    this.#onSort = onSort;
    const attributes = { class: 'grid', role: 'grid', tabindex: '0', 'aria-multiselectable': 'true' };
    this.element = element('div', { ...attributes, 'aria-label': t('Detection Logs') }, this.#filler);
    this.element.addEventListener('scroll', () => this.#scrolled());
    this.element.addEventListener('scrollend', () => {
      const { rows } = this.#scrolling;
      if (elementHeight(rows) < rows) this.#align();
    });
    this.#heads.addEventListener('keydown', (event) => this.#moveHead(event));
    // The header is one tab stop; the arrow keys move within it.
    this.#heads.addEventListener('focusin', ({ target }) => {
      for (const button of this.#headButtons) button.tabIndex = button === target ? 0 : -1;
    });
    new ResizeObserver(() => {
      // A hidden panel has no size.
      if (this.element.clientWidth === 0) return;
      this.width = this.element.clientWidth;
      this.#sight = Math.max(ROW_HEIGHT, this.element.clientHeight - HEAD_HEIGHT);
      draw();
    }).observe(this.element);
  }

  /** The number of lines that fit into the visible area. */
  get fitting(): number {
    return Math.max(1, Math.floor(this.#sight / ROW_HEIGHT));
  }

  /** Returns the index of the line that contains an event's target, if any, and the column. */
  lineOf(target: EventTarget | null): { readonly index: number; readonly column?: string } | undefined {
    if (!(target instanceof Element)) return undefined;
    const index = target.closest<HTMLElement>('.line')?.dataset['index'];
    const column = target.closest<HTMLElement>('.cell')?.dataset['column'];
    return index === undefined ? undefined : { index: Number(index), ...(column && { column }) };
  }

  /** Adds the tooltip to the cell that contains a target, if any. */
  addTooltip(target: EventTarget | null): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
    const { lines, state } = this.#model;
    const line = lines.at(this.lineOf(cell)?.index ?? -1);
    if (cell && state && line.kind === 'row') cell.title = tooltipOf(cell, line.row, state.times);
  }

  show(columns: readonly ShownColumn[]): void {
    this.columns = columns;
    const { lines, state, sort } = this.#model;
    this.element.role = lines.groups === undefined ? 'grid' : 'treegrid';
    this.element.ariaRowCount = String(lines.logs + 1);
    this.element.ariaColCount = String(columns.length);
    const tracks = columns.map(({ width, grows }) =>
      grows ? `minmax(${width}px, ${grows}fr)` : `${width}px`,
    );
    this.element.style.setProperty('--columns', tracks.join(' '));
    this.#filler.style.width = `max(100%, ${columns.reduce((sum, { width }) => sum + width, 0)}px)`;
    this.#filler.style.height = `${elementHeight(lines.count * ROW_HEIGHT) + HEAD_HEIGHT}px`;
    const layout = JSON.stringify([columns, state?.times, sort]);
    if (layout !== this.#layout) {
      this.#layout = layout;
      const heads = columns.map((column, index) => this.#head(column, index, sort));
      keepingFocus(this.#heads, () => this.#heads.replaceChildren(...heads));
      this.#drawn = new Map();
      this.#lines.replaceChildren();
    }
    this.#draw();
  }

  /** Scrolls no more than necessary to make a line visible. */
  reveal(index: number): void {
    this.#scrollTo(offsetFor(index, this.#offset, this.#sight));
  }

  /** Scrolls so that a line becomes the first visible one. */
  goTo(index: number): void {
    this.#scrollTo(index * ROW_HEIGHT);
  }

  get #scrolling() {
    return { rows: this.#model.lines.count * ROW_HEIGHT, sight: this.#sight };
  }

  #scrollTo(offset: number): void {
    const { rows, sight } = this.#scrolling;
    this.#offset = Math.min(Math.max(0, offset), Math.max(0, rows - sight));
    this.#align();
    this.#draw();
  }

  /** Aligns the scroll bar with the rows. */
  #align(): void {
    const top = topAt(this.#offset, this.#scrolling);
    if (Math.abs(this.#top - top) < 1) return;
    this.element.scrollTop = top;
    this.#top = this.element.scrollTop;
  }

  #scrolled(): void {
    const { scrollTop } = this.element;
    if (Math.abs(scrollTop - this.#top) >= 1) {
      this.#offset = offsetAfter(this.#offset, this.#top, scrollTop, this.#scrolling);
      this.#top = scrollTop;
    }
    this.#draw();
  }

  /** Renders the visible lines, in document order. */
  #draw(): void {
    const { state, lines } = this.#model;
    if (!state || this.columns.length === 0) return;
    const { rows, sight } = this.#scrolling;
    this.#offset = Math.min(this.#offset, Math.max(0, rows - sight));
    this.#frame.style.height = `${Math.min(sight, rows)}px`;
    const { first, end } = drawnRows(this.#offset, sight, lines.count);
    this.#lines.style.transform = `translateY(${first * ROW_HEIGHT - this.#offset}px)`;
    const gone = [...this.#drawn].filter(([index]) => index < first || index >= end);
    const spare = gone.flatMap(([, { element: row }]) => (row.classList.contains('log') ? [row] : []));
    const drawn = new Map<number, Drawn>();
    for (let index = first; index < end; index++) drawn.set(index, this.#line(index, state, spare));
    for (const [index, { element }] of this.#drawn)
      if (drawn.get(index)?.element !== element) element.remove();
    this.#drawn = drawn;
    let next = this.#lines.firstElementChild;
    for (const { element } of drawn.values()) {
      if (element === next) next = next.nextElementSibling;
      else this.#lines.insertBefore(element, next);
    }
    this.#markActive();
    this.#model.look(first, end);
  }

  /** Returns a line's element: the existing one, unless it shows something else. */
  #line(index: number, state: TableState, spare: HTMLElement[]): Drawn {
    const { lines } = this.#model;
    const line = lines.at(index);
    const of = line.kind === 'row' ? line.row : line.kind === 'group' ? line.group : line.kind;
    const known = this.#drawn.get(index);
    const drawn =
      known?.of === of ? known : { element: rowElement(line, this.columns, state, spare.pop()), of };
    const { element } = drawn;
    element.dataset['index'] = String(index);
    element.classList.toggle('even', index % 2 === 1);
    const ids = idsOf(line);
    element.ariaRowIndex = line.ordinal === undefined ? null : String(line.ordinal + 2);
    element.ariaSelected = ids.length > 0 ? String(ids.every((id) => this.#selection.ids.has(id))) : null;
    element.ariaLevel = lines.groups === undefined ? null : line.kind === 'group' ? '1' : '2';
    if (line.kind === 'group') element.ariaExpanded = String(line.isOpen);
    return drawn;
  }

  #markActive(): void {
    const { line: index, column } = this.#selection;
    const line = this.#drawn.get(index)?.element;
    const active = line?.querySelector(`[data-column="${column}"]`) ?? line;
    document.getElementById(ACTIVE)?.removeAttribute('id');
    this.element.toggleAttribute('aria-activedescendant', false);
    if (!line || !active) return;
    this.addTooltip(active);
    active.id = ACTIVE;
    this.element.setAttribute('aria-activedescendant', ACTIVE);
    // For a menu that is opened by keyboard.
    this.element.dataset['vscodeContext'] = line.dataset['vscodeContext'] ?? '{}';
  }

  #head(column: Column, index: number, sort: TableSort | undefined): HTMLElement {
    const { id } = column;
    const title = local(column.title);
    const order = sort?.column === id ? (sort.descending ? 'descending' : 'ascending') : 'none';
    const next = nextSort(sort, column);
    const button = element(
      'button',
      {
        type: 'button',
        class: 'head-button',
        title: next ? t('Sort by {0}', title) : t("Restore the service's order"),
        tabindex: index === 0 ? '0' : '-1',
        'data-focus': `head ${id}`,
      },
      element('span', { class: 'head-name' }, title),
      iconElement(order === 'none' ? 'blank' : order === 'descending' ? 'arrow-down' : 'arrow-up'),
    );
    button.addEventListener('click', () => this.#onSort(next));
    const position = { 'data-column': id, 'aria-colindex': String(index + 1) };
    const attributes = { class: 'head', role: 'columnheader', 'aria-label': title, 'aria-sort': order };
    return element('div', { ...attributes, ...position }, button);
  }

  get #headButtons(): HTMLElement[] {
    return [...this.#heads.querySelectorAll<HTMLElement>('.head-button')];
  }

  /** Moves the focus between the column headers, and from them to the rows. */
  #moveHead(event: KeyboardEvent): void {
    const buttons = this.#headButtons;
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const end = buttons.length - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
    if (event.key === 'ArrowDown') this.element.focus();
    else if (to === undefined) return;
    else buttons[Math.min(Math.max(0, to), end)]?.focus();
    event.preventDefault();
  }
}

/**
 * Returns the next sort order for a column. The order cycles through the column's first direction, the other one, and
 * the service's order, for which the result is undefined.
 */
function nextSort(sort: TableSort | undefined, { id, descends = false }: Column): TableSort | undefined {
  if (sort?.column !== id) return { column: id, descending: descends };
  return sort.descending === descends ? { column: id, descending: !descends } : undefined;
}
