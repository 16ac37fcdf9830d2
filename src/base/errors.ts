/**
 * Every failure of the service and of the network as one typed error. Bundles carry their own copy of this class: compare
 * `code`, never `instanceof`.
 */

import type { Message } from '../text/l10n.ts';

/** The kind of failure; `faults.ts` has a sentence, a cause and a next step for each. */
export type FaultCode =
  // an answer of the service (section 7)
  | 'unauthorized'
  | 'forbidden'
  | 'bad-request'
  | 'not-found'
  | 'server-error'
  | 'rate-limited'
  | 'unexpected-status'
  | 'not-success'
  // an answer that is not the interface's
  | 'not-json'
  | 'bad-shape'
  | 'mismatch'
  | 'redirected'
  | 'too-large'
  | 'out-of-memory'
  | 'truncated'
  | 'list-changed'
  // no answer
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
  /** `message.value`: an attacker's text until shown to be otherwise. */
  readonly messageValue?: string;
  /** The answer's content type, when it was not JSON. */
  readonly contentType?: string;
  /** The field that could not be decoded, as a path on the wire: `data.total_log[3].date`. */
  readonly field?: string | Message;
  /** The name of a type, or what else was expected. */
  readonly expected?: string | Message;
  /** The type found, never the value. */
  readonly found?: string | Message;
  /** The system's code below HTTP, for example `ECONNREFUSED`. */
  readonly systemCode?: string;
  /** Seconds after which the service asked to be tried again. */
  readonly retryAfter?: number;
  /** The host and port that was asked. */
  readonly host?: string;
  /** The reason for which an export has no detail of a log, as it is in the file. */
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

/** Whether `error` is a `ServiceError` of any bundle's copy, of the given code if one is named. */
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

/** Whether the same request may succeed later. */
export function isPassing({ code, facts }: ServiceError): boolean {
  const isRefusal = facts.status !== undefined && facts.status < 500 && facts.status !== 429;
  return passing.has(code) && !(code === 'proxy' && isRefusal);
}

/** Thrown by a job that would block this thread: it has to run in a thread of its own. */
export class TooLargeHere extends Error {
  readonly code = 'TOO_LARGE_HERE';
}

/** Whether an error is a `TooLargeHere`, of any bundle's copy. */
export function isTooLargeHere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TOO_LARGE_HERE';
}

/** `contentType` of an answer that names none. */
export const NO_CONTENT_TYPE = 'none';

/**
 * Whether an error says that a text is beyond a limit of the JavaScript engine: its stack, or its longest text. It is a
 * fault of the log that the text belongs to, not of the others.
 */
export function isEngineLimit(error: unknown): error is RangeError {
  return error instanceof RangeError;
}
