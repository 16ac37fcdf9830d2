/** Groups the loaded rows by a common value. */

import { similarPath } from '../formats/similarPath.ts';
import { type Message, message } from '../text/l10n.ts';
import type { RowView } from './columns.ts';

export const GROUPINGS = ['rule', 'uri', 'address', 'country', 'day', 'similar'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const GROUPING_NAMES: Readonly<Record<Grouping, Message>> = {
  rule: message('Rule'),
  uri: message('Path'),
  address: message('Address'),
  country: message('Country'),
  day: message('Day'),
  similar: message('Similar requests'),
};

export interface Group {
  /** Unique within a table. */
  readonly key: string;
  /** The value that the group's rows have in common; undefined if they have no value. */
  readonly label: string | undefined;
  /** True for the group that contains all rows beyond the maximum number of groups. */
  readonly isOthers?: true;
  readonly rows: readonly RowView[];
  /** The number of distinct addresses. */
  readonly addresses: number;
  /** The earliest and latest times, as sent. */
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** Maximum number of groups to show separately. */
const MOST_GROUPS = 200;

/** Returns the groups, largest first. Each row is in exactly one group, and the rows in a group keep their order. */
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

function dayOf({ cells }: RowView): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(cells['time'] ?? '')?.[0];
}

function commonValue(row: RowView, grouping: Grouping): { key: string; label: string | undefined } {
  const { cells, digests } = row;
  if (grouping === 'similar') {
    const path = cells['uri'];
    const parts = [cells['rule'], path && similarPath(path)].filter(Boolean);
    const label = parts.length === 0 ? undefined : parts.join(' · ');
    return { key: `=${label ?? ''}`, label };
  }
  if (grouping === 'day') {
    const day = dayOf(row);
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
