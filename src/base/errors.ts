/**
 * Represents every failure of the service and of the network as one typed error. Bundles contain their own copies of
 * this class: compare `code`, never `instanceof`.
 */

import type { Message } from '../text/l10n.ts';

/** The kind of failure; `faults.ts` has a sentence, a cause and a next step for each. */
export type FaultCode =
  // error responses of the service (section 7)
  | 'unauthorized'
  | 'forbidden'
  | 'bad-request'
  | 'not-found'
  | 'server-error'
  | 'rate-limited'
  | 'unexpected-status'
  | 'not-success'
  // responses that do not follow the interface
  | 'not-json'
  | 'bad-shape'
  | 'mismatch'
  | 'redirected'
  | 'too-large'
  | 'out-of-memory'
  | 'truncated'
  | 'list-changed'
  // no response
  | 'refused'
  | 'name-not-found'
  | 'reset'
  | 'unreachable'
  | 'certificate'
  | 'tls'
  | 'proxy'
  | 'connect-timeout'
  | 'timeout'
  | 'cancelled'
  | 'network'
  // before anything was sent
  | 'key-needed'
  | 'connection-removed'
  | 'connection-changed'
  | 'bad-conventions'
  | 'bad-base-url'
  // a file of exported logs
  | 'not-in-file'
  | 'file-changed'
  | 'file-unreadable';

export interface FaultFacts {
  /** HTTP status. */
  readonly status?: number;
  /** `message.key`. */
  readonly messageKey?: string;
  /** `message.value`: untrusted text until verified. */
  readonly messageValue?: string;
  /** The content type of the response, when it was not JSON. */
  readonly contentType?: string;
  /** The field that could not be decoded, as a path on the wire: `data.total_log[3].date`. */
  readonly field?: string | Message;
  /** The expected type, or another expectation. */
  readonly expected?: string | Message;
  /** The type found, never the value. */
  readonly found?: string | Message;
  /** The system's code below HTTP, for example `ECONNREFUSED`. */
  readonly systemCode?: string;
  /** Seconds after which the service requested a retry. */
  readonly retryAfter?: number;
  /** The requested host and port. */
  readonly host?: string;
  /** The reason why an export contains no detail of a log, as in the file. */
  readonly exported?: { readonly code: string; readonly message: string };
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: FaultCode;
  readonly facts: FaultFacts;

  constructor(code: FaultCode, message: string, facts: FaultFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

/** True for a `ServiceError` of any bundle's copy, with the given code if one is named. */
export function isServiceError(error: unknown, code?: FaultCode): error is ServiceError {
  return (
    error instanceof Error &&
    error.name === 'ServiceError' &&
    (code === undefined || (error as ServiceError).code === code)
  );
}

/** The faults that may be temporary: the network, 5xx and 429. */
const passing: ReadonlySet<FaultCode> = new Set([
  'server-error',
  'rate-limited',
  'refused',
  'name-not-found',
  'reset',
  'truncated',
  'unreachable',
  'tls',
  'proxy',
  'connect-timeout',
  'timeout',
  'network',
]);

/** True when the same request may succeed later. */
export function isPassing({ code, facts }: ServiceError): boolean {
  const isRefusal = facts.status !== undefined && facts.status < 500 && facts.status !== 429;
  return passing.has(code) && !(code === 'proxy' && isRefusal);
}

/** Thrown by a job that would block this thread and must run in its own thread. */
export class TooLargeHere extends Error {
  readonly code = 'TOO_LARGE_HERE';
}

/** True for a `TooLargeHere` of any bundle's copy. */
export function isTooLargeHere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TOO_LARGE_HERE';
}

/** `contentType` of a response without one. */
export const NO_CONTENT_TYPE = 'none';

/**
 * True when a text exceeds a limit of the JavaScript engine: the stack or the maximum string length. Only the log with
 * that text fails.
 */
export function isEngineLimit(error: unknown): error is RangeError {
  return error instanceof RangeError;
}

/** True when a failed request received a response, as opposed to a failure of the network or of a certificate. */
export function isAnswered(fault: unknown): boolean {
  if (!isServiceError(fault)) return false;
  return fault.facts.status !== undefined || fault.code === 'bad-shape' || fault.code === 'not-json';
}
