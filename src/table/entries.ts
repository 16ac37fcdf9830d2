/** The table's lines, which show the loaded rows and the other positions in the list. */
import { MOST_PLACES } from '../lists/pagedList.ts';
import { type Group, type Grouping, groupRows } from './group.ts';
import type { RowView } from './rowView.ts';

/** Maximum number of rows to keep from a list, and therefore the maximum number that can be selected. */
export const MOST_ROWS = MOST_PLACES;

export type Entry = {
  /** The zero-based index of the log among the table's logs; undefined for groups. */
  readonly ordinal?: number;
} & (
  | { readonly kind: 'row'; readonly row: RowView }
  /** A position in the list whose row is not loaded. */
  | { readonly kind: 'unread'; readonly place: number }
  /** A position in the list whose row was received but could not be read. */
  | { readonly kind: 'unreadable'; readonly place: number }
  | { readonly kind: 'group'; readonly group: Group; readonly isOpen: boolean }
);

export interface Entries {
  /** The number of lines: logs and groups. */
  readonly count: number;
  /** The number of logs, including those in collapsed groups. */
  readonly logs: number;
  at(index: number): Entry;
  /** Returns the index of a log's line, or undefined if the log has no line. */
  indexOf(id: string): number | undefined;
  /** Returns the loaded rows that are shown, in display order, without those in collapsed groups. */
  rows(): readonly RowView[];
  /** All groups, if the rows are grouped. */
  readonly groups?: readonly Group[];
}

/** The loaded rows by their positions in the list. */
export class LoadedRows {
  readonly #rows = new Map<number, RowView>();
  readonly #places = new Map<string, number>();
  readonly #unreadable = new Set<number>();
  #inOrder: readonly RowView[] | undefined;

  get size(): number {
    return this.#rows.size;
  }

  at(place: number): RowView | undefined {
    return this.#rows.get(place);
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  set(place: number, row: RowView): void {
    this.drop(place);
    const before = this.#places.get(row.id);
    if (before !== undefined) this.drop(before);
    this.#unreadable.delete(place);
    this.#rows.set(place, row);
    this.#places.set(row.id, place);
    this.#inOrder = undefined;
  }

  setUnreadable(place: number): void {
    this.drop(place);
    this.#unreadable.add(place);
  }

  isUnreadable(place: number): boolean {
    return this.#unreadable.has(place);
  }

  drop(place: number): void {
    const row = this.#rows.get(place);
    if (!row) return;
    this.#rows.delete(place);
    this.#places.delete(row.id);
    this.#inOrder = undefined;
  }

  /** Returns the rows in list order. */
  inOrder(): readonly RowView[] {
    this.#inOrder ??= [...this.#rows].sort(([one], [other]) => one - other).map(([, row]) => row);
    return this.#inOrder;
  }
}

/** Returns the complete list in the service's order, with `length` lines. */
export function wholeList(loaded: LoadedRows, length: number): Entries {
  return {
    count: length,
    logs: length,
    at: (place) => {
      const row = loaded.at(place);
      if (row) return { kind: 'row', row, ordinal: place };
      return { kind: loaded.isUnreadable(place) ? 'unreadable' : 'unread', place, ordinal: place };
    },
    indexOf: (id) => loaded.placeOf(id),
    rows: () => loaded.inOrder(),
  };
}

export interface Arrangement {
  readonly sort?: TableSort | undefined;
  readonly grouping?: Grouping | undefined;
  /** The IDs of the rows to keep; undefined to keep all rows. */
  readonly found?: ReadonlySet<string> | undefined;
  /**
   * Keeps only requests that were detected but not blocked and received a 2xx response. A request is omitted if its
   * status has not been read.
   */
  readonly passedOnly?: boolean;
  /** The keys of expanded groups. */
  readonly open: ReadonlySet<string>;
}

/** Returns the lines for the loaded rows, sorted and grouped, without rows that the filter excludes. */
export function arrangedRows(
  loaded: LoadedRows,
  { sort, grouping, found, passedOnly, open }: Arrangement,
): Entries {
  const left = loaded
    .inOrder()
    .filter((row) => !row.isOut && (!found || found.has(row.id)) && (!passedOnly || hasPassed(row)));
  const rows = sort ? sortRows(left, sort) : left;
  const groups = grouping && groupRows(rows, grouping);
  const entries = groups ? grouped(groups, open) : rows.map(rowEntry);
  let indexes: Map<string, number> | undefined;
  const indexOf = (id: string) => {
    indexes ??= new Map(
      entries.flatMap((entry, index) => (entry.kind === 'row' ? [[entry.row.id, index] as const] : [])),
    );
    return indexes.get(id);
  };
  return {
    count: entries.length,
    logs: rows.length,
    at: (index) => entries[index] ?? { kind: 'unread', place: index },
    indexOf,
    rows: () => entries.flatMap((entry) => (entry.kind === 'row' ? [entry.row] : [])),
    ...(groups && { groups }),
  };
}

/** Returns true if a request was detected but not blocked, and received a 2xx response. */
export function hasPassed({ cells }: RowView): boolean {
  return cells['action']?.toLowerCase() === 'detected' && cells['status']?.startsWith('2') === true;
}

function rowEntry(row: RowView, ordinal: number): Entry {
  return { kind: 'row', row, ordinal };
}

function grouped(groups: readonly Group[], open: ReadonlySet<string>): Entry[] {
  let before = 0;
  return groups.flatMap((group): Entry[] => {
    const first = before;
    before += group.rows.length;
    const isOpen = open.has(group.key);
    const head: Entry = { kind: 'group', group, isOpen };
    return isOpen ? [head, ...group.rows.map((row, index) => rowEntry(row, first + index))] : [head];
  });
}

/** The column that the loaded rows are sorted by; if undefined, they are in the service's order. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

const byText = new Intl.Collator('en', { numeric: true });

/**
 * Sorts rows. Rows without a value are always last, and equal rows keep their order. Numbers within text are compared
 * as numbers, which also sorts addresses correctly.
 */
export function sortRows(rows: readonly RowView[], { column, descending }: TableSort): RowView[] {
  // Times in the interface's format sort correctly as text.
  const compare =
    column === 'time'
      ? (one: string, other: string) => (one < other ? -1 : Number(one > other))
      : byText.compare;
  const valued = rows.filter((row) => !!row.cells[column]);
  const empty = rows.filter((row) => !row.cells[column]);
  const sign = descending ? -1 : 1;
  valued.sort((one, other) => sign * compare(one.cells[column] ?? '', other.cells[column] ?? ''));
  return [...valued, ...empty];
}
