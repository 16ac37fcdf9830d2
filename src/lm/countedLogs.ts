import type { ListedLog } from '../service/model.ts';
import type { RowText } from '../service/rowFields.ts';
import type { Counted } from './toolInput.ts';

/** The field of a row that a count is by. */
export const GROUP_FIELDS = {
  path: 'uri',
  rule: 'rule',
  address: 'address',
  country: 'country',
  action: 'action',
  day: 'time',
} as const satisfies Record<Counted, RowText>;

export interface CountedValue {
  readonly value: string | undefined;
  readonly count: number;
  /** The first log that has it. */
  readonly log: ListedLog;
}

/** Counts logs by a value of their rows, the most frequent first; a path is an address without its query. */
export function countedLogs(logs: readonly ListedLog[], countBy: Counted): CountedValue[] {
  const groups = new Map<string | undefined, { count: number; readonly log: ListedLog }>();
  for (const log of logs) {
    const value = groupOf(log, countBy);
    const group = groups.get(value) ?? { count: 0, log };
    group.count += 1;
    groups.set(value, group);
  }
  return [...groups]
    .map(([value, group]) => ({ value, ...group }))
    .sort((one, other) => other.count - one.count);
}

function groupOf({ row }: ListedLog, countBy: Counted): string | undefined {
  const text = row[GROUP_FIELDS[countBy]];
  if (text === undefined || text === '') return undefined;
  if (countBy === 'path') return text.split(/[?#]/, 1)[0];
  return countBy === 'day' ? text.slice(0, 10) : text;
}
