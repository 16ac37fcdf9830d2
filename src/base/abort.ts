import { isServiceError, ServiceError } from './errors.ts';

/** The abort reason when no caller needs the result anymore. Shared to avoid creating an error for each abort. */
export const OVER = new ServiceError('cancelled', 'No one is waiting for the request anymore.');

/**
 * Returns the abort reason of `signal` if it is a `ServiceError`, a `timeout` if it is from `AbortSignal.timeout`, and
 * a `cancelled` error otherwise.
 */
export function abortFault({ reason }: AbortSignal): ServiceError {
  if (isServiceError(reason)) return reason;
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new ServiceError('timeout', 'The request took too long.')
    : new ServiceError('cancelled', 'The request was cancelled.');
}

/** Settles like `promise`, or rejects with `abortFault` as soon as `signal` is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortFault(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
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
