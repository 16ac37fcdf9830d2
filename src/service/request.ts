import { abortable, abortFault, Scope } from './abort.ts';
import { ServiceError } from './errors.ts';
import type { Limits } from './limits.ts';
import { networkFault } from './networkFault.ts';
import type { Route, RouteResponse } from './route.ts';

/** An answer of whatever status. */
export interface Answer {
  readonly status: number;
  /** `Content-Type`, as sent. */
  readonly contentType: string | undefined;
  /** `Retry-After`, as sent. */
  readonly retryAfter: string | undefined;
  /** The whole body of a 200; of any other status, as much as came in the time and size for it. */
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
 * @param onRefusal called with the head of an answer other than 200, before its body is read
 * @throws ServiceError for what happens below HTTP, `key-needed` for a key that no header can carry, `too-large`,
 * `timeout`, `cancelled`; never for a status
 */
export async function get(
  route: Route,
  { url, keyHeader, key }: AuthenticatedGet,
  limits: Limits,
  signal: AbortSignal,
  onRefusal: (head: Answer) => void = () => {},
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
    const head = {
      status: response.status,
      contentType: response.header('content-type'),
      retryAfter: response.header('retry-after'),
      text: '',
    };
    if (head.status !== 200) {
      onRefusal(head);
      deadline(limits.errorBody, 'message');
      return { ...head, text: await messageText(response, limits, scope.signal, signal) };
    }
    deadline(limits.body, 'complete body');
    const text = readText(response.body, limits.bytes);
    return {
      ...head,
      text: await abortable(text.done, scope.signal).catch((error) => {
        throw networkFault(error, 'body', url.host);
      }),
    };
  } finally {
    scope.close();
  }
}

/** As much of the body as is there when it ends, breaks off, or is over its time or size. */
async function messageText(
  { body }: RouteResponse,
  limits: Limits,
  scope: AbortSignal,
  caller: AbortSignal,
): Promise<string> {
  const text = readText(body, limits.errorBytes);
  await abortable(text.done, scope).catch(() => {
    if (caller.aborted) throw abortFault(caller);
  });
  return text.soFar;
}

/** Starts to read a body of UTF-8, of at most `limit` bytes. */
function readText(body: AsyncIterable<Uint8Array>, limit: number) {
  const read = { soFar: '', done: Promise.resolve('') };
  const toEnd = async () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > limit) {
        throw new ServiceError('too-large', `The body is larger than ${limit} bytes.`, {
          expected: `at most ${limit / 1024 / 1024} MiB`,
        });
      }
      read.soFar += decodeUtf8(() => decoder.decode(chunk, { stream: true }));
    }
    read.soFar += decodeUtf8(() => decoder.decode());
    return read.soFar;
  };
  read.done = toEnd();
  return read;
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
