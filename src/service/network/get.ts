import { abortable, abortFault, OVER } from '../../base/abort.ts';
import { ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import { keyHeaderOf } from '../differences.ts';
import type { Limits } from '../limits.ts';
import { networkFault } from './networkFault.ts';
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
    if (cancelling.aborted) throw abortFault(cancelling);
    // The status is enough to describe a failure.
    if (head === undefined || head.status === 200)
      throw signal.aborted ? abortFault(signal) : networkFault(error, head ? 'body' : 'headers', url.host);
  } finally {
    clearTimeout(timer);
    late.abort(OVER);
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
