/** Groups the loaded rows by a common value. Pure. */

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
  /** Unique among the groups of a table. */
  readonly key: string;
  /** The value that its rows share; undefined if they have none. */
  readonly label: string | undefined;
  /** True for the group of all rows beyond the maximum number of groups. */
  readonly isOthers?: true;
  readonly rows: readonly RowView[];
  /** The number of distinct addresses. */
  readonly addresses: number;
  /** The earliest and the latest time, as sent. */
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** Maximum groups that are shown separately. */
const MOST_GROUPS = 200;

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

/** A segment of a path that is an id: a number, a UUID, a hash or a long token. */
const IDS: readonly RegExp[] = [
  /^\d+$/,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // Words such as "facade" contain no digit.
  /^(?=[a-f]*\d)[\da-f]{8,128}$/i,
  /^(?=[a-z]*\d)[\da-z]{20,200}$/i,
  // Base64 for URLs: words joined by hyphens do not contain digits and letters of both cases.
  /^(?=[^\d]*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w-]{20,200}$/,
];

/** A file extension, which is kept. */
const EXTENSION = /\.[a-z]{1,5}\d?$/i;

/** The placeholder of an id. */
export const ID = '{id}';

/**
 * Returns a path without its query, with `{id}` for each segment that is an id; a file extension is kept.
 * @example similarPath('/api/v2/orders/1234/items?page=2') // '/api/v2/orders/{id}/items'
 */
export function similarPath(path: string): string {
  const [start = ''] = path.split(/[?#]/, 1);
  return start.split('/').map(similarSegment).join('/');
}

function similarSegment(segment: string): string {
  const [extension = ''] = EXTENSION.exec(segment) ?? [];
  const name = segment.slice(0, segment.length - extension.length);
  return IDS.some((id) => id.test(name)) ? ID + extension : segment;
}
