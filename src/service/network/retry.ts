import { delay } from '../../base/abort.ts';
import { type FaultCode, isServiceError, type ServiceError } from '../../base/errors.ts';
import type { Limits } from '../limits.ts';

/** Faults that might be temporary: network errors, 5xx, and 429. */
const passing: ReadonlySet<FaultCode> = new Set([
  'server-error',
  'rate-limited',
  'truncated',
  'unreachable',
  'name-not-found',
  'tls',
  'proxy',
  'timeout',
]);

/** Returns true if the same request might succeed later. */
export function isPassing({ code, facts }: ServiceError): boolean {
  const isRefusal = facts.status !== undefined && facts.status < 500 && facts.status !== 429;
  return passing.has(code) && !(code === 'proxy' && isRefusal);
}

interface RetryPolicy {
  readonly limits: Pick<Limits, 'tries' | 'backoff' | 'retryAfter'>;
  /** Returns the number of milliseconds until the caller times out. A retry that would start later is skipped. */
  readonly remaining: () => number;
  /** Returns a number from 0 up to but not including 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Retries until success, with exponential backoff and full jitter between attempts, or with the delay that
 * `Retry-After` requests.
 * @throws the last attempt's error
 */
export async function retry<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isServiceError(error) || !isPassing(error) || tries >= policy.limits.tries) throw error;
      const wait = waitBefore(error, tries, policy);
      if (wait === undefined || policy.signal.aborted) throw error;
      await delay(wait, policy.signal);
    }
  }
}

/**
 * Returns the number of milliseconds to wait after the given number of attempts, or undefined if the caller would time
 * out first.
 */
export function waitBefore({ facts }: ServiceError, tries: number, policy: RetryPolicy): number | undefined {
  const { backoff, retryAfter } = policy.limits;
  const jitter = policy.random() * backoff * 2 ** (tries - 1);
  const wait = Math.max(jitter, Math.min((facts.retryAfter ?? 0) * 1000, retryAfter));
  return wait < policy.remaining() ? wait : undefined;
}

/**
 * Returns the number of seconds from `now` (milliseconds since the epoch) that a `Retry-After` header requests, either
 * as a number of seconds or as an HTTP date. Undefined if the header is absent or invalid; 0 for a date in the past.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/** The preferred form of an HTTP date; the two obsolete forms are treated as absent. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
