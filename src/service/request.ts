import { abortable, abortFault, Scope } from './abort.ts';
import { ServiceError } from './errors.ts';
import type { Limits } from './limits.ts';
import { networkFault } from './networkFault.ts';
import type { Route, RouteResponse } from './route.ts';

/** An answer of whatever status, read to its end. */
export interface Answer {
  readonly status: number;
  /** `Content-Type`, as sent. */
  readonly contentType: string | undefined;
  /** `Retry-After`, as sent. */
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** One authenticated GET. */
export interface AuthenticatedGet {
  readonly url: URL;
  /** Name of the header that carries the key (section 5). */
  readonly keyHeader: string;
  readonly key: string;
}

/**
 * Sends one GET over one route and reads the answer, within the limits of time and size; follows no redirect.
 *
 * @throws ServiceError for what happens below HTTP, `key-needed` for a key that no header can carry, `too-large`,
 * `timeout`, `cancelled`; never for a status
 */
export async function get(
  route: Route,
  { url, keyHeader, key }: AuthenticatedGet,
  limits: Limits,
  signal: AbortSignal,
): Promise<Answer> {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ServiceError('key-needed', 'The API key is empty or holds characters that a key cannot have.');
  }
  const headers = { accept: 'application/json', 'user-agent': 'partner-logs', [keyHeader]: key };
  const scope = new Scope(signal);
  const deadline = (milliseconds: number, what: string) =>
    scope.endAfter(milliseconds, () => timeout(`No ${what} within ${milliseconds} ms.`, url.host));
  try {
    deadline(limits.headers, 'response');
    const response = await abortable(route.get(url, headers, scope.signal), scope.signal).catch((error) => {
      throw networkFault(error, 'headers', url.host);
    });
    deadline(limits.body, 'complete body');
    return {
      status: response.status,
      contentType: response.header('content-type'),
      retryAfter: response.header('retry-after'),
      text: await bodyText(response, url.host, limits, scope.signal, signal),
    };
  } finally {
    scope.close();
  }
}

/** The body; that of an answer other than 200 only adds to its status, so it may be cut short. */
async function bodyText(
  response: RouteResponse,
  host: string,
  limits: Limits,
  scope: AbortSignal,
  caller: AbortSignal,
): Promise<string> {
  const isSuccess = response.status === 200;
  try {
    return await abortable(readText(response.body, isSuccess ? limits.bytes : limits.errorBytes), scope);
  } catch (error) {
    if (caller.aborted) throw abortFault(caller);
    if (!isSuccess) return '';
    throw networkFault(error, 'body', host);
  }
}

async function readText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > limit) {
      throw new ServiceError('too-large', `The body is larger than ${limit} bytes.`, {
        expected: `at most ${limit / 1024 / 1024} MiB`,
      });
    }
    text += decodeUtf8(() => decoder.decode(chunk, { stream: true }));
  }
  return text + decodeUtf8(() => decoder.decode());
}

function decodeUtf8(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new ServiceError('not-json', 'The body is not UTF-8.', { found: 'text that is not UTF-8' });
  }
}

function timeout(message: string, host: string): ServiceError {
  return new ServiceError('timeout', message, { host });
}
