/** The two routes to a service, and the choice between them. */
import type { TcpNetConnectOpts } from 'node:net';
import Pool from 'undici/lib/dispatcher/pool.js';
import { OVER } from '../../base/abort.ts';
import { type FaultCode, isServiceError, ServiceError } from '../../base/errors.ts';
import { isClearText } from '../baseUrl.ts';
import type { Limits } from '../limits.ts';

/** Receives a response, for any status. Redirects are not followed. */
export interface Receiver {
  /**
   * Called with the status (0 if the route hides it, as a browser's `fetch` does for redirects), with a function that
   * returns the value of a header by its lowercase name, and with the encoding that the body still has.
   */
  head(status: number, header: (name: string) => string | undefined, encoding: string | undefined): void;
  /** Called with each part of the body. An error that it throws stops the request and rejects the route. */
  chunk(bytes: Uint8Array): void;
}

/**
 * A way to send a GET. Resolves at the end of the response; rejects with any error of the HTTP client, which `get`
 * converts to a `ServiceError`.
 */
export type Route = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  receiver: Receiver,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Creates the direct route: the extension's own keep-alive connections to the origin of the first request. Uses no
 * proxy. Without TLS, connects only to this computer's loopback addresses.
 */
export function directRoute(limits: Limits): { readonly get: Route; readonly close: () => void } {
  let pool: Pool | undefined;
  return {
    get(url, headers, receiver, signal) {
      pool ??= new Pool(url.origin, {
        connections: limits.concurrent,
        connect: { timeout: limits.connect, ...(url.protocol === 'http:' && onThisMachine) },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const path = url.pathname + url.search;
      const request = { method: 'GET', path, headers: { ...headers, 'accept-encoding': 'gzip' } } as const;
      return new Promise<void>((resolve, reject) => {
        pool?.dispatch(request, {
          onRequestStart(controller) {
            if (signal.aborted) controller.abort(OVER);
            signal.addEventListener('abort', () => controller.abort(OVER), { once: true });
          },
          onResponseStart(_, status, received) {
            const header = (name: string) => [received[name]].flat().join(', ') || undefined;
            if (status >= 200) receiver.head(status, header, header('content-encoding'));
          },
          onResponseData: (_, chunk) => receiver.chunk(chunk),
          onResponseEnd: () => resolve(),
          onResponseError: (_, error) => reject(error),
        });
      });
    },
    close() {
      pool?.destroy().catch(() => {});
      pool = undefined;
    },
  };
}

/** Resolves `localhost` without DNS, which could return another computer's address. */
const onThisMachine: Pick<TcpNetConnectOpts, 'lookup' | 'autoSelectFamily'> = {
  autoSelectFamily: true,
  lookup(hostname, _options, found) {
    if (hostname !== 'localhost') return found(new Error(`${hostname} is not this machine.`), []);
    found(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  },
};

/** The part of the editor's `fetch` that is used. */
export type Fetch = (
  url: URL,
  init: RequestInit,
) => Promise<{
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

/**
 * Creates the editor's route, whose `fetch` honors `http.proxy`, PAC files, and the operating system's certificates. Do
 * not pass a dispatcher, because it would bypass these settings. Requires TLS, because a proxy would otherwise see the
 * key.
 */
export function editorRoute(fetch: Fetch): Route {
  return async (url, headers, receiver, signal) => {
    if (url.protocol !== 'https:')
      throw new ServiceError('bad-setting', 'The editor’s route takes https:// only.', { host: url.host });
    const init = { method: 'GET', headers, redirect: 'manual', credentials: 'omit', signal } as const;
    const response = await fetch(url, init);
    signal.throwIfAborted();
    receiver.head(response.status, (name) => response.headers.get(name) ?? undefined, undefined);
    for await (const chunk of response.body ?? []) {
      signal.throwIfAborted();
      receiver.chunk(chunk);
    }
  };
}

/**
 * How a request is sent: `direct` uses the extension's own HTTP client, and `editor` uses the editor's `fetch`, which
 * applies the proxy and certificate settings.
 */
type RouteName = 'direct' | 'editor';

/** Failures below the HTTP layer, which a proxy or the operating system's certificates might fix. */
const belowHttp: ReadonlySet<FaultCode> = new Set(['unreachable', 'tls', 'truncated']);

/**
 * Chooses the route for a connection's requests: the only one that is allowed, or else the direct one until it fails
 * below the HTTP layer and the editor's works.
 */
export class Routes {
  readonly #direct: ReturnType<typeof directRoute>;
  readonly #editor: Route;
  readonly #only: RouteName | undefined;
  #current: RouteName;
  #hasAnswered = false;

  /** Without encryption, only the direct route is allowed, because the editor's route might use a proxy. */
  constructor(
    { baseUrl, proxied }: { readonly baseUrl: string; readonly proxied?: boolean },
    limits: Limits,
    fetch: Fetch,
  ) {
    this.#direct = directRoute(limits);
    this.#editor = editorRoute(fetch);
    if (isClearText(baseUrl)) this.#only = 'direct';
    else if (proxied) this.#only = 'editor';
    this.#current = this.#only ?? 'direct';
  }

  close(): void {
    this.#direct.close();
  }

  /**
   * Returns a function that makes one attempt at a read. Each call sends the request once, except that the first
   * failing call might also try the other route.
   */
  tries<T>(send: (route: Route, name: RouteName) => Promise<T>): () => Promise<T> {
    let isOtherTried = this.#only !== undefined;
    const over = async (name: RouteName) => {
      const result = await send(name === 'direct' ? this.#direct.get : this.#editor, name);
      this.#current = name;
      this.#hasAnswered = true;
      return result;
    };
    return async () => {
      const name = this.#current;
      try {
        return await over(name);
      } catch (error) {
        if (isOtherTried || !this.#mayBeTheRoute(error)) throw error;
        isOtherTried = true;
        return await over(name === 'direct' ? 'editor' : 'direct').catch((second) => {
          throw isServiceError(second) && belowHttp.has(second.code) ? error : second;
        });
      }
    };
  }

  /**
   * Returns true if the route might be the cause of an error. A connection that is closed after other requests worked
   * indicates that the server is restarting, not that it is unreachable.
   */
  #mayBeTheRoute(error: unknown): boolean {
    if (!isServiceError(error) || !belowHttp.has(error.code)) return false;
    return !(error.code === 'truncated' && this.#hasAnswered);
  }
}
