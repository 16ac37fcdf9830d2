import { abortable, abortFault, OVER } from '../../base/abort.ts';
import { type FaultCode, isServiceError, ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import { keyHeaderOf } from '../differences.ts';
import type { Limits } from '../limits.ts';
import type { Route, RouteResponse } from './routes.ts';

export interface HttpAnswer {
  readonly status: number;
  /** `Content-Type`, as sent; an empty string if it was not. */
  readonly contentType: string;
  /** `Retry-After`, as sent. */
  readonly retryAfter: string | undefined;
  /**
   * The complete body if the status is 200; for any other status, the part that arrived within the time and size
   * limits.
   */
  readonly body: Uint8Array;
}

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
  const late = new AbortController();
  const signal = AbortSignal.any([cancelling, late.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = (milliseconds: number) => {
    clearTimeout(timer);
    const fault = () => new ServiceError('timeout', `Nothing within ${milliseconds} ms.`, { host: url.host });
    timer = setTimeout(() => late.abort(fault()), milliseconds);
  };
  let head: Omit<HttpAnswer, 'body'> | undefined;
  const body: Uint8Array[] = [];
  try {
    within(limits.headers);
    const response = await abortable(route(url, headers, signal), signal);
    const { status, header } = response;
    head = { status, contentType: header('content-type') ?? '', retryAfter: header('retry-after') };
    const isSuccess = head.status === 200;
    within(isSuccess ? limits.body : limits.errorBody);
    await abortable(collect(response, body, isSuccess ? limits.bytes : limits.errorBytes), signal);
  } catch (error) {
    const fault = signal.aborted ? abortFault(signal) : error;
    late.abort(OVER);
    // The status is enough to describe a failure.
    if (cancelling.aborted || head === undefined || head.status === 200)
      throw networkFault(fault, head ? 'body' : 'headers', url.host);
  } finally {
    clearTimeout(timer);
  }
  return { ...head, body: Buffer.concat(body) };
}

/** Adds the chunks of a body to a list. @throws ServiceError `too-large` beyond `limit` bytes */
async function collect({ body }: RouteResponse, chunks: Uint8Array[], limit: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > limit) {
      throw new ServiceError('too-large', `The body is larger than ${limit} bytes.`, {
        expected: message('at most {0} MiB', limit / 1024 / 1024),
      });
    }
    chunks.push(chunk);
  }
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
  [/^(HPE_HEADER_OVERFLOW|UND_ERR_HEADERS_OVERFLOW|ERR_RESPONSE_HEADERS_TOO_BIG)$/, 'too-large'],
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
