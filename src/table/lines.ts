/** The table's lines: the complete list in the service's order, or the loaded rows, filtered, sorted, and grouped. */
import { similarPath } from '../formats/similarPath.ts';
import { outcomeOf } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';
import type { RowView } from './columns.ts';

/** Maximum number of rows to load, no more than `lists/pagedList.ts` keeps, and therefore the most that can be selected. */
export const MOST_ROWS = 5_000;

export interface Group {
  /** The value that the group's rows have in common, which is unique within a table; empty if they have no value. */
  readonly label: string;
  readonly rows: readonly RowView[];
}

export type Line =
  | { readonly kind: 'row'; readonly row: RowView; readonly ordinal: number }
  /** A position in the list whose row is not loaded, or could not be read. */
  | { readonly kind: 'unread' | 'unreadable'; readonly ordinal: number }
  | { readonly kind: 'group'; readonly group: Group; readonly isOpen: boolean; readonly ordinal?: undefined };

export interface Lines {
  /** The number of lines: logs and groups. */
  readonly count: number;
  /** The number of logs, including those in collapsed groups. */
  readonly logs: number;
  at(index: number): Line;
  /** Returns the index of a log's line, or undefined if the log has no line. */
  indexOf(id: string): number | undefined;
  /** Returns the loaded rows in display order, including those in collapsed groups. */
  rows(): readonly RowView[];
  /** The number of groups, if the rows are grouped. */
  readonly groups?: number;
}

/** A row, or the reason that a position has none: its row could not be read, or was dropped from memory. */
export type PlacedRow = RowView | 'unreadable' | 'dropped';

/** The loaded rows by their positions in the list. */
export class LoadedRows {
  readonly #rows = new Map<number, RowView | 'unreadable'>();
  readonly #places = new Map<string, number>();
  #inOrder: readonly RowView[] | undefined;

  get size(): number {
    return this.#places.size;
  }

  at(place: number): RowView | 'unreadable' | undefined {
    return this.#rows.get(place);
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  set(place: number, row: PlacedRow): void {
    this.#drop(place);
    if (typeof row === 'object') {
      const before = this.#places.get(row.id);
      if (before !== undefined) this.#drop(before);
      this.#places.set(row.id, place);
    }
    if (row !== 'dropped') this.#rows.set(place, row);
    this.#inOrder = undefined;
  }

  /** Returns the rows in list order. */
  inOrder(): readonly RowView[] {
    this.#inOrder ??= [...this.#rows]
      .sort(([one], [other]) => one - other)
      .flatMap(([, row]) => (row === 'unreadable' ? [] : [row]));
    return this.#inOrder;
  }

  #drop(place: number): void {
    const row = this.#rows.get(place);
    this.#rows.delete(place);
    if (typeof row === 'object') this.#places.delete(row.id);
  }
}

/** Returns the complete list in the service's order, with `length` lines. */
export function wholeList(loaded: LoadedRows, length: number): Lines {
  return {
    count: length,
    logs: length,
    at: (ordinal) => {
      const row = loaded.at(ordinal);
      return typeof row === 'object' ? { kind: 'row', row, ordinal } : { kind: row ?? 'unread', ordinal };
    },
    indexOf: (id) => loaded.placeOf(id),
    rows: () => loaded.inOrder(),
  };
}

/** The column that the loaded rows are sorted by. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

export interface Arrangement {
  readonly sort?: TableSort | undefined;
  readonly grouping?: Grouping | undefined;
  /** The IDs of the rows to keep; undefined to keep all rows. */
  readonly found?: ReadonlySet<string> | undefined;
  /** The labels of expanded groups. */
  readonly open: ReadonlySet<string>;
}

/** Returns the lines for the loaded rows, without those that the filter excludes. */
export function arrangedLines(loaded: LoadedRows, arrangement: Arrangement): Lines {
  const { sort, grouping, found, open } = arrangement;
  const kept = loaded.inOrder().filter((row) => !row.isOut && (!found || found.has(row.id)));
  const sorted = sort ? sortRows(kept, sort) : kept;
  const groups = grouping && groupRows(sorted, grouping);
  const rows = groups ? groups.flatMap((group) => group.rows) : sorted;
  const lines: Line[] = [];
  const indexes = new Map<string, number>();
  const add = (row: RowView, ordinal: number) => {
    indexes.set(row.id, lines.length);
    lines.push({ kind: 'row', row, ordinal });
  };
  if (!groups) rows.forEach(add);
  let first = 0;
  for (const group of groups ?? []) {
    const isOpen = open.has(group.label);
    lines.push({ kind: 'group', group, isOpen });
    if (isOpen) for (const [index, row] of group.rows.entries()) add(row, first + index);
    first += group.rows.length;
  }
  return {
    count: lines.length,
    logs: rows.length,
    at: (index) => lines[index] ?? { kind: 'unread', ordinal: index },
    indexOf: (id) => indexes.get(id),
    rows: () => rows,
    ...(groups && { groups: groups.length }),
  };
}

/** Returns true if a request was detected but not blocked, and was answered with a 2xx status. */
export function gotThrough({ cells }: RowView): boolean {
  return outcomeOf(cells['action']) === 'detected' && cells['status']?.startsWith('2') === true;
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
  const sign = descending ? -1 : 1;
  const valued = rows.filter((row) => !!row.cells[column]);
  valued.sort((one, other) => sign * compare(one.cells[column] ?? '', other.cells[column] ?? ''));
  return [...valued, ...rows.filter((row) => !row.cells[column])];
}

interface GroupedBy {
  readonly name: Message;
  /** Returns the value to group by; undefined or empty if the row has none. */
  readonly valueOf: (row: RowView) => string | undefined;
}

const cell = (id: string, name: Message): GroupedBy => ({ name, valueOf: ({ cells }) => cells[id] });

/** The values that rows can be grouped by. A new grouping is one entry here. */
export const GROUPINGS = {
  rule: cell('rule', message('Rule')),
  uri: cell('uri', message('Path')),
  address: cell('address', message('Address')),
  country: cell('country', message('Country')),
  day: {
    name: message('Day'),
    valueOf: ({ cells }) => /^\d{4}-\d{2}-\d{2}/.exec(cells['time'] ?? '')?.[0],
  },
  similar: {
    name: message('Similar requests'),
    valueOf: ({ cells }) => [cells['rule'], similarPath(cells['uri'] ?? '')].filter(Boolean).join(' · '),
  },
} as const satisfies Record<string, GroupedBy>;
export type Grouping = keyof typeof GROUPINGS;

/** Returns the groups, largest first. Each row is in exactly one group, and the rows in a group keep their order. */
export function groupRows(rows: readonly RowView[], grouping: Grouping): Group[] {
  const groups = new Map<string, RowView[]>();
  for (const row of rows) {
    const label = GROUPINGS[grouping].valueOf(row) ?? '';
    const known = groups.get(label);
    if (known) known.push(row);
    else groups.set(label, [row]);
  }
  return [...groups]
    .map(([label, of]) => ({ label, rows: of }))
    .sort((one, other) => other.rows.length - one.rows.length);
}
