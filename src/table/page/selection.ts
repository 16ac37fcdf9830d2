/** The selected logs, and the focused line and column. Logs are identified by ID, because their lines can change. */
import type { ShownColumn } from '../columns.ts';
import type { Line, Lines } from '../lines.ts';
import { send } from './tableHost.ts';

/** The table, as far as the selection depends on it. */
export interface SelectionTable {
  readonly lines: Lines;
  readonly columns: readonly ShownColumn[];
  draw(): void;
}

/** How a line's logs are selected: alone, with all from the start of the selection, or in addition to the others. */
export type SelectMode = 'alone' | 'range' | 'toggle';

export class Selection {
  readonly #table: SelectionTable;
  ids: ReadonlySet<string> = new Set();
  /** The focused line. */
  line = 0;
  /** The focused column; undefined if the whole line is focused. */
  column: string | undefined;
  /** The focused log. */
  #focus: string | undefined;
  /** The log where a range begins. */
  #anchor: string | undefined;

  constructor(table: SelectionTable) {
    this.#table = table;
  }

  get hasFocus(): boolean {
    return this.#focus !== undefined;
  }

  /** Focuses the first line and clears the selection, for a different list. */
  reset(): void {
    this.ids = new Set();
    this.#focus = undefined;
    this.#anchor = undefined;
    this.line = 0;
  }

  /** Moves the focus to the line that now shows the focused log. */
  follow(): void {
    const { count, indexOf } = this.#table.lines;
    const at = this.#focus === undefined ? undefined : indexOf(this.#focus);
    this.line = at ?? Math.min(this.line, Math.max(0, count - 1));
  }

  /** Deselects the logs that are no longer shown. */
  keepShown(): void {
    const shown = new Set(this.#table.lines.rows().map(({ id }) => id));
    const ids = new Set([...this.ids].filter((id) => shown.has(id)));
    if (ids.size === this.ids.size) return;
    if (this.#focus !== undefined && !shown.has(this.#focus)) this.#focus = undefined;
    this.#select(ids);
  }

  /** Moves the focus to a line and selects its logs. A position whose row is not loaded changes no selection. */
  moveTo(index: number, mode: SelectMode = 'alone'): void {
    const { lines } = this.#table;
    this.line = Math.min(Math.max(0, index), Math.max(0, lines.count - 1));
    const line = lines.at(this.line);
    const ids = idsOf(line);
    this.#focus = line.kind === 'row' ? line.row.id : undefined;
    if (mode !== 'range' || this.#anchor === undefined) this.#anchor = ids[0];
    if (mode === 'range') this.#select(new Set(this.#between(this.line)));
    else if (ids.length === 0) this.#table.draw();
    else if (mode === 'alone') this.#select(new Set(ids));
    else if (ids.every((id) => this.ids.has(id))) this.#select(without(this.ids, ids));
    else this.#select(new Set([...this.ids, ...ids]));
  }

  /** Moves the focus to a line. Selects its logs alone if they are not selected. */
  pointAt(index: number): void {
    const line = this.#table.lines.at(index);
    if (!idsOf(line).every((id) => this.ids.has(id))) this.moveTo(index);
    else {
      this.line = index;
      this.#focus = line.kind === 'row' ? line.row.id : undefined;
      this.#select(this.ids);
    }
  }

  /** Moves the focus between columns. Moving before the first column focuses the whole line. */
  moveColumn(step: -1 | 1): void {
    const { columns } = this.#table;
    const next = columns.findIndex(({ id }) => id === this.column) + step;
    this.column = next < 0 ? undefined : columns[Math.min(next, columns.length - 1)]?.id;
    this.#select(this.ids);
  }

  selectAll(): void {
    const ids = this.#table.lines.rows().map(({ id }) => id);
    this.#focus ??= ids[0];
    this.#anchor ??= ids[0];
    this.#select(new Set(ids));
  }

  /** Selects logs, and reports them in display order. */
  #select(ids: ReadonlySet<string>): void {
    this.ids = ids;
    const rows = ids.size > 1 ? this.#table.lines.rows().map(({ id }) => id) : [];
    const inOrder = ids.size > 1 ? rows.filter((id) => ids.has(id)) : [...ids];
    send({
      type: 'select',
      ids: inOrder,
      ...(this.#focus !== undefined && { focus: this.#focus }),
      ...(this.column !== undefined && { column: this.column }),
    });
    this.#table.draw();
  }

  /** Returns the logs in the lines from the start of the selection to this line. */
  #between(end: number): string[] {
    const { lines } = this.#table;
    const start = this.#anchor === undefined ? end : (lines.indexOf(this.#anchor) ?? end);
    const [first, last] = [Math.min(start, end), Math.max(start, end)];
    return Array.from({ length: last - first + 1 }, (_, at) => idsOf(lines.at(first + at))).flat();
  }
}

/** Returns the logs that a line stands for: all of a group's, whether or not it is expanded. */
function idsOf(line: Line): string[] {
  if (line.kind === 'row') return [line.row.id];
  return line.kind === 'group' ? line.group.rows.map(({ id }) => id) : [];
}

function without(ids: ReadonlySet<string>, removed: readonly string[]): Set<string> {
  const left = new Set(ids);
  for (const id of removed) left.delete(id);
  return left;
}
