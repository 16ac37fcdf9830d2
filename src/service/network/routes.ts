import { type FaultCode, isServiceError } from '../../base/errors.ts';
import type { ServiceOptions } from '../api.ts';
import type { RouteName } from '../baseUrl.ts';

/**
 * A way to access the network. The two implementations are directRoute.ts and editorRoute.ts.
 */
export interface Route {
  /**
   * Sends one GET and passes the response to `receiver`, for any status. Does not follow redirects. Returns a function
   * that stops the request, after which `receiver.head` is not called.
   */
  get(url: URL, headers: Readonly<Record<string, string>>, receiver: Receiver): () => void;
  /** Closes sockets. */
  close(): void;
}

/** Receives a response as it arrives: `head`, any number of chunks, and `end`; or `fail` at any time. */
export interface Receiver {
  /**
   * @param status 0 if the route hides it, as a browser's `fetch` does for redirects
   * @param header returns the value of a header, by lowercase name
   */
  readonly head: (status: number, header: (name: string) => string | undefined) => void;
  /** Receives a part of the decompressed body. If it throws an error, the route stops and passes the error to `fail`. */
  readonly chunk: (chunk: Uint8Array) => void;
  readonly end: () => void;
  /** Receives any error thrown by the HTTP client; networkFault.ts converts it to a `ServiceError`. */
  readonly fail: (error: unknown) => void;
}

/** Passes a complete body to a receiver. */
export async function receiveAll(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  receiver: Receiver,
): Promise<void> {
  for await (const chunk of body) receiver.chunk(chunk);
  receiver.end();
}

/** Failures below the HTTP layer, which a proxy or the operating system's certificates might fix. */
const belowHttp: ReadonlySet<FaultCode> = new Set([
  'name-not-found',
  'refused',
  'unreachable',
  'connect-timeout',
  'certificate',
  'tls',
  'reset',
  'network',
]);

type RouteOptions = Pick<ServiceOptions, 'proxied' | 'route' | 'onlyRoute' | 'onRoute'>;

const OTHER: Readonly<Record<RouteName, RouteName>> = { direct: 'editor', editor: 'direct' };

/**
 * Chooses the route for a connection. If only one route is allowed, uses that route. If there is a proxy, uses only the
 * editor's route. Otherwise, uses the route that last worked, initially the direct one; if that route fails below the
 * HTTP layer, the other is tried once and kept if it works.
 */
export class Routes {
  readonly #routes: Readonly<Record<RouteName, Route>>;
  readonly #fixed: boolean;
  readonly #onRoute: ((route: RouteName) => void) | undefined;
  readonly #answered = new Set<RouteName>();
  #current: RouteName;
  #remembered: RouteName | undefined;

  constructor(
    routes: Readonly<Record<RouteName, Route>>,
    { proxied = false, route, onlyRoute, onRoute }: RouteOptions,
  ) {
    this.#routes = routes;
    this.#fixed = proxied || onlyRoute !== undefined;
    this.#onRoute = onRoute;
    this.#remembered = route;
    this.#current = onlyRoute ?? (proxied ? 'editor' : (route ?? 'direct'));
  }

  /**
   * Returns a function that makes one attempt at a read. Each call sends the request once, except that the first
   * failing call might also try the other route.
   */
  tries<T>(send: (name: RouteName, route: Route) => Promise<T>): () => Promise<T> {
    let otherTried = false;
    const over = async (name: RouteName) => {
      const result = await send(name, this.#routes[name]);
      this.#worked(name);
      return result;
    };
    return async () => {
      const name = this.#current;
      try {
        return await over(name);
      } catch (error) {
        if (this.#fixed || otherTried || !this.#mayBeTheRoute(name, error)) throw error;
        otherTried = true;
        return await over(OTHER[name]).catch((second) => {
          throw isServiceError(second) && belowHttp.has(second.code) ? error : second;
        });
      }
    };
  }

  close(): void {
    for (const route of Object.values(this.#routes)) route.close();
  }

  /**
   * Returns true if the route might be the cause of an error. A connection that is reset after other requests worked
   * indicates that the server is restarting, not that it is unreachable.
   */
  #mayBeTheRoute(name: RouteName, error: unknown): boolean {
    if (!isServiceError(error) || !belowHttp.has(error.code)) return false;
    return !(error.code === 'reset' && this.#answered.has(name));
  }

  #worked(name: RouteName): void {
    this.#answered.add(name);
    if (this.#fixed || name === this.#remembered) return;
    this.#current = name;
    this.#remembered = name;
    this.#onRoute?.(name);
  }
}
