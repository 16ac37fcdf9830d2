import { isServiceError, ServiceError } from './errors.ts';

/**
 * Returns the abort reason of `signal` if it is a `ServiceError`, such as an expired deadline; otherwise, returns a
 * `cancelled` error.
 */
export function abortFault(signal: AbortSignal): ServiceError {
  return isServiceError(signal.reason)
    ? signal.reason
    : new ServiceError('cancelled', 'The request was cancelled.');
}

/** Settles like `promise`, or rejects with `abortFault` as soon as `signal` is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortFault(signal));
    const detach = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (value) => {
        detach();
        resolve(value);
      },
      (error) => {
        detach();
        reject(error);
      },
    );
  });
}

/** Resolves after `milliseconds`, or rejects with `abortFault` as soon as `signal` is aborted. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return abortable(elapsed, signal).finally(() => clearTimeout(timer));
}

/** The abort reason when no caller needs the result anymore. Shared to avoid creating an error for each abort. */
export const OVER = new ServiceError('cancelled', 'No one is waiting for the request anymore.');

/** Ends when any of its parent signals is aborted, when its own deadline expires, or when it is closed. */
export class Scope {
  readonly #parents: readonly AbortSignal[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fault: ServiceError | undefined;
  #reject: ((fault: ServiceError) => void) | undefined;
  #controller: AbortController | undefined;

  constructor(...parents: readonly (AbortSignal | undefined)[]) {
    this.#parents = parents.filter((parent) => parent !== undefined);
    for (const parent of this.#parents) {
      if (parent.aborted) this.#end(abortFault(parent));
      else parent.addEventListener('abort', this.#follow);
    }
  }

  /** A signal that is aborted when the scope ends. It is created on first use, because `run` is several times faster. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#fault !== undefined) this.#controller.abort(this.#fault);
    return this.#controller.signal;
  }

  /**
   * Settles like `work`, or rejects as soon as the scope ends, without starting the work if it has already ended. Call
   * it again only when the previous work has settled.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) {
        reject(this.#fault);
        return;
      }
      this.#reject = reject;
      work().then(resolve, reject);
    });
  }

  /** Ends with `fault` after `milliseconds`; replaces any previous deadline. */
  endAfter(milliseconds: number, fault: () => ServiceError): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(fault()), milliseconds);
  }

  /** Detaches from the parents, clears the deadline, and ends. */
  close(): void {
    clearTimeout(this.#timer);
    for (const parent of this.#parents) parent.removeEventListener('abort', this.#follow);
    this.#end(OVER);
  }

  #end(fault: ServiceError): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    this.#reject?.(fault);
    this.#controller?.abort(fault);
  }

  readonly #follow = (event: Event): void => this.#end(abortFault(event.target as AbortSignal));
}
