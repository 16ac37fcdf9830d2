import { setMaxListeners } from 'node:events';
import { abortable, abortFault, Scope } from './abort.ts';
import type { RequestOptions, RouteName, ServiceOptions } from './api.ts';
import { routesTo } from './baseUrl.ts';
import { directRoute } from './direct.ts';
import { editorRoute, type Fetch } from './editor.ts';
import { dataOf, statusFault } from './envelope.ts';
import { isServiceError, ServiceError } from './errors.ts';
import { type Flight, Flights } from './flights.ts';
import { limiterOf } from './limiter.ts';
import type { Limits } from './limits.ts';
import { type Answer, get } from './request.ts';
import { retry } from './retry.ts';
import { Routes } from './routes.ts';
import { withoutKey } from './withoutKey.ts';

/** What a reader takes from its surroundings; tests give their own. */
export interface Surroundings {
  readonly limits: Limits;
  readonly fetch: Fetch;
  /** From 0 to below 1, for the jitter of retries. */
  readonly random: () => number;
  /** Milliseconds since the epoch, for dates in `Retry-After`. */
  readonly now: () => number;
}

/** Reads `data` from one connection: the key, one flight for equal reads, at most six at once, retries and routes. */
export class Reader {
  readonly #options: ServiceOptions;
  readonly #surroundings: Surroundings;
  readonly #routes: Routes;
  readonly #flights = new Flights<unknown>();
  readonly #disposed = new AbortController();

  constructor(options: ServiceOptions, surroundings: Surroundings) {
    this.#options = options;
    this.#surroundings = surroundings;
    setMaxListeners(0, this.#disposed.signal, ...(options.ending ? [options.ending] : []));
    this.#routes = new Routes(
      { direct: directRoute(surroundings.limits), editor: editorRoute(surroundings.fetch) },
      routesTo(options.baseUrl).includes('editor') ? options : { onlyRoute: 'direct' },
    );
  }

  /**
   * The `data` of a successful answer.
   *
   * @throws ServiceError
   */
  async read(url: URL, { signal, priority = 'foreground' }: RequestOptions = {}): Promise<unknown> {
    const { ending } = this.#options;
    const scope = new Scope(
      ...[ending, this.#disposed.signal, signal].filter((parent) => parent !== undefined),
    );
    const { limits } = this.#surroundings;
    const end = priority === 'foreground' ? performance.now() + limits.foreground : Number.POSITIVE_INFINITY;
    let flight: Flight<unknown> | undefined;
    if (priority === 'foreground') {
      scope.endAfter(limits.foreground, () => flight?.lastFailure ?? noAnswer(url, limits.foreground));
    }
    try {
      const key = await this.#key(scope.signal);
      flight = this.#flights.join(`${key} ${url.href}`, (started, abort) =>
        this.#fetch(url, key, end, started, abort),
      );
      return await flight.wait(scope.signal);
    } finally {
      scope.close();
    }
  }

  dispose(): void {
    this.#disposed.abort();
    this.#routes.close();
  }

  async #key(signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw abortFault(signal);
    return await abortable(this.#options.key(), signal).catch((error) => {
      throw isServiceError(error) ? error : new ServiceError('key-needed', 'The API key could not be read.');
    });
  }

  #fetch(url: URL, key: string, end: number, flight: Flight<unknown>, signal: AbortSignal): Promise<unknown> {
    const { limits, random, now } = this.#surroundings;
    const request = { url, key, keyHeader: this.#options.conventions.keyHeader };
    const onRefusal = (head: Answer) => {
      flight.lastFailure = withoutKey(statusFault(head, now()), key);
    };
    const send = this.#routes.tries((name, route) =>
      this.#logged(url, name, () => get(route, request, limits, signal, onRefusal)),
    );
    const limiter = limiterOf(url.origin, limits.concurrent);
    const attempt = async () => {
      try {
        return dataOf(await limiter.run(send, signal), now);
      } catch (error) {
        throw withoutKey(error, key);
      }
    };
    return retry(attempt, {
      limits,
      random,
      signal,
      remaining: () => end - performance.now(),
      onFailure: (fault) => {
        flight.lastFailure = fault;
      },
    });
  }

  /** Logs method, path, outcome, time and route: never the query, a header or a body. */
  async #logged<T extends { readonly status: number }>(
    url: URL,
    route: RouteName,
    send: () => Promise<T>,
  ): Promise<T> {
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
      const milliseconds = Math.round(performance.now() - started);
      this.#options.log?.(`GET ${url.pathname} ${outcome} ${milliseconds} ms ${route}`);
    }
  }
}

function noAnswer({ host }: URL, milliseconds: number): ServiceError {
  return new ServiceError('timeout', `No answer within ${milliseconds} ms.`, { host });
}
