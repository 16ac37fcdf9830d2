/** The loaded rows by what they have in common. Pure. */
import { type Message, message } from '../text/l10n.ts';
import type { RowView } from './rowView.ts';
import { similarPath } from './similar.ts';

export const GROUPINGS = ['rule', 'uri', 'address', 'country', 'day', 'similar'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const GROUPING_NAMES: Readonly<Record<Grouping, Message>> = {
  rule: message('Rule'),
  uri: message('Path'),
  address: message('Address'),
  country: message('Country'),
  day: message('Day'),
  similar: message('Similar'),
};

export interface Group {
  /** Different for each group of a table. */
  readonly key: string;
  /** The value that its rows share; undefined where they have none. */
  readonly label: string | undefined;
  /** The group of all rows whose own groups would be too many. */
  readonly isOthers?: true;
  readonly rows: readonly RowView[];
  /** Different addresses. */
  readonly addresses: number;
  /** The earliest and the latest time, as sent. */
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** Groups that are shown by themselves. */
export const MOST_GROUPS = 200;

/** Returns the groups, the largest first; every row is in exactly one of them, in the order given. */
export function groupRows(rows: readonly RowView[], grouping: Grouping): Group[] {
  const byKey = new Map<string, { label: string | undefined; rows: RowView[] }>();
  for (const row of rows) {
    const { key, label } = commonValue(row, grouping);
    const known = byKey.get(key);
    if (known) known.rows.push(row);
    else byKey.set(key, { label, rows: [row] });
  }
  const sorted = [...byKey].sort(([, one], [, other]) => other.rows.length - one.rows.length);
  const groups = sorted.slice(0, MOST_GROUPS).map(([key, { label, rows }]) => groupOf(key, label, rows));
  const others = sorted.slice(MOST_GROUPS).flatMap(([, { rows }]) => rows);
  if (others.length > 0) groups.push({ ...groupOf('others', undefined, others), isOthers: true });
  return groups;
}

function commonValue(
  { cells, digests }: RowView,
  grouping: Grouping,
): { key: string; label: string | undefined } {
  if (grouping === 'similar') {
    const path = cells['uri'];
    const parts = [cells['rule'], path && similarPath(path)].filter(Boolean);
    const label = parts.length === 0 ? undefined : parts.join(' · ');
    return { key: `=${label ?? ''}`, label };
  }
  if (grouping === 'day') {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(cells['time'] ?? '')?.[0];
    return { key: `=${day ?? ''}`, label: day };
  }
  const label = cells[grouping] || undefined;
  return { key: `=${label ?? ''}${digests?.[grouping] ?? ''}`, label };
}

function groupOf(key: string, label: string | undefined, rows: readonly RowView[]): Group {
  let [first, last]: (string | undefined)[] = [];
  const addresses = new Set<string>();
  for (const { cells } of rows) {
    const { time, address } = cells;
    if (address) addresses.add(address);
    if (!time) continue;
    if (first === undefined || time < first) first = time;
    if (last === undefined || time > last) last = time;
  }
  return { key, label, rows, addresses: addresses.size, first, last };
}
