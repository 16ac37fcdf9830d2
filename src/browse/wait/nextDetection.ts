/** Waits for the next log in a list; does not depend on the editor. */
import { abortFault } from '../../base/abort.ts';
import { isPassing, isServiceError } from '../../base/errors.ts';
import { type ListedLog, logId } from '../../service/model.ts';

/** Milliseconds between reads. */
export const EVERY = 5_000;
/** Maximum time to wait, in milliseconds. */
export const LONGEST = 600_000;
/** Number of logs on a page to compare with earlier logs: the maximum page size (section 8). */
const MOST_COMPARED = 100;

/** The first page of a list, with its filter applied. */
export interface FirstPage {
  readonly logs: readonly ListedLog[];
  /** Total number of logs; undefined if the service does not report it. */
  readonly total: number | undefined;
}

export interface WaitOptions {
  /** Reads the first page with one request and no retries. */
  readonly read: (signal: AbortSignal) => Promise<FirstPage>;
  /** Resolves after the given number of milliseconds, or as soon as `signal` is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Returns the current time, in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type WaitEnd =
  /** The new logs, in list order. */
  | { readonly kind: 'found'; readonly logs: readonly ListedLog[] }
  /** The list grew, but its first page contains no new logs, so it is not sorted by time. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly fault: unknown };

/**
 * Reads the first page every `EVERY` milliseconds until it contains a new log, for at most `LONGEST` milliseconds (121
 * reads). If a read fails temporarily, tries again after the time that the service requests. Never rejects: aborting
 * `signal` with a `ServiceError` ends the wait with that error.
 */
export async function nextDetection({ read, pause, now, signal }: WaitOptions): Promise<WaitEnd> {
  const end = now() + LONGEST;
  const seen = new SeenLogs();
  for (;;) {
    const asked = now();
    let wait = EVERY;
    try {
      const found = seen.add(await read(signal));
      if (!signal.aborted && found) return found;
    } catch (fault) {
      if (signal.aborted) break;
      if (!isServiceError(fault) || !isPassing(fault)) return { kind: 'failed', fault };
      wait = Math.max(EVERY, 1_000 * (fault.facts.retryAfter ?? 0));
      if (asked + wait > end && wait > EVERY) return { kind: 'failed', fault };
    }
    if (signal.aborted) break;
    if (asked + wait > end) return { kind: 'over' };
    await pause(Math.max(0, asked + wait - now()), signal);
    if (signal.aborted) break;
  }
  const fault = abortFault(signal);
  return isServiceError(fault, 'cancelled') ? { kind: 'cancelled' } : { kind: 'failed', fault };
}

/** The logs seen on the first page so far, at most `MOST_COMPARED` per read. */
export class SeenLogs {
  readonly #known = new Set<string>();
  #total: number | undefined;
  #hasRead = false;

  get size(): number {
    return this.#known.size;
  }

  /**
   * Adds a page. Returns how the wait ended if the list has new logs; otherwise, and for the first page, returns
   * undefined.
   */
  add({ logs, total }: FirstPage): WaitEnd | undefined {
    const page = logs.slice(0, MOST_COMPARED);
    const isNew = ({ key }: ListedLog) => !this.#known.has(logId(key));
    const lastKnown = page.findLastIndex((log) => !isNew(log));
    const hasGrown = total !== undefined && this.#total !== undefined && total > this.#total;
    // Logs below the last known one might be old ones that moved up from the second page. If no log is known, all are
    // new.
    const candidates = hasGrown || lastKnown < 0 ? page : page.slice(0, lastKnown);
    const found = candidates.filter(isNew);
    for (const { key } of page) this.#known.add(logId(key));
    this.#total = total;
    const isFirst = !this.#hasRead;
    this.#hasRead = true;
    if (isFirst) return undefined;
    if (found.length > 0) return { kind: 'found', logs: found };
    return hasGrown ? { kind: 'elsewhere' } : undefined;
  }
}
