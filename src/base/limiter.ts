import { abortFault } from './abort.ts';

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
    await this.#turn(signal);
    try {
      return await task();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(abortFault(signal));
    if (this.#running < this.#concurrent) {
      this.#running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(proceed);
        signal.removeEventListener('abort', onAbort);
      };
      const proceed = () => {
        leave();
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(abortFault(signal));
      };
      this.#waiting.add(proceed);
      signal.addEventListener('abort', onAbort, { once: true });
    });
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
