import { OVER, type Scope } from '../../base/abort.ts';
import type { ServiceError } from '../../base/errors.ts';

/** A single task that several callers wait for. It is aborted when the last of them stops waiting. */
export class Flight<T> {
  /** The failure to report on a timeout: the last attempt's error, or the current attempt's status. */
  lastFailure: ServiceError | undefined;
  readonly #controller = new AbortController();
  readonly #promise: Promise<T>;
  readonly #onEnd: () => void;
  #callers = 0;

  constructor(start: (flight: Flight<T>, signal: AbortSignal) => Promise<T>, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#promise = start(this, this.#controller.signal);
    this.#promise.catch(() => {}); // The callers handle the rejection.
  }

  /** Waits for the result, or until `scope` ends; the other callers keep waiting. */
  async wait(scope: Scope): Promise<T> {
    this.#callers++;
    try {
      return await scope.run(() => this.#promise);
    } catch (error) {
      if (this.#callers === 1) this.#controller.abort(OVER);
      throw error;
    } finally {
      if (--this.#callers === 0) this.#onEnd();
    }
  }
}

/** Work in progress, by ID; requesting the same work again joins it. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Returns the flight for `id`, starting one if necessary. The caller must `wait` for it in the same turn of the event
   * loop.
   */
  join(id: string, start: (flight: Flight<T>, signal: AbortSignal) => Promise<T>): Flight<T> {
    const flying = this.#flights.get(id);
    if (flying !== undefined) return flying;
    const flight = new Flight(start, () => this.#flights.delete(id));
    this.#flights.set(id, flight);
    return flight;
  }
}
