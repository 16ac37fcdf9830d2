/** The grid, which renders only the visible lines and lets the user scroll through all lines. */
import { element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { clockIn, type TimeStyle } from '../../text/zonedTime.ts';
import { type ShownColumn, timeForm } from '../columns.ts';
import type { Entries, Entry } from '../entries.ts';
import type { RowView } from '../rowView.ts';
import type { Selection } from '../selection.ts';
import type { FailedPlaces } from '../tableMessages.ts';
import { drawnRows, elementHeight, offsetAfter, offsetFor, ROW_HEIGHT, topAt } from '../window.ts';
import {
  cellContext,
  cellTitle,
  failedRow,
  fillLogRow,
  groupRow,
  type LogRowOptions,
  logRow,
  unreadableRow,
  unreadRow,
} from './rowElement.ts';

export interface GridContent {
  readonly entries: Entries;
  readonly columns: readonly ShownColumn[];
  readonly times: TimeStyle;
  /** True if the panel is too narrow to show words next to numbers. */
  readonly isNarrow: boolean;
  readonly connectionId: string;
  readonly domain: number;
  readonly failed: readonly FailedPlaces[];
  readonly selection: Selection;
  /** The focused line. */
  readonly line: number;
  /** The focused column; undefined if the whole line is focused. */
  readonly column: string | undefined;
}

export interface GridOptions {
  readonly heads: HTMLElement;
  /** Called after rendering, with the index of the first rendered line and the index after the last one. */
  readonly onLook: (first: number, end: number) => void;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
  /** Called when the width available for columns changes. */
  readonly onRoom: () => void;
}

interface Drawn {
  readonly element: HTMLElement;
  readonly made: string;
  readonly of: unknown;
  /** The log's row, if the line shows a log. The element can then be reused for a different row. */
  readonly row: RowView | undefined;
}

/** The content that a line should show, and how to create its element. */
interface Wanted {
  readonly made: string;
  readonly of: unknown;
  readonly log?: LogRowOptions;
  readonly make: () => HTMLElement;
}

interface LineSight {
  /** True if the whole line is visible, or if it is below the visible area. */
  readonly isInSight: boolean;
  /** The failures that are already shown by lines above. */
  readonly shown: Set<FailedPlaces>;
  /** Lines of logs that are no longer visible. Their elements can be reused. */
  readonly free: Drawn[];
}

/** The ID of the focused element. */
const ACTIVE = 'active-line';

/** Milliseconds without scrolling after which the lines' elements are sorted into document order. */
const REST = 100;

/**
 * Number of lines in a stretch. Each line is positioned relative to the first line of its stretch, because browsers
 * limit pixel values to about 33 million.
 */
const STRETCH = 10_000;

export class Grid {
  readonly element: HTMLElement;
  readonly #options: GridOptions;
  readonly #filler: HTMLElement;
  /** The element whose height determines which lines are visible. */
  readonly #frame: HTMLElement;
  readonly #lines: HTMLElement;
  readonly #heads: HTMLElement;
  readonly #drawn = new Map<number, Drawn>();
  /** Elements that might not follow the previous line's element in the document. */
  readonly #loose = new Set<HTMLElement>();
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** The focused element. */
  #active: HTMLElement | undefined;
  #content: GridContent | undefined;
  #offset = 0;
  #top = 0;
  #layout = '';
  #widths = '';
  #headHeight = 0;
  /** The height of the visible area. */
  #sight = ROW_HEIGHT;

  constructor(options: GridOptions) {
    this.#options = options;
    this.#heads = element('div', { class: 'heads-frame', role: 'rowgroup' }, options.heads);
    this.#lines = element('div', { class: 'lines', role: 'rowgroup' });
    this.#frame = element('div', { class: 'lines-frame', role: 'presentation' }, this.#lines);
    this.#filler = element('div', { class: 'filler', role: 'presentation' }, this.#heads, this.#frame);
    this.element = element(
      'div',
      {
        class: 'grid',
        role: 'grid',
        tabindex: '0',
        'aria-label': t('Detection Logs'),
        'aria-multiselectable': 'true',
      },
      this.#filler,
    );
    this.element.addEventListener('scroll', () => this.#scrolled());
    this.element.addEventListener('scrollend', () => {
      const { rows } = this.#scrolling;
      if (elementHeight(rows) < rows) this.#align();
    });
    this.element.addEventListener('pointerover', ({ target }) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
      if (cell && !cell.title) cell.title = cellTitle(cell);
    });
    new ResizeObserver(() => {
      // A hidden panel has no size.
      if (this.element.clientWidth === 0) return;
      this.#measure();
      this.#options.onRoom();
      this.#redraw();
    }).observe(this.element);
  }

  /** Returns the index of the line that contains an event's target, if any. */
  lineOf(
    target: EventTarget | null,
  ): { readonly index: number; readonly column: string | undefined } | undefined {
    if (!(target instanceof Element)) return undefined;
    const line = target.closest<HTMLElement>('.line');
    const index = line?.dataset['index'];
    if (index === undefined) return undefined;
    return { index: Number(index), column: target.closest<HTMLElement>('.cell')?.dataset['column'] };
  }

  /** The width available for columns, in CSS pixels. */
  get room(): number {
    return this.element.clientWidth;
  }

  /** The number of lines that fit into the visible area. */
  get fitting(): number {
    return Math.max(1, Math.floor(this.#sight / ROW_HEIGHT));
  }

  setHeads(heads: HTMLElement): void {
    this.#widths = '';
    this.#heads.replaceChildren(heads);
  }

  show(content: GridContent): void {
    this.#content = content;
    const { entries, columns, times, isNarrow } = content;
    const isTree = entries.groups !== undefined;
    this.element.role = isTree ? 'treegrid' : 'grid';
    this.element.ariaRowCount = String(entries.logs + 1);
    this.element.ariaColCount = String(columns.length);
    const width = columns.reduce((sum, each) => sum + each.width, 0);
    this.#filler.style.width = `max(100%, ${width}px)`;
    this.#filler.style.height = `${elementHeight(entries.count * ROW_HEIGHT) + this.#headHeight}px`;
    const widths = JSON.stringify(columns.map((each) => each.width));
    if (widths !== this.#widths) {
      this.#widths = widths;
      for (const [index, each] of columns.entries())
        this.element.style.setProperty(`--column-${index}`, `${each.width}px`);
    }
    const forms = columns.map(({ id, width }) => (id === 'time' ? [id, timeForm(width)] : id));
    const today = clockIn(times.first === 'local' ? undefined : times.zone, Date.now())?.slice(0, 10);
    const layout = JSON.stringify([forms, times, today, isNarrow]);
    if (layout !== this.#layout) {
      this.#layout = layout;
      for (const { element } of this.#drawn.values()) element.remove();
      this.#drawn.clear();
    }
    this.#redraw();
  }

  /** Scrolls no more than necessary to make a line visible. */
  reveal(index: number): void {
    this.#scrollTo(offsetFor(index, this.#offset, this.#sight));
  }

  /** Scrolls so that a line becomes the first visible one. */
  goTo(index: number): void {
    this.#scrollTo(index * ROW_HEIGHT);
  }

  /** Measures the heights. This is not done during rendering, because it would force a layout each time. */
  #measure(): void {
    this.#headHeight = this.#heads.offsetHeight;
    this.#sight = Math.max(ROW_HEIGHT, this.element.clientHeight - this.#headHeight);
  }

  get #scrolling() {
    return { rows: (this.#content?.entries.count ?? 0) * ROW_HEIGHT, sight: this.#sight };
  }

  #scrollTo(offset: number): void {
    const { rows, sight } = this.#scrolling;
    this.#offset = Math.min(Math.max(0, offset), Math.max(0, rows - sight));
    this.#align();
    this.#redraw();
  }

  /** Aligns the scroll bar with the rows. */
  #align(): void {
    const top = topAt(this.#offset, this.#scrolling);
    if (Math.abs(this.element.scrollTop - top) >= 1) this.element.scrollTop = top;
    this.#top = this.element.scrollTop;
  }

  #scrolled(): void {
    const { scrollTop } = this.element;
    if (Math.abs(scrollTop - this.#top) >= 1) {
      this.#offset = offsetAfter(this.#offset, this.#top, scrollTop, this.#scrolling);
      this.#top = scrollTop;
    }
    this.#draw();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#putInOrder(), REST);
  }

  #redraw(): void {
    this.#draw();
    this.#putInOrder();
  }

  /** Moves each element after that of the previous line, because screen readers read elements in document order. */
  #putInOrder(): void {
    if (this.#loose.size === 0) return;
    let before: HTMLElement | undefined;
    for (const [, { element }] of [...this.#drawn].sort(([one], [other]) => one - other)) {
      if (this.#loose.has(element)) {
        if (before) before.after(element);
        else this.#lines.prepend(element);
      }
      before = element;
    }
    this.#loose.clear();
  }

  /**
   * Renders the visible lines. Row elements are reused in place, because moving them is slower than changing their
   * text.
   */
  #draw(): void {
    const content = this.#content;
    if (!content) return;
    const { entries, line, column } = content;
    const { rows, sight } = this.#scrolling;
    this.#offset = Math.min(this.#offset, Math.max(0, rows - sight));
    this.#frame.style.height = `${Math.min(sight, rows)}px`;
    const { first, end } = drawnRows(this.#offset, sight, entries.count);
    const base = first - (first % STRETCH);
    this.#lines.style.transform = `translateY(${base * ROW_HEIGHT - this.#offset}px)`;
    const free: Drawn[] = [];
    for (const [index, drawn] of this.#drawn) {
      if (index >= first && index < end) continue;
      this.#drawn.delete(index);
      if (drawn.row) free.push(drawn);
      else drawn.element.remove();
    }
    const inSight = Math.ceil(this.#offset / ROW_HEIGHT);
    const shown = new Set<FailedPlaces>();
    for (let index = first; index < end; index++) {
      const made = this.#line(content, index, { isInSight: index >= inSight, shown, free });
      made.style.top = `${(index - base) * ROW_HEIGHT}px`;
    }
    for (const { element } of free) element.remove();
    this.#markActive(this.#drawn.get(line)?.element, column);
    this.#options.onLook(first, end);
  }

  /** Marks the focused element: a line, or its cell in the focused column. */
  #markActive(line: HTMLElement | undefined, column: string | undefined): void {
    const cells = column === undefined ? undefined : line?.querySelectorAll<HTMLElement>('.cell');
    const cell = [...(cells ?? [])].find((each) => each.dataset['column'] === column);
    const active = cell ?? line;
    if (active !== this.#active) {
      this.#active?.removeAttribute('id');
      this.#active?.classList.remove('active-cell');
      this.#active = active;
    }
    if (!line || !active) {
      this.element.removeAttribute('aria-activedescendant');
      return;
    }
    cell?.classList.add('active-cell');
    active.id = ACTIVE;
    this.element.setAttribute('aria-activedescendant', ACTIVE);
    const context = JSON.parse(line.dataset['vscodeContext'] ?? '{}');
    const whole = column === undefined ? context : { ...context, ...cellContext(column) };
    this.element.dataset['vscodeContext'] = JSON.stringify(whole);
  }

  #line(content: GridContent, index: number, sight: LineSight): HTMLElement {
    const { entries, selection, line } = content;
    const entry = entries.at(index);
    const wanted = this.#wanted(content, entry, sight);
    let drawn = this.#drawn.get(index);
    if (drawn?.of !== wanted.of || drawn?.made !== wanted.made) {
      const { made, of, log, make } = wanted;
      const other = log && (drawn?.row ? drawn : sight.free.pop());
      const element = other ? other.element : make();
      if (other) fillLogRow(element, log, other.row);
      element.dataset['index'] = String(index);
      const { ordinal } = entry;
      element.ariaRowIndex = ordinal === undefined ? null : String(ordinal + 2);
      if (drawn?.element !== element) {
        drawn?.element.remove();
        this.#loose.add(element);
      }
      if (!other) this.#lines.append(element);
      drawn = { element, made, of, row: log?.row };
      this.#drawn.set(index, drawn);
    }
    const isSelected = entry.kind === 'row' && selection.ids.has(entry.row.id);
    const ariaSelected = entry.kind === 'row' ? String(isSelected) : null;
    const { element } = drawn;
    if (element.ariaSelected !== ariaSelected) element.ariaSelected = ariaSelected;
    element.classList.toggle('selected', isSelected);
    element.classList.toggle('active', index === line);
    element.classList.toggle('even', index % 2 === 1);
    return element;
  }

  #wanted(
    { columns, times, isNarrow, connectionId, domain, failed, entries }: GridContent,
    entry: Entry,
    { isInSight, shown }: LineSight,
  ): Wanted {
    const isMember = entries.groups !== undefined;
    if (entry.kind === 'row') {
      const { row } = entry;
      const log = { row, columns, times, connectionId, domain, isMember };
      return { made: isMember ? 'member' : 'row', of: row, log, make: () => logRow(log) };
    }
    if (entry.kind === 'group') {
      const { group, isOpen } = entry;
      const make = () => groupRow({ group, isOpen, columns: columns.length, times, isNarrow });
      return { made: `group ${isOpen}`, of: group, make };
    }
    if (entry.kind === 'unreadable') {
      return { made: 'unreadable', of: undefined, make: () => unreadableRow(columns.length) };
    }
    const reason = failed.find(({ first, end }) => entry.place >= first && entry.place < end);
    // Only the last line of a page shows the reason if it is partly visible, because no other line would.
    const showsReason = reason && !shown.has(reason) && (isInSight || entry.place === reason.end - 1);
    if (!showsReason) {
      return { made: 'unread', of: undefined, make: () => unreadRow(columns.length) };
    }
    shown.add(reason);
    const { onTryAgain, onNext } = this.#options;
    const make = () => failedRow({ failed: reason, columns: columns.length, onTryAgain, onNext });
    return { made: `failed ${JSON.stringify(reason)}`, of: undefined, make };
  }
}
