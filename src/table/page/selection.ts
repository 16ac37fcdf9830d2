/** The selected logs, and the focused line and column. Logs are identified by ID, because their lines can change. */
import type { ShownColumn } from '../columns.ts';
import type { Line } from '../lines.ts';
import { send, type TableModel } from './tableModel.ts';

export class Selection {
  readonly #model: TableModel;
  readonly #onChange: () => void;
  ids: ReadonlySet<string> = new Set();
  /** The focused line. */
  line = 0;
  /** The focused column; undefined if the whole line is focused. */
  column: string | undefined;
  /** The focused log. */
  #focus: string | undefined;
  /** The log where a range begins. */
  #anchor: string | undefined;

  constructor(model: TableModel, onChange: () => void) {
    this.#model = model;
    this.#onChange = onChange;
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
    const { count, indexOf } = this.#model.lines;
    const at = this.#focus === undefined ? undefined : indexOf(this.#focus);
    this.line = at ?? Math.min(this.line, Math.max(0, count - 1));
  }

  /** Deselects the logs that are no longer shown. */
  keepShown(): void {
    const shown = new Set(this.#model.lines.rows().map(({ id }) => id));
    const ids = [...this.ids].filter((id) => shown.has(id));
    if (ids.length === this.ids.size) return;
    if (this.#focus !== undefined && !shown.has(this.#focus)) this.#focus = undefined;
    this.#select(ids);
  }

  /**
   * Moves the focus to a line and selects its logs: alone, with all from the start of the selection, in addition to the
   * others, or, for a menu, alone unless they are selected already. A position whose row is not loaded changes no
   * selection.
   */
  moveTo(index: number, mode: 'alone' | 'range' | 'toggle' | 'menu'): void {
    const { lines } = this.#model;
    this.line = Math.min(Math.max(0, index), Math.max(0, lines.count - 1));
    const line = lines.at(this.line);
    this.#focus = line.kind === 'row' ? line.row.id : undefined;
    const ids = idsOf(line);
    const isSelected = ids.every((id) => this.ids.has(id));
    if (mode !== 'range' || this.#anchor === undefined) this.#anchor = ids[0];
    if (mode === 'range') this.#select(this.#between(this.line));
    else if (mode === 'toggle') {
      const changed = new Set(this.ids);
      for (const id of ids) isSelected ? changed.delete(id) : changed.add(id);
      this.#select(changed);
    } else this.#select(ids.length === 0 || (mode === 'menu' && isSelected) ? this.ids : ids);
  }

  /** Moves the focus between columns. Moving before the first column focuses the whole line. */
  moveColumn(step: -1 | 1, columns: readonly ShownColumn[]): void {
    const next = columns.findIndex(({ id }) => id === this.column) + step;
    this.column = next < 0 ? undefined : columns[Math.min(next, columns.length - 1)]?.id;
    this.#select(this.ids);
  }

  selectAll(): void {
    this.#select(this.#model.lines.rows().map(({ id }) => id));
  }

  /** Selects logs, and reports them. */
  #select(ids: Iterable<string>): void {
    this.ids = new Set(ids);
    send({
      type: 'select',
      ids: [...this.ids],
      ...(this.#focus !== undefined && { focus: this.#focus }),
      ...(this.column !== undefined && { column: this.column }),
    });
    this.#onChange();
  }

  /** Returns the logs in the lines from the start of the selection to this line. */
  #between(end: number): string[] {
    const { lines } = this.#model;
    const start = this.#anchor === undefined ? end : (lines.indexOf(this.#anchor) ?? end);
    const [first, last] = [Math.min(start, end), Math.max(start, end)];
    return Array.from({ length: last - first + 1 }, (_, at) => idsOf(lines.at(first + at))).flat();
  }
}

/** Returns the logs that a line stands for: all of a group's, whether or not it is expanded. */
export function idsOf(line: Line): readonly string[] {
  if (line.kind === 'row') return [line.row.id];
  return line.kind === 'group' ? line.group.rows.map(({ id }) => id) : [];
}
