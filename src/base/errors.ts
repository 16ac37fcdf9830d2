/**
 * The typed error for every failure of the service or the network. Each bundle contains its own copy of this class, so
 * compare `code` instead of using `instanceof`.
 */

import type { Message } from '../text/l10n.ts';

/** The kind of failure; `faults.ts` has a message, a cause, and a next step for each. */
export type FaultCode =
  // error responses from the service (section 7)
  | 'unauthorized'
  | 'forbidden'
  | 'bad-request'
  | 'not-found'
  | 'server-error'
  | 'rate-limited'
  | 'unexpected-result'
  // responses that do not follow the interface
  | 'not-json'
  | 'bad-shape'
  | 'mismatch'
  | 'redirected'
  | 'too-large'
  | 'truncated'
  | 'list-changed'
  // no response
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'cancelled'
  // before anything was sent
  | 'key-needed'
  | 'key-unreadable'
  | 'connection-removed'
  | 'connection-changed'
  | 'bad-setting'
  // a file of exported logs
  | 'not-in-file'
  | 'file-unreadable';

export interface FaultFacts {
  /** HTTP status. */
  readonly status?: number;
  /** `message.key`. */
  readonly messageKey?: string;
  /** `message.value`: untrusted text until verified. */
  readonly messageValue?: string;
  /** The content type of the response, if it was not JSON; an empty string if it has none. */
  readonly contentType?: string;
  /** The path of the field that could not be decoded, such as `data.total_log[3].date`. */
  readonly field?: string | Message;
  /** The type or value that was expected. */
  readonly expected?: string | Message;
  /** The names of the fields that are whole numbers, if none of the expected names is one. */
  readonly numbers?: readonly string[];
  /** The type that was found; never the value itself. */
  readonly found?: string | Message;
  /** The system error code of a network failure, for example `ECONNREFUSED`. */
  readonly systemCode?: string;
  /** Seconds to wait before retrying, as requested by the service. */
  readonly retryAfter?: number;
  /** The requested host and port. */
  readonly host?: string;
  /** The reason that an export lacks a log's details, as stated in the file. */
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

/** Returns true for a `ServiceError` from any bundle, with the given code if one is specified. */
export function isServiceError(error: unknown, code?: FaultCode): error is ServiceError {
  if (!(error instanceof Error) || error.name !== 'ServiceError') return false;
  return code === undefined || (error as ServiceError).code === code;
}
