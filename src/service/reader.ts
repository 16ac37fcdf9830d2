import { setMaxListeners } from 'node:events';
import { Scope } from '../base/abort.ts';
import { type FaultFacts, isServiceError, ServiceError } from '../base/errors.ts';
import { limiterOf } from '../base/limiter.ts';
import { workInThread } from '../base/thread.ts';
import { decodeAnswer, type Result } from './answers/decodeAnswer.ts';
import { statusFault } from './answers/envelope.ts';
import type { RequestOptions, ServiceOptions } from './api.ts';
import { routesTo } from './baseUrl.ts';
import type { Limits } from './limits.ts';
import { directRoute } from './network/directRoute.ts';
import { editorRoute, type Fetch } from './network/editorRoute.ts';
import { type Flight, Flights } from './network/flights.ts';
import { type AnswerHead, get, type HttpAnswer, logged } from './network/request.ts';
import { retry } from './network/retry.ts';
import { Routes } from './network/routes.ts';
import type { Question } from './requests.ts';

/** A reader's dependencies; tests pass their own. */
export interface Surroundings {
  readonly limits: Limits;
  readonly fetch: Fetch;
  /** Returns a random number from 0 up to but not including 1, used to vary the delay before a retry. */
  readonly random: () => number;
  /** Returns the current time, in milliseconds since the epoch, used to evaluate dates in `Retry-After`. */
  readonly now: () => number;
}

interface Fetching {
  readonly url: URL;
  readonly question: Question;
  readonly key: string;
  /** The time at which the caller's request times out, as measured by `performance.now()`. */
  readonly end: number;
  readonly tries: number;
}

/**
 * Reads from one connection. Adds the key, sends identical concurrent reads only once, runs at most six requests at a
 * time, and handles retries and routes.
 */
export class Reader {
  readonly #options: ServiceOptions;
  readonly #surroundings: Surroundings;
  readonly #routes: Routes;
  readonly #flights = new Flights<unknown>();
  /** Ends when the connection does, or when the reader is disposed. */
  readonly #life: Scope;

  constructor(options: ServiceOptions, surroundings: Surroundings) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#life = new Scope(options.ending);
    setMaxListeners(0, this.#life.signal);
    this.#routes = new Routes(
      { direct: directRoute(surroundings.limits), editor: editorRoute(surroundings.fetch) },
      routesTo(options.baseUrl).includes('editor') ? options : { onlyRoute: 'direct' },
    );
  }

  /**
   * Returns the decoded `data` of a successful response.
   * @throws ServiceError
   */
  async read<Q extends Question>(
    url: URL,
    question: Q,
    { signal, priority = 'foreground', once = false }: RequestOptions = {},
  ): Promise<Result<Q>> {
    const scope = new Scope(this.#life.signal, signal);
    const { limits } = this.#surroundings;
    const end = priority === 'foreground' ? performance.now() + limits.foreground : Number.POSITIVE_INFINITY;
    let flight: Flight<unknown> | undefined;
    if (priority === 'foreground') {
      scope.endAfter(limits.foreground, () => flight?.lastFailure ?? noAnswer(url, limits.foreground));
    }
    try {
      const key = await scope.run(() => this.#key());
      const tries = once ? 1 : limits.tries;
      flight = this.#flights.join(`${key} ${JSON.stringify(question)} ${tries}`, (started, abort) =>
        this.#fetch({ url, question, key, end, tries }, started, abort),
      );
      return (await flight.wait(scope)) as Result<Q>;
    } finally {
      scope.close();
    }
  }

  dispose(): void {
    this.#life.close();
    this.#routes.close();
  }

  async #key(): Promise<string> {
    try {
      return await this.#options.key();
    } catch (error) {
      throw isServiceError(error) ? error : new ServiceError('key-needed', 'The API key could not be read.');
    }
  }

  #fetch(
    { url, question, key, end, tries }: Fetching,
    flight: Flight<unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { limits, random, now } = this.#surroundings;
    const request = { url, key, keyHeader: this.#options.conventions.keyHeader };
    const onRefusal = (head: AnswerHead) => {
      flight.lastFailure = withoutKey(statusFault({ ...head, text: '' }, now()), key);
    };
    const send = this.#routes.tries((name, route) =>
      logged(url, name, this.#options.log, () => get(route, request, limits, signal, onRefusal)),
    );
    const limiter = limiterOf(url.origin, limits.concurrent);
    const attempt = async () => {
      try {
        return await limiter.run(async () => this.#decode(await send(), question, signal), signal);
      } catch (error) {
        throw withoutKey(error, key);
      }
    };
    return retry(attempt, {
      limits: { tries, backoff: limits.backoff, retryAfter: limits.retryAfter },
      random,
      signal,
      remaining: () => end - performance.now(),
      onFailure: (fault) => {
        flight.lastFailure = fault;
      },
    });
  }

  /**
   * Decodes a response: on this thread if it is short or there is no worker file, and in a separate thread otherwise.
   */
  async #decode(answer: HttpAnswer, question: Question, signal: AbortSignal): Promise<unknown> {
    const { limits, now } = this.#surroundings;
    const { workerFile, conventions } = this.#options;
    const data = { answer, question, conventions, now: now() };
    if (workerFile === undefined || answer.body.bytes <= limits.bytesHere) return decodeAnswer(data);
    return workInThread('decodeAnswer', data, { workerFile, signal });
  }
}

function noAnswer({ host }: URL, milliseconds: number): ServiceError {
  return new ServiceError('timeout', `No answer within ${milliseconds} ms.`, { host });
}

/**
 * Removes the API key from an error. The service might have echoed the key, and a fault's facts are shown to the user.
 */
export function withoutKey<T>(error: T, key: string): T | ServiceError {
  if (!isServiceError(error)) return error;
  const facts = Object.entries(error.facts);
  if (!facts.some(([, fact]) => typeof fact === 'string' && fact.includes(key))) return error;
  const without: FaultFacts = Object.fromEntries(
    facts.map(([name, fact]) => [name, typeof fact === 'string' ? fact.replaceAll(key, '(the key)') : fact]),
  );
  return new ServiceError(error.code, error.message, without);
}
