/** The state of a table's page: what the extension sent, and how the user arranged it. */
import { editorApi } from '../../page/editorApi.ts';
import { arrangedLines, type Grouping, LoadedRows, MOST_ROWS, type TableSort, wholeList } from '../lines.ts';
import type { FromTable, TableAction, TableState, ToTable } from '../tableMessages.ts';

export const { send, onNext, onTryAgain, store, failed, start } = editorApi<
  FromTable,
  ToTable,
  NonNullable<TableState['stored']>
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
  /** The labels of expanded groups. */
  readonly open = new Set<string>();
  lines = wholeList(this.loaded, 0);
  /** True if `lines` is the complete list. */
  isWhole = true;
  /** True while rows are loaded, from the request on. Meanwhile, arranged lines stay in place. */
  isLoading = false;
  /** True if rows or their arrangement have changed since `arrange`. */
  #isStale = false;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;

  /** Returns true if the message is about another list. */
  receive({ state, rows }: Extract<ToTable, { type: 'show' }>): boolean {
    const isOther = state.list !== this.state?.list;
    this.state = state;
    this.isLoading = state.isLoading;
    this.#isStale = true;
    if (isOther) {
      this.loaded = new LoadedRows();
      this.open.clear();
      this.lines = wholeList(this.loaded, state.length);
    }
    for (const row of rows) this.loaded.set(row);
    if (isOther && this.grouping) this.load();
    return isOther;
  }

  toggleGroup(label: string): void {
    if (!this.open.delete(label)) this.open.add(label);
    this.#isStale = true;
  }

  /** Loads the rows from the top of the list, up to the maximum number. */
  load(): void {
    if (this.loaded.inOrder().length >= Math.min(MOST_ROWS, this.state?.length ?? 0)) return;
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
    const { loaded, sort, grouping, open, state } = this;
    const found = state?.found && new Set(state.found);
    const isWhole = !sort && !grouping && !found && !loaded.inOrder().some(({ isOut }) => isOut);
    if (!isWhole && (this.isLoading || !this.#isStale)) return false;
    this.isWhole = isWhole;
    this.#isStale = false;
    this.lines = isWhole
      ? wholeList(loaded, state?.length ?? 0)
      : arrangedLines(loaded, { sort, grouping, found, open });
    return !isWhole;
  }

  /** Requests the visible rows of the complete list. */
  look(first: number, end: number): void {
    const { list } = this.state ?? {};
    clearTimeout(this.#lookTimer);
    if (!this.isWhole || !list || end === 0) return;
    this.#lookTimer = setTimeout(() => send({ type: 'look', list, first, end }), LOOK);
  }
}
