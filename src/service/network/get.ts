import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { abortable, abortFault, Scope } from '../../base/abort.ts';
import { type FaultCode, isServiceError, ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import { keyHeaderOf } from '../differences.ts';
import type { Limits } from '../limits.ts';
import type { Receiver, Route } from './routes.ts';

export interface HttpAnswer {
  readonly status: number;
  /** `Content-Type`, as sent; an empty string if it was not. */
  readonly contentType: string;
  /** `Retry-After`, as sent. */
  readonly retryAfter: string | undefined;
  /**
   * The complete body if the status is 200; for any other status, the part that arrived within the time and size
   * limits, or nothing if it cannot be decompressed within them.
   */
  readonly body: Uint8Array;
}

const gunzip = promisify(zlib.gunzip);

/** An authenticated GET request. */
interface AuthenticatedGet {
  readonly url: URL;
  /** The header that contains the key (section 5), as specified in the conventions. */
  readonly keyHeader: string;
  readonly key: string;
}

/**
 * Sends one GET over one route and reads the response within the time and size limits. Does not follow redirects.
 * @throws ServiceError for failures below the HTTP layer, `too-large`, `timeout`, or `cancelled`. A status other than
 * 200 is not an error.
 */
export async function get(
  route: Route,
  { url, keyHeader, key }: AuthenticatedGet,
  limits: Limits,
  cancelling: AbortSignal,
): Promise<HttpAnswer> {
  const [name, value] = keyHeaderOf(keyHeader, key);
  const headers = { accept: 'application/json', 'user-agent': 'partner-logs', [name]: value };
  const scope = new Scope(cancelling);
  const received: { head?: Omit<HttpAnswer, 'body'>; encoding?: string | undefined } = {};
  let limit = limits.bytes;
  let bytes = Buffer.alloc(0);
  let size = 0;
  const receiver: Receiver = {
    head(status, header, encoding) {
      const contentType = header('content-type') ?? '';
      received.head = { status, contentType, retryAfter: header('retry-after') };
      received.encoding = encoding;
      if (status !== 200) limit = limits.errorBytes;
      scope.endAfter(status === 200 ? limits.body : limits.errorBody, url);
    },
    // Copies each part: many small ones would take many times their size.
    chunk(part) {
      const end = size + part.byteLength;
      if (end > limit) {
        const expected = message('at most {0} MiB', limit / 1024 / 1024);
        throw new ServiceError('too-large', `The body is larger than ${limit} bytes.`, { expected });
      }
      if (end > bytes.byteLength) bytes = Buffer.concat([bytes], Math.max(end, 2 * bytes.byteLength));
      bytes.set(part, size);
      size = end;
    },
  };
  const body = (finishFlush?: number) =>
    decompressed(Buffer.copyBytesFrom(bytes, 0, size), received.encoding, limit, finishFlush);
  try {
    scope.endAfter(limits.headers, url);
    const arrived = route(url, headers, receiver, scope.signal).then(() => body());
    const whole = await abortable(arrived, scope.signal);
    return { ...(received as Required<typeof received>).head, body: whole };
  } catch (error) {
    const fault = scope.signal.aborted ? abortFault(scope.signal) : error;
    const { head } = received;
    if (cancelling.aborted || head === undefined || head.status === 200)
      throw networkFault(fault, head ? 'body' : 'headers', url.host);
    // The status is enough to describe a failure.
    return { ...head, body: await body(zlib.constants.Z_SYNC_FLUSH).catch(() => Buffer.alloc(0)) };
  } finally {
    scope.close();
  }
}

/** @param finishFlush for a part of a body @throws ServiceError `not-json` for an encoding that was not requested */
async function decompressed(body: Uint8Array, encoding = 'identity', limit: number, finishFlush?: number) {
  const sent = encoding.trim().toLowerCase();
  if (sent === 'identity') return body;
  if (sent !== 'gzip' && sent !== 'x-gzip') {
    throw new ServiceError('not-json', 'The body has a content encoding that was not asked for.', {
      found: message("a content encoding that wasn't requested"),
    });
  }
  return gunzip(body, { maxOutputLength: limit, finishFlush });
}

/**
 * The faults for the error codes of Node, OpenSSL, `undici`, and Chromium's network stack (`net::ERR_…`); the first
 * match is used. With any other code, the service is unreachable.
 */
const faultsByCode: readonly (readonly [RegExp, FaultCode])[] = [
  [/PROXY|_PRX_|TUNNEL|SOCKS/, 'proxy'],
  [/CERT|^UNABLE_TO_|^(INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/, 'tls'],
  [/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/, 'tls'],
  [/^(UND_ERR_(HEADERS|BODY)_TIMEOUT|ERR_TIMED_OUT)$/, 'timeout'],
  [/^((HPE_HEADER|UND_ERR_HEADERS)_OVERFLOW|ERR_(RESPONSE_HEADERS_TOO_BIG|BUFFER_TOO_LARGE))$/, 'too-large'],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|ERR_CONNECTION_(RESET|CLOSED)|ERR_EMPTY_RESPONSE)$/,
    'truncated',
  ],
];

/** The part of a request that failed. */
type Phase = 'headers' | 'body';

/**
 * Returns the `ServiceError` for an error thrown by a route. The original error is not kept as its cause, because a
 * library's message might quote a header.
 */
export function networkFault(error: unknown, phase: Phase, host: string): ServiceError {
  if (isServiceError(error)) return error;
  const chain = chainOf(error);
  const status = chain.map(({ message }) => /\bProxy response \((\d{3})\)/.exec(message)?.[1]).find(Boolean);
  if (status)
    return new ServiceError('proxy', 'The proxy refused the connection.', { host, status: Number(status) });
  const systemCode = chain.map(systemCodeOf).find(Boolean);
  const code = faultOf(systemCode, phase);
  return new ServiceError(code, `The request failed: ${systemCode ?? 'no code'}.`, {
    host,
    ...(systemCode && { systemCode }),
    ...(code === 'not-json' && { found: message('a body that is not valid gzip') }),
  });
}

function faultOf(systemCode: string | undefined, phase: Phase): FaultCode {
  if (phase === 'body' && (systemCode === undefined || systemCode === 'Z_BUF_ERROR')) return 'truncated';
  if (systemCode?.startsWith('Z_')) return 'not-json';
  return faultsByCode.find(([pattern]) => pattern.test(systemCode ?? ''))?.[1] ?? 'unreachable';
}

function systemCodeOf(error: Error & { readonly code?: unknown }): string | undefined {
  return typeof error.code === 'string' ? error.code : /\bnet::(ERR_[A-Z_]+)/.exec(error.message)?.[1];
}

/**
 * Returns the error and its causes, up to ten. For an `AggregateError` (one error per address), follows the first one.
 */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let link = error;
  while (link instanceof Error && chain.length < 10) {
    chain.push(link);
    link = link.cause ?? (link instanceof AggregateError ? link.errors[0] : undefined);
  }
  return chain;
}
