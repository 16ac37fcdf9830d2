/** Groups the loaded rows by a common value. */

import { similarPath } from '../http/similarPath.ts';
import { addDays } from '../service/calendar.ts';
import { type Message, message } from '../text/l10n.ts';
import type { RowView } from './rowView.ts';

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
  /** True if the group has logs today but had none on the previous six days. */
  readonly isNew?: true;
  readonly rows: readonly RowView[];
  /** The number of distinct addresses. */
  readonly addresses: number;
  /** The earliest and latest times, as sent. */
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** Maximum number of groups to show separately. */
const MOST_GROUPS = 200;

export interface NewGroups {
  /** The service's current date, `YYYY-MM-DD`, if the rows go back far enough to determine which groups are new. */
  readonly today: string | undefined;
  /** True if new groups are listed first. */
  readonly areFirst: boolean;
}

/**
 * Returns the groups, largest first. Each row is in exactly one group, and the rows in a group keep their order. Groups
 * of similar requests are marked if they are new.
 */
export function groupRows(
  rows: readonly RowView[],
  grouping: Grouping,
  { today, areFirst }: NewGroups = { today: undefined, areFirst: false },
): Group[] {
  const byKey = new Map<string, { label: string | undefined; rows: RowView[] }>();
  for (const row of rows) {
    const { key, label } = commonValue(row, grouping);
    const known = byKey.get(key);
    if (known) known.rows.push(row);
    else byKey.set(key, { label, rows: [row] });
  }
  const isNew = (group: { readonly rows: readonly RowView[] }) =>
    grouping === 'similar' && today !== undefined && isOfToday(group.rows, today);
  const sorted = [...byKey].sort(
    ([, one], [, other]) =>
      (areFirst ? Number(isNew(other)) - Number(isNew(one)) : 0) || other.rows.length - one.rows.length,
  );
  const groups = sorted.slice(0, MOST_GROUPS).map(([key, group]): Group => {
    const { label, rows } = group;
    return { ...groupOf(key, label, rows), ...(isNew(group) && { isNew: true as const }) };
  });
  const others = sorted.slice(MOST_GROUPS).flatMap(([, { rows }]) => rows);
  if (others.length > 0) groups.push({ ...groupOf('others', undefined, others), isOthers: true });
  return groups;
}

/** Number of days before today on which a new group must have no logs. */
const DAYS_BEFORE = 6;

function isOfToday(rows: readonly RowView[], today: string): boolean {
  const first = addDays(today, -DAYS_BEFORE);
  const days = rows.map(dayOf);
  return days.includes(today) && !days.some((day) => day === undefined || (day >= first && day < today));
}

/**
 * Returns true if the rows at the top of a list go back far enough to determine which groups are new. They must be
 * sorted newest first, without gaps. They must also include a row from before the six days, or the end of a list that
 * covers these days.
 * @param length the length of the list
 * @param from the first day of the list, if its filter has one
 */
export function reachBack(
  rows: { at(place: number): RowView | undefined },
  {
    length,
    today,
    from,
  }: { readonly length: number; readonly today: string; readonly from?: string | undefined },
): boolean {
  const first = addDays(today, -DAYS_BEFORE);
  if (from !== undefined && from > first) return false;
  let last = '\uffff';
  for (let place = 0; place < length; place++) {
    const row = rows.at(place);
    const day = row && dayOf(row);
    if (day === undefined || day > last) return false;
    if (day < first) return place > 0;
    last = day;
  }
  return true;
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
