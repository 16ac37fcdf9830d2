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

/** UTF-16 units of a value; longer ones count as equal when they begin alike. */
const LONGEST_VALUE = 1_000;

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

  constructor(countBy: Counted) {
    this.#countBy = countBy;
  }

  add(logs: readonly ListedLog[]): void {
    for (const log of logs) {
      const value = groupOf(log, this.#countBy);
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
  const text = row[GROUP_FIELDS[countBy]]?.slice(0, LONGEST_VALUE);
  if (text === undefined || text === '') return undefined;
  if (countBy === 'path') return text.split(/[?#]/, 1)[0];
  return countBy === 'day' ? text.slice(0, 10) : text;
}
