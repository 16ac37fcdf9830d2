/** The days and times of the sample service, whose time zone is UTC. Inside a timeline, days are numbered from 1970-01-01. */
import { firstAllowedDay, isoDay } from '../service/calendar.ts';
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
    this.#start = numberOf(firstAllowedDay(isoDay(now)));
    this.#rate = count / (numberOf(isoDay(now)) - this.#start + 1);
    this.advance(now);
  }

  /** Number of logs so far. */
  get total(): number {
    return this.#firstOf(this.#today + 1);
  }

  /** Adds the logs of the days that have begun since the last call. The times of existing logs don't change. */
  advance(now: Date): void {
    this.#today = Math.max(this.#today, numberOf(isoDay(now)));
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
  between(from: string, to: string): { readonly start: number; readonly end: number } {
    const start = this.#firstOf(numberOf(from));
    return { start, end: Math.max(start, this.#firstOf(numberOf(to) + 1)) };
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

/** Returns the number of a day in the form `YYYY-MM-DD`. */
function numberOf(day: string): number {
  return Date.parse(day) / DAY_MS;
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS`, as in list rows. */
export function logTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}
