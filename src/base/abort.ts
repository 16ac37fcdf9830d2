import { setTimeout as wait } from 'node:timers/promises';
import { isServiceError, ServiceError } from './errors.ts';

/** The fault of work that nobody waits for anymore. It is shared because creating an error takes long. */
export const OVER = new ServiceError('cancelled', 'The request was cancelled.');

/** Returns the abort reason of `signal` if it is a `ServiceError`, and a `cancelled` error otherwise. */
export function abortFault({ reason }: AbortSignal): ServiceError {
  return isServiceError(reason) ? reason : OVER;
}

/**
 * Ends a request with any of its parents, or after a time limit. With `AbortSignal.any` and `AbortSignal.timeout`, a small
 * request would take a fifth longer.
 */
export class Scope extends AbortController {
  readonly #parents: readonly AbortSignal[];
  #timer: NodeJS.Timeout | undefined;

  constructor(...parents: readonly (AbortSignal | undefined)[]) {
    super();
    this.#parents = parents.filter((parent) => parent !== undefined);
    for (const parent of this.#parents) parent.addEventListener('abort', this.#end);
    const ended = this.#parents.find(({ aborted }) => aborted);
    if (ended) this.abort(ended.reason);
  }

  /** Ends the work with a `timeout` after a time limit, which replaces the previous one. The fault names the URL's host. */
  endAfter(milliseconds: number, { host }: URL): void {
    clearTimeout(this.#timer);
    const fault = () => new ServiceError('timeout', `Nothing within ${milliseconds} ms.`, { host });
    this.#timer = setTimeout(() => this.abort(fault()), milliseconds);
  }

  /** Releases the timer and the parents. */
  close(): void {
    clearTimeout(this.#timer);
    for (const parent of this.#parents) parent.removeEventListener('abort', this.#end);
  }

  readonly #end = ({ target }: Event): void => this.abort((target as AbortSignal).reason);
}

/** Settles like `promise`, or rejects with `abortFault` as soon as `signal` is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortFault(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const settle = () => signal.removeEventListener('abort', onAbort);
    promise.then(resolve, reject).then(settle);
  });
}

/** Resolves after `milliseconds`, or rejects with `abortFault` as soon as `signal` is aborted. */
export async function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {
    throw abortFault(signal);
  });
}
