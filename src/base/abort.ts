import { setTimeout } from 'node:timers/promises';
import { isServiceError, ServiceError } from './errors.ts';

/** The fault of work that nobody waits for anymore. It is shared because creating an error takes long. */
export const OVER = new ServiceError('cancelled', 'The request was cancelled.');

/**
 * Returns the abort reason of `signal` if it is a `ServiceError`, a `timeout` if it is from `AbortSignal.timeout`, and
 * a `cancelled` error otherwise.
 */
export function abortFault({ reason }: AbortSignal): ServiceError {
  if (isServiceError(reason)) return reason;
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new ServiceError('timeout', 'The request took too long.')
    : OVER;
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
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {
    throw abortFault(signal);
  });
}
