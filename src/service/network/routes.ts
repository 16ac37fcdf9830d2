import { type FaultCode, isServiceError } from '../../base/errors.ts';

/**
 * How a request is sent: `direct` uses the extension's own HTTP client, and `editor` uses the editor's `fetch`, which
 * applies the proxy and certificate settings.
 */
export type RouteName = 'direct' | 'editor';

/** Failures below the HTTP layer, which a proxy or the operating system's certificates might fix. */
const belowHttp: ReadonlySet<FaultCode> = new Set(['name-not-found', 'unreachable', 'tls', 'truncated']);

const OTHER: Readonly<Record<RouteName, RouteName>> = { direct: 'editor', editor: 'direct' };

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
        return await over(OTHER[route]).catch((second) => {
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
