import { Scope } from '../../base/abort.ts';
import { isServiceError, ServiceError } from '../../base/errors.ts';
import type { RouteName } from '../baseUrl.ts';
import { keyHeaderOf } from '../differences.ts';
import type { Limits } from '../limits.ts';
import { type Body, BodyCollector } from './body.ts';
import { networkFault } from './networkFault.ts';
import type { Route } from './routes.ts';

/** The status and headers of a response. */
export interface AnswerHead {
  readonly status: number;
  /** `Content-Type`, as sent. */
  readonly contentType: string | undefined;
  /** `Retry-After`, as sent. */
  readonly retryAfter: string | undefined;
}

export interface HttpAnswer extends AnswerHead {
  /**
   * The complete body if the status is 200; for any other status, the part that arrived within the time and size
   * limits.
   */
  readonly body: Body;
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
 * @param onRefusal if the status is not 200, called with the status and headers before the body is read
 * @throws ServiceError for failures below the HTTP layer, `key-needed` for a key that is not valid in a header,
 * `too-large`, `timeout`, or `cancelled`. A status other than 200 is not an error.
 */
export async function get(
  route: Route,
  { url, keyHeader, key }: AuthenticatedGet,
  limits: Limits,
  signal: AbortSignal,
  onRefusal: (head: AnswerHead) => void = () => {},
): Promise<HttpAnswer> {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ServiceError('key-needed', 'The API key is empty or holds characters that a key cannot have.');
  }
  const [name, value] = keyHeaderOf(keyHeader, key);
  const headers = { accept: 'application/json', 'user-agent': 'partner-logs', [name]: value };
  const scope = new Scope(signal);
  const deadline = (milliseconds: number, what: string) =>
    scope.endAfter(milliseconds, () => timeout(`No ${what} within ${milliseconds} ms.`, url.host));
  const body = new BodyCollector();
  const received: { head?: AnswerHead } = {};
  let stop = () => {};
  const response = () =>
    new Promise<void>((end, fail) => {
      deadline(limits.headers, 'response');
      const head = (status: number, header: (name: string) => string | undefined) => {
        received.head = headOf(status, header);
        if (status === 200) {
          deadline(limits.body, 'complete body');
        } else {
          onRefusal(received.head);
          deadline(limits.errorBody, 'message');
        }
      };
      const chunk = (bytes: Uint8Array) =>
        body.add(bytes, received.head?.status === 200 ? limits.bytes : limits.errorBytes);
      stop = route.get(url, headers, { head, chunk, end, fail });
    });
  const failure = await scope.run(response).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  scope.close();
  stop();
  const { head } = received;
  if (head && (failure === undefined || (head.status !== 200 && !signal.aborted))) {
    return { ...head, body: body.soFar };
  }
  throw networkFault(failure?.error, head ? 'body' : 'headers', url.host);
}

function headOf(status: number, header: (name: string) => string | undefined): AnswerHead {
  return {
    status,
    contentType: header('content-type'),
    retryAfter: header('retry-after'),
  };
}

function timeout(message: string, host: string): ServiceError {
  return new ServiceError('timeout', message, { host });
}

/** Sends a request and logs its method, path, outcome, time, and route: never the query, a header, or a body. */
export async function logged(
  url: URL,
  route: RouteName,
  log: ((line: string) => void) | undefined,
  send: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const started = performance.now();
  let outcome = 'failed';
  try {
    const answer = await send();
    outcome = String(answer.status);
    return answer;
  } catch (error) {
    if (isServiceError(error)) outcome = error.code;
    throw error;
  } finally {
    log?.(`GET ${url.pathname} ${outcome} ${Math.round(performance.now() - started)} ms ${route}`);
  }
}
