/** The days and times of the sample service, whose time zone is UTC. A day is the number of days since 1970-01-01. */
import { Random } from './random.ts';

const DAY_MS = 86_400_000;

/**
 * The times of a domain's logs. Logs are numbered from 0, oldest first, and evenly distributed over the days from the
 * earliest one that the interface allows when the service starts. Later days get as many logs. No log is in the future.
 */
export class Timeline {
  readonly #seed: readonly number[];
  readonly #start: number;
  /** The number of logs per day, which can be a fraction. */
  readonly #rate: number;
  /** The number of seconds of each day on which the service was running that had passed when it was first used. */
  readonly #begun = new Map<number, number>();
  #today = 0;

  /**
   * @param seed numbers that make this domain's timeline unique
   * @param count the number of logs from the first allowed day to `now`
   */
  constructor(seed: readonly number[], count: number, now: Date) {
    this.#seed = seed;
    this.#start = firstAllowedDay(dayOf(now));
    this.#rate = count / (dayOf(now) - this.#start + 1);
    this.advance(now);
  }

  /** Number of logs so far. */
  get total(): number {
    return this.#firstOf(this.#today + 1);
  }

  /** Adds the logs of the days that have begun since the last call. The times of existing logs don't change. */
  advance(now: Date): void {
    this.#today = Math.max(this.#today, dayOf(now));
    if (!this.#begun.has(this.#today))
      this.#begun.set(this.#today, Math.floor((now.getTime() % DAY_MS) / 1000));
  }

  /** Returns the time of a log in milliseconds since 1970, rounded to a whole second. */
  timeOf(ordinal: number): number {
    const day = this.#dayOf(ordinal);
    const first = this.#firstOf(day);
    const seconds = this.#begun.get(day) ?? DAY_MS / 1000;
    const offset = new Random(...this.#seed, ordinal).next();
    const share = (ordinal - first + offset) / (this.#firstOf(day + 1) - first);
    return day * DAY_MS + Math.floor(share * seconds) * 1000;
  }

  /** Returns true if a log is the first one on its day. */
  isFirstOfDay(ordinal: number): boolean {
    return this.#firstOf(this.#dayOf(ordinal)) === ordinal;
  }

  /** Returns the range of ordinals for the logs from day `from` to day `to`, inclusive. `end` is exclusive. */
  between(from: number, to: number): { readonly start: number; readonly end: number } {
    const start = this.#firstOf(from);
    return { start, end: Math.max(start, this.#firstOf(to + 1)) };
  }

  /** Returns the ordinal of a day's first log. */
  #firstOf(day: number): number {
    const days = Math.min(day, this.#today + 1) - this.#start;
    // Without rounding, the number of logs per day times the number of days can be less than the number of logs.
    return Math.max(0, Math.floor(days * this.#rate + 1e-6));
  }

  #dayOf(ordinal: number): number {
    let day = this.#start + Math.floor(ordinal / this.#rate);
    while (this.#firstOf(day) > ordinal) day--;
    while (this.#firstOf(day + 1) <= ordinal) day++;
    return day;
  }
}

export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

/** Returns true for Saturdays and Sundays. */
export function isWeekend(day: number): boolean {
  const weekday = (day + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** Returns the first day of the month that is three months before the month of `today` (section 4.2). */
export function firstAllowedDay(today: number): number {
  const date = new Date(today * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 3, 1) / DAY_MS;
}

/** Formats a day as `YYYY-MM-DD`. */
export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a day as `YYYYMMDD`. */
export function compactDate(day: number): string {
  return isoDate(day).replaceAll('-', '');
}

/** Parses `YYYYMMDD`. Returns undefined for other text and for dates that do not exist, such as 20260230. */
export function parseCompactDate(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const day = Date.UTC(Number(year), Number(month) - 1, Number(date)) / DAY_MS;
  return compactDate(day) === text ? day : undefined;
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS`, as in list rows. */
export function logTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}
