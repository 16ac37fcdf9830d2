/** Waits for the next log of a list, without an editor in it. */
import { isServiceError } from '../../service/errors.ts';
import { type ListedLog, logId } from '../../service/model.ts';
import { isPassing } from '../../service/network/retry.ts';

/** Milliseconds from one read to the next. */
export const EVERY = 5_000;
/** Milliseconds after which nobody waits any longer. */
export const LONGEST = 600_000;

export interface WaitOptions {
  /** The first page of the list, as its filter leaves it, and the number of logs over all pages. One request, not tried again. */
  readonly read: (
    signal: AbortSignal,
  ) => Promise<{ readonly logs: readonly ListedLog[]; readonly total: number }>;
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
 * requests. A failure that may pass is waited out, as long as the service asks. Never rejects.
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
  return { kind: 'cancelled' };
}

/** The logs of the first page so far. */
class SeenLogs {
  #known: Set<string> | undefined;
  #total = 0;

  /** Returns what is new on the page; undefined for nothing, and for the first page. */
  add({ logs, total }: { readonly logs: readonly ListedLog[]; readonly total: number }): WaitEnd | undefined {
    const before = this.#known;
    const hasGrown = total > this.#total;
    this.#known = new Set([...(before ?? []), ...logs.map(({ key }) => logId(key))]);
    this.#total = total;
    if (!before) return undefined;
    const isKnown = ({ key }: ListedLog) => before.has(logId(key));
    // Below the last known log, an old one may have moved up from the second page.
    const candidates = hasGrown ? logs : logs.slice(0, logs.findLastIndex(isKnown) + 1);
    const fresh = candidates.filter((log) => !isKnown(log));
    if (fresh.length > 0) return { kind: 'found', logs: fresh };
    return hasGrown ? { kind: 'elsewhere' } : undefined;
  }
}
