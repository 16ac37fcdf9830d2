import type { Counts, Wanted } from './counts.ts';

/** Milliseconds from activation, or from the last attempt, to the earliest background request. */
export const FIRST_DELAY = 5_000;
/** The maximum factor by which the interval grows while a read keeps failing. */
export const MAX_BACKOFF = 8;
/** Maximum time between checks of the clock, in milliseconds. Needed because timers stop while a computer sleeps. */
const LONGEST_WAIT = 60_000;

/** The window whose visible data the timer keeps up to date. */
export interface RefreshedWindow {
  readonly isFocused: boolean;
  /** Milliseconds between refreshes; infinite if they are turned off. */
  readonly interval: number;
  /** The counts that the status bar, the tree, and the visible panels show. */
  readonly wanted: readonly Wanted[];
  /** Reads everything else that is visible, while `goOn` returns true; returns true if that succeeded. Never rejects. */
  readOthers(goOn: () => boolean): Promise<boolean>;
  /** Called at least once a minute, because data might have become stale, and when the service's day ends. */
  draw(isNewDay: boolean): void;
}

/**
 * Keeps visible data up to date while the window has focus; nothing else is read in the background. Each reading is due
 * one interval after its last attempt; while it fails, later; on a new day, immediately. A past range is read once.
 */
export class RefreshTimer {
  readonly #counts: Counts;
  readonly #window: RefreshedWindow;
  readonly #start = Date.now() + FIRST_DELAY;
  #timer: NodeJS.Timeout | undefined;
  #midnight = Number.POSITIVE_INFINITY;
  #isDisposed = false;
  /** When the last other reads ended, and how many failed in succession. */
  #others = { at: Date.now(), failures: 0, isReading: false };

  constructor(counts: Counts, window: RefreshedWindow) {
    this.#counts = counts;
    this.#window = window;
  }

  /** Reads what is due, and schedules the next check. Called after a change of focus, settings, or visible counts. */
  update(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) return;
    const now = Date.now();
    const { wanted, isFocused } = this.#window;
    this.#window.draw(now >= this.#midnight);
    this.#midnight = Math.min(...wanted.map(({ domain }) => this.#counts.days.midnight(domain)));
    let next = this.#midnight;
    if (isFocused) {
      const due = wanted.map((each) => ({ each, at: Math.max(this.#dueAt(each), this.#start) }));
      const overdue = due.filter(({ at }) => at <= now);
      if (overdue.length > 0) void this.#refresh(overdue.map(({ each }) => each));
      if (Math.max(this.#othersDueAt(), this.#start) <= now) void this.#readOthers();
      const later = due.map(({ at }) => at).filter((at) => at > now);
      next = Math.min(next, this.#othersDueAt(), ...later);
    }
    this.#timer = setTimeout(() => this.update(), Math.min(Math.max(next - now, 0), LONGEST_WAIT));
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  readonly #goOn = () => this.#window.isFocused && !this.#isDisposed;

  async #refresh(due: readonly Wanted[]): Promise<void> {
    await this.#counts.refresh(due, this.#goOn);
    this.update();
  }

  async #readOthers(): Promise<void> {
    this.#others.isReading = true;
    const worked = await this.#window.readOthers(this.#goOn);
    const failures = worked ? 0 : this.#others.failures + 1;
    this.#others = { at: Date.now(), failures, isReading: false };
    this.update();
  }

  #othersDueAt(): number {
    const { at, failures, isReading } = this.#others;
    return isReading ? Number.POSITIVE_INFINITY : this.#after(at, failures);
  }

  #dueAt(wanted: Wanted): number {
    const counts = this.#counts;
    const { connectionId } = wanted.domain;
    const isOff = this.#window.interval === Number.POSITIVE_INFINITY;
    if (isOff || counts.refusal(connectionId) !== undefined || counts.isQueued(wanted))
      return Number.POSITIVE_INFINITY;
    const reading = counts.get(wanted);
    if (!reading) return 0;
    const { triedAt, failures, latestDay } = reading;
    const { to } = counts.rangeOf(wanted);
    if (failures === 0 && latestDay < to) return triedAt + FIRST_DELAY;
    if (failures === 0 && to < counts.days.today(wanted.domain)) return Number.POSITIVE_INFINITY;
    return this.#after(triedAt, failures);
  }

  #after(time: number, failures: number): number {
    return time + this.#window.interval * Math.min(2 ** failures, MAX_BACKOFF);
  }
}
