import type { DateRange } from '../service/model.ts';
import { rangeOf, sameRange } from './countsRange.ts';
import type { CountsReading, CountsReadings, Wanted } from './countsReadings.ts';
import type { ServiceDays } from './serviceDays.ts';

/** Milliseconds from activation, or from the last attempt, to the earliest background request. */
export const FIRST_DELAY = 5_000;
/** The maximum factor by which the interval grows while a read keeps failing. */
export const MAX_BACKOFF = 8;
/** The maximum jitter, as a fraction of the interval. */
const JITTER = 0.1;
/** Maximum time between checks of the clock, in milliseconds. Needed because timers stop while a computer sleeps. */
const LONGEST_WAIT = 60_000;

export interface RefreshTimerOptions {
  readonly readings: CountsReadings;
  readonly days: ServiceDays;
  /** Returns the readings that the status bar, the tree, and the open panels currently show. */
  readonly wanted: () => readonly Wanted[];
  /** Returns the milliseconds between refreshes; infinite if they are turned off. */
  readonly interval: () => number;
  readonly focused: () => boolean;
  readonly now: () => Date;
  /** Returns a number from 0 up to but not including 1. */
  readonly random: () => number;
  /**
   * Performs all other reads at each interval while `goOn` returns true, starting one interval after activation;
   * returns true if they succeeded. Never rejects.
   */
  readonly otherReads: (goOn: () => boolean) => Promise<boolean>;
  /** Runs `task` after some milliseconds; calling the returned function cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Called at least once a minute, because the displayed data might have become stale. */
  readonly onTick: () => void;
  /** Called when a day ends in the service's time zone for one of the readings in use. */
  readonly onNewDay: () => void;
}

/**
 * Keeps the visible counts up to date while the window has focus; nothing else is read in the background. Each reading
 * is due one interval after its last attempt, plus jitter. While it fails, it is due later; on a new day, it is due
 * immediately. A range in the past is read once.
 */
export class RefreshTimer {
  readonly #options: RefreshTimerOptions;
  readonly #start: number;
  #cancel = () => {};
  #midnight = Number.POSITIVE_INFINITY;
  #disposed = false;
  /**
   * The state of the other reads: when the last ones ended, the number of consecutive failures, and the jitter of the
   * next ones.
   */
  #others: {
    readonly at: number;
    readonly failures: number;
    readonly jitter: number;
    readonly running: boolean;
  };

  constructor(options: RefreshTimerOptions) {
    this.#options = options;
    const now = options.now().getTime();
    this.#start = now + FIRST_DELAY;
    this.#others = { at: now, failures: 0, jitter: options.random(), running: false };
    this.update();
  }

  /**
   * Determines which readings are due and when to check again. Called after a change of focus, setting, or wanted
   * readings.
   */
  update(): void {
    this.#cancel();
    if (this.#disposed) return;
    const { days, focused, after, ...options } = this.#options;
    const now = options.now().getTime();
    if (now >= this.#midnight) options.onNewDay();
    options.onTick();

    const wanted = options.wanted();
    this.#midnight = Math.min(...wanted.map(({ domain }) => days.midnight(domain)));
    const due = new Map(wanted.map((each) => [each, Math.max(this.#dueAt(each), this.#start)]));
    if (focused() && now >= this.#start) {
      const overdue = wanted.filter((each) => (due.get(each) ?? 0) <= now);
      for (const each of overdue) due.delete(each);
      if (overdue.length > 0) void this.#refresh(overdue);
      if (this.#othersDueAt() <= now) void this.#readOthers();
    }
    const next = focused() ? Math.min(this.#midnight, this.#othersDueAt(), ...due.values()) : this.#midnight;
    this.#cancel = after(Math.min(Math.max(next - now, 0), LONGEST_WAIT), () => this.update());
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel();
  }

  async #refresh(due: readonly Wanted[]): Promise<void> {
    await this.#options.readings.refresh(due, { goOn: () => this.#isWatched() });
    this.update();
  }

  #isWatched(): boolean {
    return this.#options.focused() && !this.#disposed;
  }

  async #readOthers(): Promise<void> {
    this.#others = { ...this.#others, running: true };
    const worked = await this.#options.otherReads(() => this.#isWatched());
    this.#others = {
      at: this.#options.now().getTime(),
      failures: worked ? 0 : this.#others.failures + 1,
      jitter: this.#options.random(),
      running: false,
    };
    this.update();
  }

  #othersDueAt(): number {
    const { at, failures, jitter, running } = this.#others;
    return running ? Number.POSITIVE_INFINITY : at + later(failures, jitter, this.#options.interval());
  }

  #dueAt({ domain, span }: Wanted): number {
    const { readings, days, interval } = this.#options;
    const every = interval();
    const refused = readings.refusal(domain.connectionId) !== undefined;
    if (every === Number.POSITIVE_INFINITY || refused || readings.isQueued({ domain, span })) {
      return Number.POSITIVE_INFINITY;
    }
    const reading = readings.get(domain, span);
    const { day } = days.today(domain);
    return reading ? nextTry(reading, day, rangeOf(span, day), every) : 0;
  }
}

/**
 * Returns the time of the next attempt. A new day is read soon only if it is later than the previous one. Otherwise,
 * the day would go back and forth if the time zone differed between responses.
 */
function nextTry(
  { triedAt, tried, failures, jitter }: CountsReading,
  day: string,
  wanted: DateRange,
  every: number,
): number {
  if (failures === 0 && tried.to < wanted.to) return triedAt + FIRST_DELAY;
  if (failures === 0 && tried.to < day && sameRange(tried, wanted)) return Number.POSITIVE_INFINITY;
  return triedAt + later(failures, jitter, every);
}

/** Returns the number of milliseconds to wait after the last attempt. */
function later(failures: number, jitter: number, every: number): number {
  return every * (Math.min(2 ** failures, MAX_BACKOFF) + JITTER * jitter);
}
