/** The selected rows, and the focused line and column. */

import type { ShownColumn } from '../columns.ts';
import type { Entries } from '../entries.ts';
import { MOST_ROWS } from '../entries.ts';
import type { RowView } from '../rowView.ts';
import { extend, NOTHING, type Selection, selectAll, selectGroup, selectOne, toggle } from '../selection.ts';
import { send } from './tableHost.ts';

export interface CursorOptions {
  readonly entries: () => Entries;
  readonly columns: () => readonly ShownColumn[];
  readonly draw: () => void;
  /** Scrolls to a line. */
  readonly reveal: (line: number) => void;
}

export interface Modifiers {
  /** True to select all rows from the start of the selection to the row. */
  readonly isRange: boolean;
  /** True to add the row to the selection, or to remove it if it is already selected. */
  readonly isToggle: boolean;
}

/** Selects a single row. */
export const PLAIN: Modifiers = { isRange: false, isToggle: false };

export class Cursor {
  readonly #options: CursorOptions;
  #selection: Selection = NOTHING;
  #line = 0;
  #column: string | undefined;

  constructor(options: CursorOptions) {
    this.#options = options;
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** The focused line. */
  get line(): number {
    return this.#line;
  }

  /** The focused column; undefined if the whole line is focused. */
  get column(): string | undefined {
    return this.#column;
  }

  /** Resets the cursor for a different list: focuses the first line and clears the selection. */
  reset(): void {
    this.#selection = NOTHING;
    this.#line = 0;
  }

  /** Focuses a line without changing the selection. */
  goTo(line: number): void {
    this.#line = line;
  }

  /**
   * Moves the focus to the line that now shows the focused log, and returns that line's index, or undefined if no line
   * shows the log.
   */
  follow(): number | undefined {
    const { focus } = this.#selection;
    const at = focus === undefined ? undefined : this.#options.entries().indexOf(focus);
    const { count } = this.#options.entries();
    this.#line = at ?? Math.min(this.#line, Math.max(0, count - 1));
    return at;
  }

  /** Moves the focus to a line and selects its log. */
  moveTo(index: number, { isRange, isToggle }: Modifiers): void {
    const entries = this.#options.entries();
    this.#line = Math.min(Math.max(0, index), Math.max(0, entries.count - 1));
    const entry = entries.at(this.#line);
    if (entry.kind === 'row') {
      const { id } = entry.row;
      if (isRange) this.select(extend(this.#selection, id, (from, to) => this.#between(from, to)));
      else if (isToggle) this.select(toggle(this.#selection, id));
      else this.select(selectOne(id));
    } else if (entry.kind === 'group' && !isRange && !isToggle) {
      this.selectGroup(entry.group.rows);
    } else {
      if (!isRange) this.#selection = { ...this.#selection, focus: undefined };
      this.#options.draw();
    }
    queueMicrotask(() => this.#options.reveal(this.#line));
  }

  /** Moves the focus between columns. Moving before the first column focuses the whole line. */
  moveColumn(step: -1 | 1): void {
    const columns = this.#options.columns();
    const next = columns.findIndex(({ id }) => id === this.#column) + step;
    this.#column = next < 0 ? undefined : columns[Math.min(next, columns.length - 1)]?.id;
    this.#tell(this.#selectedInOrder());
    this.#options.draw();
  }

  /** Focuses a column. The change is reported the next time the selection changes. */
  setColumn(column: string | undefined): void {
    this.#column = column;
  }

  select(next: Selection): void {
    this.#selection = next;
    this.#tell(next.ids.size > 1 ? this.#selectedInOrder() : [...next.ids]);
    this.#options.draw();
  }

  /** Selects all rows in a group, including those that are not visible. */
  selectGroup(rows: readonly RowView[]): void {
    const ids = rows.map(({ id }) => id);
    this.#selection = selectGroup(ids);
    this.#tell(ids);
    this.#options.draw();
  }

  selectAll(): void {
    const ids = this.#options.entries().rows();
    this.select(
      selectAll(
        this.#selection,
        ids.map(({ id }) => id),
      ),
    );
  }

  #selectedInOrder(): string[] {
    const { ids } = this.#selection;
    return this.#options
      .entries()
      .rows()
      .flatMap(({ id }) => (ids.has(id) ? [id] : []));
  }

  #tell(ids: readonly string[]): void {
    const { focus } = this.#selection;
    send({
      type: 'select',
      ids: ids.slice(0, MOST_ROWS),
      ...(focus !== undefined && { focus }),
      ...(this.#column !== undefined && { column: this.#column }),
    });
  }

  #between(from: string, to: string): string[] {
    const entries = this.#options.entries();
    const [one = 0, other = 0] = [entries.indexOf(from), entries.indexOf(to)];
    const ids: string[] = [];
    for (let index = Math.min(one, other); index <= Math.max(one, other); index++) {
      const entry = entries.at(index);
      if (entry.kind === 'row') ids.push(entry.row.id);
    }
    return ids;
  }
}
