import { abortable, abortFault } from './abort.ts';

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
