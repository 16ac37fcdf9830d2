/** Groups the loaded rows by a common value. A new grouping is one entry here. */
import { similarPath } from '../formats/similarPath.ts';
import { type Message, message } from '../text/l10n.ts';
import type { RowView } from './columns.ts';

interface GroupedBy {
  readonly name: Message;
  /** Returns the value to group by; undefined or empty if the row has none. */
  readonly valueOf: (row: RowView) => string | undefined;
}

const cell = (id: string, name: Message): GroupedBy => ({ name, valueOf: ({ cells }) => cells[id] });

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

/** Returns the grouping with this ID, if there is one. */
export function groupingOf(id: unknown): Grouping | undefined {
  return Object.keys(GROUPINGS).find((each): each is Grouping => each === id);
}

export interface Group {
  /** Unique within a table. */
  readonly key: string;
  /** The value that the group's rows have in common; undefined if they have no value. */
  readonly label: string | undefined;
  readonly rows: readonly RowView[];
}

/** Returns the groups, largest first. Each row is in exactly one group, and the rows in a group keep their order. */
export function groupRows(rows: readonly RowView[], grouping: Grouping): Group[] {
  const groups = new Map<string, { key: string; label: string | undefined; rows: RowView[] }>();
  for (const row of rows) {
    const label = GROUPINGS[grouping].valueOf(row) || undefined;
    const key = `=${label ?? ''}${row.digests?.[grouping] ?? ''}`;
    const known = groups.get(key);
    if (known) known.rows.push(row);
    else groups.set(key, { key, label, rows: [row] });
  }
  return [...groups.values()].sort((one, other) => other.rows.length - one.rows.length);
}
