/** Waits for the next log of a list; independent of the editor. */
import { abortFault } from '../../base/abort.ts';
import { isPassing, isServiceError } from '../../base/errors.ts';
import { type ListedLog, logId } from '../../service/model.ts';

/** Milliseconds between two reads. */
export const EVERY = 5_000;
/** Maximum milliseconds to wait. */
export const LONGEST = 600_000;
/** Logs of a page that are compared with earlier ones: the maximum page size (section 8). */
const MOST_COMPARED = 100;

/** The first page of a list, with its filter applied. */
export interface FirstPage {
  readonly logs: readonly ListedLog[];
  /** Logs over all pages; undefined when the service does not report it. */
  readonly total: number | undefined;
}

export interface WaitOptions {
  /** Reads the first page with one request, without retries. */
  readonly read: (signal: AbortSignal) => Promise<FirstPage>;
  /** Resolves after the given milliseconds, or at once when `signal` is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Returns the milliseconds of a clock. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type WaitEnd =
  /** The new logs in list order. */
  | { readonly kind: 'found'; readonly logs: readonly ListedLog[] }
  /** The list grew, but its first page contains no new log: it is not sorted by time. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly fault: unknown };

/**
 * Reads the first page every `EVERY` milliseconds until it contains a new log, for at most `LONGEST`: 121 reads. Waits
 * out temporary failures, for as long as the service requests. Never rejects: aborting `signal` with a `ServiceError`
 * ends the wait with that error.
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

  /** The number of logs that are kept. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns the new logs of the page; undefined when there are none, and for the first page. */
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
