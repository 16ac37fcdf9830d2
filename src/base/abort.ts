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

/** A signal that is aborted when any of its parent signals is aborted or when its own deadline expires. */
export class Scope {
  readonly #controller = new AbortController();
  readonly #parents: readonly AbortSignal[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(...parents: readonly AbortSignal[]) {
    this.#parents = parents;
    for (const parent of parents) {
      if (parent.aborted) this.#controller.abort(abortFault(parent));
      else parent.addEventListener('abort', this.#follow, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts with `fault` after `milliseconds`; replaces any previous deadline. */
  endAfter(milliseconds: number, fault: () => ServiceError): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(fault()), milliseconds);
  }

  /** Detaches from the parents, clears the deadline, and notifies any remaining listeners of the abort. */
  close(): void {
    clearTimeout(this.#timer);
    for (const parent of this.#parents) parent.removeEventListener('abort', this.#follow);
    this.#controller.abort(OVER);
  }

  readonly #follow = (event: Event): void => {
    this.#controller.abort(abortFault(event.target as AbortSignal));
  };
}
