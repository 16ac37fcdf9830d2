import { type FaultCode, isServiceError, ServiceError } from '../../base/errors.ts';

/** A response, for any status. Redirects are not followed. */
export interface RouteResponse {
  /** 0 if the route hides it, as a browser's `fetch` does for redirects. */
  readonly status: number;
  /** Returns the value of a header, by lowercase name. */
  readonly header: (name: string) => string | undefined;
  /** The decompressed body. Ending the iteration early stops the request. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A way to send a GET. Rejects with any error of the HTTP client, which `get` converts to a `ServiceError`. */
export type Route = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<RouteResponse>;

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
  return async (url, headers, signal) => {
    if (url.protocol !== 'https:')
      throw new ServiceError('bad-setting', 'The editor’s route takes https:// only.', { host: url.host });
    const init = { method: 'GET', headers, redirect: 'manual', credentials: 'omit', signal } as const;
    const response = await fetch(url, init);
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body ?? nothing(),
    };
  };
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}

/**
 * How a request is sent: `direct` uses the extension's own HTTP client, and `editor` uses the editor's `fetch`, which
 * applies the proxy and certificate settings.
 */
export type RouteName = 'direct' | 'editor';

/** Failures below the HTTP layer, which a proxy or the operating system's certificates might fix. */
const belowHttp: ReadonlySet<FaultCode> = new Set(['unreachable', 'tls', 'truncated']);

/**
 * Chooses the route for a connection's requests: the only one that is allowed, or else the direct one until it fails
 * below the HTTP layer and the editor's works.
 */
export class Routes {
  readonly #only: RouteName | undefined;
  #current: RouteName;
  #hasAnswered = false;

  constructor(only: RouteName | undefined) {
    this.#only = only;
    this.#current = only ?? 'direct';
  }

  /**
   * Returns a function that makes one attempt at a read. Each call sends the request once, except that the first
   * failing call might also try the other route.
   */
  tries<T>(send: (route: RouteName) => Promise<T>): () => Promise<T> {
    let isOtherTried = this.#only !== undefined;
    const over = async (route: RouteName) => {
      const result = await send(route);
      this.#current = route;
      this.#hasAnswered = true;
      return result;
    };
    return async () => {
      const route = this.#current;
      try {
        return await over(route);
      } catch (error) {
        if (isOtherTried || !this.#mayBeTheRoute(error)) throw error;
        isOtherTried = true;
        return await over(route === 'direct' ? 'editor' : 'direct').catch((second) => {
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
