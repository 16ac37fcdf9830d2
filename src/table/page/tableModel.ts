/** The state of a table's page: what the extension sent, and how the user arranged it. */
import { editorApi } from '../../page/editorApi.ts';
import {
  arrangedLines,
  type Grouping,
  LoadedRows,
  MOST_ROWS,
  type PlacedRow,
  type TableSort,
  wholeList,
} from '../lines.ts';
import type { FromTable, TableAction, TableState, TableStored, ToTable } from '../tableMessages.ts';

export const { send, onNext, onTryAgain, store, failed, start } = editorApi<
  FromTable,
  ToTable,
  TableStored
>();

/** Requests an action from the extension. */
export function run(action: TableAction, argument?: string): void {
  send({ type: 'run', action, ...(argument !== undefined && { argument }) });
}

/**
 * Milliseconds for which lines must be visible before they are requested, so that no lines are requested while the user
 * scrolls past them.
 */
const LOOK = 60;

export class TableModel {
  state: TableState | undefined;
  loaded = new LoadedRows();
  sort: TableSort | undefined;
  grouping: Grouping | undefined;
  /** The rows that contain the typed words; undefined if no words are typed. */
  found: ReadonlySet<string> | undefined;
  /** The labels of expanded groups. */
  readonly open = new Set<string>();
  lines = wholeList(this.loaded, 0);
  /** True if `lines` is the complete list. */
  isWhole = true;
  /** True while rows are loaded, from the request on. Meanwhile, the lines stay in place. */
  isLoading = false;
  /** True if rows or their arrangement have changed since `arrange`. */
  #isStale = false;
  #looking: { first: number; end: number } | undefined;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;

  /** Returns true if the state is that of another list, whose rows are not known yet. */
  receive(next: TableState): boolean {
    const before = this.state;
    this.state = next;
    this.isLoading = next.isLoading;
    if (next.list === before?.list) return false;
    this.loaded = new LoadedRows();
    this.found = undefined;
    this.#isStale = true;
    this.open.clear();
    this.lines = wholeList(this.loaded, next.length);
    if (this.grouping) this.load();
    return true;
  }

  place(rows: readonly (readonly [place: number, row: PlacedRow])[]): void {
    for (const [place, row] of rows) this.loaded.set(place, row);
    this.#isStale = true;
  }

  /** Keeps only these rows; undefined to keep all rows. */
  find(ids: readonly string[] | undefined): void {
    this.found = ids && new Set(ids);
    this.#isStale = true;
  }

  toggleGroup(label: string, isOpen: boolean): void {
    if (isOpen) this.open.add(label);
    else this.open.delete(label);
    this.#isStale = true;
  }

  /** Loads the rows from the top of the list, up to the maximum number. */
  load(): void {
    if (this.loaded.size >= Math.min(MOST_ROWS, this.state?.length ?? 0)) return;
    this.isLoading = true;
    run('load');
  }

  /** Sorts and groups the loaded rows. With neither, the complete list is shown in the service's order. */
  arrangeBy(sort: TableSort | undefined, grouping: Grouping | undefined): void {
    if (grouping !== this.grouping) this.open.clear();
    if (grouping && grouping !== this.grouping) this.load();
    this.sort = sort;
    this.grouping = grouping;
    this.#isStale = true;
  }

  /** Brings the lines up to date. Returns true if loaded rows were arranged again. */
  arrange(): boolean {
    const { loaded, sort, grouping, found, open, isLoading } = this;
    if (isLoading && grouping) return false;
    const hasOut = loaded.inOrder().some(({ isOut }) => isOut);
    this.isWhole = !sort && !grouping && !found && !hasOut;
    if (this.isWhole) this.lines = wholeList(loaded, this.state?.length ?? 0);
    if (this.isWhole || isLoading || !this.#isStale) return false;
    this.lines = arrangedLines(loaded, { sort, grouping, found, open });
    this.#isStale = false;
    return true;
  }

  /** Requests the visible rows of the complete list. */
  look(first: number, end: number): void {
    if (!this.isWhole || !this.state?.list || end === 0) return;
    if (this.#looking?.first === first && this.#looking.end === end) return;
    this.#looking = { first, end };
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(() => {
      if (this.isWhole && this.state) send({ type: 'look', list: this.state.list, first, end });
      this.#looking = undefined;
    }, LOOK);
  }
}
