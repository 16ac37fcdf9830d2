import type { ListedLog, LogKey } from '../service/model.ts';
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

/** UTF-16 units of all values; further ones count as not told. They stay whole: part of a secret may not be known as one. */
const MOST_UNITS = 8 * 1024 * 1024;

export interface CountedValue {
  readonly value: string | undefined;
  readonly count: number;
  /** The first log that has it. */
  readonly example: LogKey;
}

/** Counts logs by a value of their rows. Keeps the values, not the logs. */
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

  /** The number of logs that were added. */
  get counted(): number {
    return [...this.#groups.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The values, the most frequent first. */
  values(): CountedValue[] {
    const all = [...this.#groups].map(([value, group]) => ({ value, ...group }));
    return all.sort((one, other) => other.count - one.count);
  }
}

/** Returns the value that a log counts for: of an address the path, of a time the day. */
function groupOf({ row }: ListedLog, countBy: Counted): string | undefined {
  const text = row[GROUP_FIELDS[countBy]];
  if (text === undefined || text === '') return undefined;
  if (countBy === 'path') return text.split(/[?#]/, 1)[0];
  return countBy === 'day' ? /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] : text;
}
