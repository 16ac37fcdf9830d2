import { abortable } from '../../base/abort.ts';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Work in progress, by ID. Equal work is done once for all its callers, and aborted when the last one stops waiting. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Joins the work for `id` or starts it, and waits for its result or until `signal` is aborted. */
  async join(id: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight = this.#flights.get(id) ?? this.#start(id, start);
    flight.callers++;
    try {
      return await abortable(flight.result, signal);
    } finally {
      if (--flight.callers === 0) {
        this.#flights.delete(id);
        flight.controller.abort();
      }
    }
  }

  #start(id: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { result: start(controller.signal), controller, callers: 0 };
    this.#flights.set(id, flight);
    return flight;
  }
}
