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
  /** Returns the index of a log's line or, if its group is collapsed, of the group's line; undefined if there is none. */
  indexOf(id: string): number | undefined;
  /** Returns the loaded rows in display order, including those in collapsed groups. */
  rows(): readonly RowView[];
  /** The number of groups, if the rows are grouped. */
  readonly groups?: number;
}

/** A position in the list, and its row or the reason that it has none. */
export type PlacedRow = readonly [place: number, row: RowView | 'unread' | 'unreadable'];

/** The loaded rows by their positions in the list. */
export class LoadedRows {
  readonly #rows = new Map<number, RowView | 'unreadable'>();
  #inOrder: readonly RowView[] | undefined;

  at(place: number): RowView | 'unreadable' | undefined {
    return this.#rows.get(place);
  }

  /** Returns the position of a log's row. */
  placeOf(id: string): number | undefined {
    for (const [place, row] of this.#rows) if (typeof row === 'object' && row.id === id) return place;
    return undefined;
  }

  set([place, row]: PlacedRow): void {
    if (row === 'unread') this.#rows.delete(place);
    else this.#rows.set(place, row);
    this.#inOrder = undefined;
  }

  /** Returns the rows in list order. */
  inOrder(): readonly RowView[] {
    this.#inOrder ??= [...this.#rows]
      .sort(([one], [other]) => one - other)
      .flatMap(([, row]) => (row === 'unreadable' ? [] : [row]));
    return this.#inOrder;
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
  const rows: RowView[] = [];
  const lines: Line[] = [];
  const indexes = new Map<string, number>();
  for (const group of groups ?? [{ label: '', rows: sorted }]) {
    const isOpen = !groups || open.has(group.label);
    if (groups) lines.push({ kind: 'group', group, isOpen });
    for (const row of group.rows) {
      if (isOpen) lines.push({ kind: 'row', row, ordinal: rows.length });
      indexes.set(row.id, lines.length - 1);
      rows.push(row);
    }
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
