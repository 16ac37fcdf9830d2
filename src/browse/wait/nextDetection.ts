/** Waits for the next log of a list, without an editor in it. */
import { abortFault } from '../../base/abort.ts';
import { isPassing, isServiceError } from '../../base/errors.ts';
import { type ListedLog, logId } from '../../service/model.ts';

/** Milliseconds from one read to the next. */
export const EVERY = 5_000;
/** Milliseconds after which nobody waits any longer. */
export const LONGEST = 600_000;
/** Logs of a page that are compared with the earlier ones: the most that a page may have (section 8). */
const MOST_COMPARED = 100;

/** The first page of a list, as its filter leaves it. */
export interface FirstPage {
  readonly logs: readonly ListedLog[];
  /** Logs over all pages; undefined when the service does not report it. */
  readonly total: number | undefined;
}

export interface WaitOptions {
  /** Reads the first page with one request, which is not tried again. */
  readonly read: (signal: AbortSignal) => Promise<FirstPage>;
  /** Resolves after so many milliseconds, or at once when `signal` is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type WaitEnd =
  /** The new logs in the order of the list. */
  | { readonly kind: 'found'; readonly logs: readonly ListedLog[] }
  /** The list grew, but its first page holds nothing new: it is not sorted by time. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly fault: unknown };

/**
 * Reads the first page each `EVERY` milliseconds until it holds a log that it did not hold before, `LONGEST` at most: 121
 * reads. A failure that may pass is waited out, as long as the service requests. Never rejects: aborting `signal` with a
 * `ServiceError` ends the wait with that.
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

/** The logs of the first page so far, at most `MOST_COMPARED` of each read. */
export class SeenLogs {
  readonly #known = new Set<string>();
  #total: number | undefined;
  #hasRead = false;

  /** The number of logs that are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns the new logs of the page; undefined for no new log, and for the first page. */
  add({ logs, total }: FirstPage): WaitEnd | undefined {
    const page = logs.slice(0, MOST_COMPARED);
    const isNew = ({ key }: ListedLog) => !this.#known.has(logId(key));
    const lastKnown = page.findLastIndex((log) => !isNew(log));
    const hasGrown = total !== undefined && this.#total !== undefined && total > this.#total;
    // Below the last known log, an old one may have moved up from the second page. Without a known log, all are new.
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
