import { similarPath } from '../http/similarPath.ts';
import type { ListedLog, LogKey } from '../service/model.ts';
import type { RowText } from '../service/rowFields.ts';
import type { Counted } from './toolInput.ts';

/** The row field that contains each value by which logs can be counted. */
export const GROUP_FIELDS = {
  path: 'uri',
  rule: 'rule',
  address: 'address',
  country: 'country',
  action: 'action',
  day: 'time',
  similar: 'uri',
} as const satisfies Record<Counted, RowText>;

/**
 * Maximum total length, in UTF-16 units, of all values; additional values are counted as unknown. Values are not
 * truncated, because a truncated secret might not be recognized.
 */
const MOST_UNITS = 8 * 1024 * 1024;

export interface CountedValue {
  readonly value: string | undefined;
  readonly count: number;
  /** The first log with this value. */
  readonly example: LogKey;
}

/** Counts logs by a value in their rows. Keeps the values, not the logs. */
export class LogCounter {
  readonly #countBy: Counted;
  readonly #groups = new Map<string | undefined, { count: number; readonly example: LogKey }>();

  #units = 0;

  constructor(countBy: Counted) {
    this.#countBy = countBy;
  }

  add(logs: readonly ListedLog[]): void {
    for (const log of logs) {
      const whole = groupOf(log, this.#countBy);
      const isKept = this.#groups.has(whole) || this.#units + (whole?.length ?? 0) <= MOST_UNITS;
      const value = isKept ? whole : undefined;
      if (!this.#groups.has(value)) this.#units += value?.length ?? 0;
      const group = this.#groups.get(value) ?? { count: 0, example: log.key };
      group.count += 1;
      this.#groups.set(value, group);
    }
  }

  /** The number of logs added so far. */
  get counted(): number {
    return [...this.#groups.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the values, most frequent first. */
  values(): CountedValue[] {
    const all = [...this.#groups].map(([value, group]) => ({ value, ...group }));
    return all.sort((one, other) => other.count - one.count);
  }
}

/** Returns the value to count for a log, such as the path of a URI or the day of a time. */
function groupOf({ row }: ListedLog, countBy: Counted): string | undefined {
  const text = row[GROUP_FIELDS[countBy]];
  if (text === undefined || text === '') return undefined;
  if (countBy === 'similar') return similarPath(text);
  if (countBy === 'path') return text.split(/[?#]/, 1)[0];
  return countBy === 'day' ? /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] : text;
}
