/** Runs a limited number of tasks at a time. */
import { abortable, abortFault } from './abort.ts';
import { UNITS_PER_VALUE, valueSize } from './values.ts';

/**
 * Maximum number of concurrent background requests per connection. Up to six requests to an origin can run at once,
 * which leaves some for the user's own requests.
 */
export const IN_BACKGROUND = 4;

/** Runs at most `concurrent` tasks at a time; the others wait in order of arrival. */
export class Limiter {
  readonly #concurrent: number;
  readonly #waiting = new Set<() => void>();
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
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    let proceed = () => {};
    const turn = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    this.#waiting.add(proceed);
    try {
      await abortable(turn, signal);
    } catch (error) {
      // If it already had its turn, the next one has it.
      if (!this.#waiting.delete(proceed)) this.#next();
      throw error;
    }
  }

  #next(): void {
    const [proceed] = this.#waiting;
    if (proceed === undefined) this.#running--;
    else {
      this.#waiting.delete(proceed);
      proceed();
    }
  }
}

const limiters = new Map<string, Limiter>();

/** Returns the limiter for an origin, which all connections to the origin share. */
export function limiterOf(origin: string, concurrent: number): Limiter {
  let limiter = limiters.get(origin);
  if (limiter === undefined) {
    limiter = new Limiter(concurrent);
    limiters.set(origin, limiter);
  }
  return limiter;
}

/** Approximate maximum total size, in UTF-16 units, of the results that are buffered or in progress. */
const MOST_UNITS = 16 * 1024 * 1024;

/**
 * Runs `task` on each item, at most `concurrent` at a time, and yields the results in item order. It starts at most
 * that many items ahead of the consumer, and fewer if the results are large, to limit memory use. Rejects with the
 * first failure in item order.
 * @param expected assumed size of the first result, as measured by `valueSize`; defaults to the maximum
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrent: number,
  task: (item: Item) => Promise<Result>,
  expected = MOST_UNITS,
): AsyncGenerator<Result, void, undefined> {
  let units = expected;
  const begun: Promise<Result>[] = [];
  const mayBegin = () => begun.length === 0 || begun.length < Math.min(concurrent, MOST_UNITS / units);
  const measured = async (item: Item) => {
    const result = await task(item);
    units = Math.max(valueSize(result, MOST_UNITS, UNITS_PER_VALUE), units / 2);
    return result;
  };
  for await (const item of items) {
    const done: Result[] = [];
    while (!mayBegin()) {
      yield* done.splice(0);
      done.push((await begun.shift()) as Result);
    }
    const result = measured(item);
    result.catch(() => {}); // The rejection is reported later, in item order.
    begun.push(result);
    yield* done;
  }
  for (const result of begun) yield await result;
}
