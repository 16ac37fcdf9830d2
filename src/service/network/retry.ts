import { delay } from '../../base/abort.ts';
import { type FaultCode, isServiceError, type ServiceError } from '../../base/errors.ts';

/** Faults that might be temporary: network errors, 5xx, and 429. */
const passing: ReadonlySet<FaultCode> = new Set([
  'server-error',
  'rate-limited',
  'truncated',
  'unreachable',
  'tls',
  'proxy',
  'timeout',
]);

/** Returns true if the same request might succeed later. */
export function isPassing({ code, facts }: ServiceError): boolean {
  const isRefusal = facts.status !== undefined && facts.status < 500 && facts.status !== 429;
  return passing.has(code) && !(code === 'proxy' && isRefusal);
}

export const retryLimits = {
  /** Number of attempts per read, including the first. */
  tries: 3,
  /** Maximum wait before the first retry, in milliseconds; doubled for each subsequent retry. */
  backoff: 500,
  /** The maximum `Retry-After` that background work honors, in milliseconds. */
  retryAfter: 60_000,
};
type RetryLimits = Readonly<typeof retryLimits>;

/**
 * Retries until success, with exponential backoff and full jitter between attempts, or with the delay that
 * `Retry-After` requests.
 * @param end when the caller times out, as `performance.now()`; a retry that would start later is skipped
 * @throws the last attempt's error
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  limits: RetryLimits,
  end: number,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isServiceError(error) || !isPassing(error) || tries >= limits.tries) throw error;
      const wait = waitBefore(error, tries, limits);
      if (wait >= end - performance.now() || signal.aborted) throw error;
      await delay(wait, signal);
    }
  }
}

/** Returns the number of milliseconds to wait after the given number of attempts. */
export function waitBefore({ facts }: ServiceError, tries: number, limits: RetryLimits): number {
  const { backoff, retryAfter } = limits;
  const jitter = Math.random() * backoff * 2 ** (tries - 1);
  return Math.max(jitter, Math.min((facts.retryAfter ?? 0) * 1000, retryAfter));
}

/**
 * Returns the number of seconds from `now` (milliseconds since the epoch) that a `Retry-After` header requests, either
 * as a number of seconds or as a date. Undefined if the header is absent or invalid; 0 for a date in the past.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
