import type { Counts, Wanted } from './counts.ts';

/** Milliseconds from activation to the first background request. */
export const FIRST_DELAY = 5_000;
const MINUTE = 60_000;

/** The window whose visible data the timer keeps up to date. */
export interface RefreshedWindow {
  readonly isFocused: boolean;
  /** Milliseconds between refreshes; infinite if they are turned off. */
  readonly interval: number;
  /** The counts that the status bar, the tree, and the visible panels show. */
  readonly wanted: readonly Wanted[];
  /** Reads everything else that is visible. Never rejects. */
  readOthers(): Promise<void>;
  /** Called at the start of each minute, because data might have become stale or the service's day might have ended. */
  draw(): void;
}

/**
 * Keeps visible data up to date while the window has focus; nothing else is read in the background. Each reading is due
 * one interval after its last attempt, and on a new day immediately. A past range is read once.
 */
export class RefreshTimer {
  readonly #counts: Counts;
  readonly #window: RefreshedWindow;
  readonly #start = Date.now() + FIRST_DELAY;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;
  /** When the last other reads ended; infinite while they run. */
  #othersAt = Date.now();

  constructor(counts: Counts, window: RefreshedWindow) {
    this.#counts = counts;
    this.#window = window;
  }

  /** Reads what is due, and schedules the next check. Called after a change of focus, settings, or visible counts. */
  update(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) return;
    const now = Date.now();
    const { wanted, isFocused, interval } = this.#window;
    this.#window.draw();
    let next = now - (now % MINUTE) + MINUTE;
    if (isFocused && now < this.#start) next = Math.min(next, this.#start);
    else if (isFocused) {
      const due = wanted.map((each) => ({ each, at: this.#dueAt(each) }));
      const overdue = due.filter(({ at }) => at <= now).map(({ each }) => each);
      if (overdue.length > 0) void this.#counts.refresh(overdue).then(() => this.update());
      if (this.#othersAt + interval <= now) void this.#readOthers();
      const later = due.map(({ at }) => at).filter((at) => at > now);
      next = Math.min(next, this.#othersAt + interval, ...later);
    }
    this.#timer = setTimeout(() => this.update(), Math.max(next - now, 0));
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  async #readOthers(): Promise<void> {
    this.#othersAt = Number.POSITIVE_INFINITY;
    await this.#window.readOthers();
    this.#othersAt = Date.now();
    this.update();
  }

  #dueAt(wanted: Wanted): number {
    const { interval } = this.#window;
    if (interval === Number.POSITIVE_INFINITY || this.#counts.isRefused(wanted.domain))
      return Number.POSITIVE_INFINITY;
    const reading = this.#counts.get(wanted);
    if (!reading) return 0;
    const { triedAt, triedDay, fault } = reading;
    const { to } = this.#counts.rangeOf(wanted);
    // At most once a minute, even if the service names a different time zone each time.
    if (triedDay < to) return triedAt + MINUTE;
    const isPast = fault === undefined && to < this.#counts.days.today(wanted.domain);
    return isPast ? Number.POSITIVE_INFINITY : triedAt + interval;
  }
}
