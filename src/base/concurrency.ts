/** Runs a limited number of tasks at a time. */
import { abortable, abortFault } from './abort.ts';

/**
 * Maximum number of concurrent background requests per connection. Up to six requests to an origin can run at once,
 * which leaves some for the user's own requests.
 */
export const IN_BACKGROUND = 4;

/** Runs at most `concurrent` tasks at a time; the others wait in order of arrival. */
export class Limiter {
  readonly #concurrent: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(concurrent: number) {
    this.#concurrent = concurrent;
  }

  /**
   * Runs `task` when it reaches the front of the queue; rejects with `abortFault` without running it if `signal` is
   * aborted first.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw abortFault(signal);
    if (this.#running < this.#concurrent) this.#running++;
    else {
      const turn = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await abortable(turn, signal).catch((error) => {
        void turn.then(() => this.#next());
        throw error;
      });
    }
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #next(): void {
    const proceed = this.#waiting.shift();
    if (proceed) proceed();
    else this.#running--;
  }
}

const limiters = new Map<string, Limiter>();

/** Returns the limiter for an origin, which all connections to the origin share. */
export function limiterOf(origin: string, concurrent: number): Limiter {
  const limiter = limiters.get(origin) ?? new Limiter(concurrent);
  limiters.set(origin, limiter);
  return limiter;
}

/**
 * Runs `task` on each item, at most `concurrent` at a time, and yields the results in item order. Rejects with the first
 * failure in item order.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrent: number,
  task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  for await (const item of items) {
    const done = begun.length === concurrent ? [await (begun.shift() as Promise<Result>)] : [];
    const result = task(item);
    result.catch(() => {}); // The rejection is reported later, in item order.
    begun.push(result);
    yield* done;
  }
  for (const result of begun) yield await result;
}
