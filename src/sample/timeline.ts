import { Random } from './random.ts';
import { DAY_MS, dayOf, firstAllowedDay, isWeekend } from './sampleDays.ts';

/** A domain's logs on one day. */
interface Day {
  readonly day: number;
  /** The ordinal of the day's first log. */
  readonly first: number;
  readonly count: number;
  /** Number of seconds over which the day's logs are spread. */
  readonly seconds: number;
}

/** Minimum number of logs per day, from the day the service starts. */
const LEAST_TODAY = 5;

/**
 * The times of a domain's logs. Logs are numbered from 0, oldest first. The first log is on the earliest day that the
 * interface allows at the time the service starts, and no log is in the future. Logs are found by a binary search over
 * the days, so the search time does not depend on the number of logs.
 */
export class Timeline {
  readonly #seed: readonly number[];
  readonly #days: Day[] = [];
  readonly #perDay: number;

  /**
   * @param seed numbers that make this domain's timeline unique
   * @param total the number of logs from the first allowed day to `now`
   */
  constructor(seed: readonly number[], total: number, now: Date) {
    this.#seed = seed;
    const today = dayOf(now);
    const start = firstAllowedDay(today);
    this.#perDay = total === 0 ? 0 : Math.max(LEAST_TODAY, Math.round(total / (today - start + 1)));
    const past = Math.max(0, total - this.#perDay);
    const weights = Array.from({ length: today - start }, (_, position) => this.#weight(start + position));
    const sum = weights.reduce((left, right) => left + right, 0);
    let reached = 0;
    for (const [position, weight] of weights.entries()) {
      reached += weight;
      const end = Math.round((past * reached) / sum);
      this.#append(start + position, end - this.total, DAY_MS / 1000);
    }
    this.#append(today, total - this.total, secondOfDay(now));
  }

  /** Number of logs so far. */
  get total(): number {
    const last = this.#days.at(-1);
    return last === undefined ? 0 : last.first + last.count;
  }

  /** Adds logs for the days that have begun since the last call. The times of existing logs don't change. */
  advance(now: Date): void {
    const today = dayOf(now);
    for (let day = (this.#days.at(-1)?.day ?? today) + 1; day <= today; day++) {
      this.#append(day, this.#perDay, day === today ? secondOfDay(now) : DAY_MS / 1000);
    }
  }

  /** Returns the time of a log in milliseconds since 1970, rounded to a whole second. */
  timeOf(ordinal: number): number {
    const { day, first, count, seconds } = this.#dayOf(ordinal);
    const offset = new Random(...this.#seed, ordinal).next();
    return day * DAY_MS + Math.floor(((ordinal - first + offset) / count) * seconds) * 1000;
  }

  /** Returns true if a log is the first one on its day. */
  isFirstOfDay(ordinal: number): boolean {
    return this.#dayOf(ordinal).first === ordinal;
  }

  /** Returns true if a log is the last one on its day. */
  isLastOfDay(ordinal: number): boolean {
    const { first, count } = this.#dayOf(ordinal);
    return ordinal === first + count - 1;
  }

  /** Returns the range of ordinals for the logs from day `from` to day `to`, inclusive. `end` is exclusive. */
  between(from: number, to: number): { readonly start: number; readonly end: number } {
    const ordinalAt = (day: number) => this.#days.find((entry) => entry.day >= day)?.first ?? this.total;
    const start = ordinalAt(from);
    return { start, end: Math.max(start, ordinalAt(to + 1)) };
  }

  #append(day: number, count: number, seconds: number): void {
    this.#days.push({ day, first: this.total, count, seconds });
  }

  /** Returns the last day whose first ordinal is not greater than `ordinal`. */
  #dayOf(ordinal: number): Day {
    let low = 0;
    let high = this.#days.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#days[middle] as Day).first <= ordinal) low = middle;
      else high = middle - 1;
    }
    return this.#days[low] as Day;
  }

  #weight(day: number): number {
    return (0.4 + new Random(...this.#seed, day, 1).next()) * (isWeekend(day) ? 0.6 : 1);
  }
}

function secondOfDay(time: Date): number {
  return Math.floor((time.getTime() % DAY_MS) / 1000);
}
