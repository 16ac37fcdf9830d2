/**
 * Implements the Partner Log Service over the network, following docs/partner-log-service.md and, for anything it
 * leaves open, the conventions.
 */
import { abortable, abortFault, OVER } from '../base/abort.ts';
import { type FaultFacts, isServiceError, ServiceError } from '../base/errors.ts';
import { limiterOf } from '../base/limiter.ts';
import { workInThread } from '../base/thread.ts';
import { decodeAnswer, type Result } from './answers/decodeAnswer.ts';
import type { LogService, PageRequest, RequestOptions, ServiceOptions } from './api.ts';
import { isClearText, parseBaseUrl } from './baseUrl.ts';
import { containsKey } from './keyForms.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type {
  Counts,
  DateRange,
  DetectionLog,
  Domain,
  ListedLog,
  LogFilter,
  LogKey,
  LogRow,
  Page,
} from './model.ts';
import { directRoute } from './network/directRoute.ts';
import { editorRoute, type Fetch } from './network/editorRoute.ts';
import { Flights } from './network/flights.ts';
import { get, type HttpAnswer } from './network/get.ts';
import { retry } from './network/retry.ts';
import { type RouteName, Routes } from './network/routes.ts';
import { type Question, requestUrl } from './requests.ts';

/** The client's dependencies; tests pass their own. */
interface Surroundings {
  readonly limits: Limits;
  readonly fetch: Fetch;
  /** Returns a random number from 0 up to but not including 1, used to vary the delay before a retry. */
  readonly random: () => number;
  /** Returns the current time, in milliseconds since the epoch, used to evaluate dates in `Retry-After`. */
  readonly now: () => number;
}

/** The `message.key` of a 404 response for data that does not exist (section 7). */
const NOT_FOUND = 'RES000018';

/**
 * Creates the service for one connection. Does not send anything or read the key until a method is called; never
 * throws.
 */
export function createLogService(
  options: ServiceOptions,
  surroundings: Partial<Surroundings> = {},
): LogService {
  return new Client(options, {
    limits: defaultLimits,
    fetch: (url, init) => globalThis.fetch(url, init),
    random: Math.random,
    now: Date.now,
    ...surroundings,
  });
}

/**
 * Reads from one connection. Adds the key, sends identical concurrent reads only once, runs at most six requests at a
 * time, and handles retries and routes.
 */
class Client implements LogService {
  readonly #options: ServiceOptions;
  readonly #surroundings: Surroundings;
  readonly #routes: Routes;
  readonly #direct: ReturnType<typeof directRoute>;
  readonly #flights = new Flights<unknown>();
  readonly #disposed = new AbortController();
  #lastKey = '';

  constructor(options: ServiceOptions, surroundings: Surroundings) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#direct = directRoute(surroundings.limits);
    this.#routes = new Routes(onlyRoute(options));
  }

  async domains(page: PageRequest, options?: RequestOptions): Promise<Page<Domain>> {
    const { items, ...listed } = await this.#list({ read: 'domains', page }, options);
    const shown = (domain: Domain) =>
      containsKey(domain.name ?? '', this.#lastKey) ? { ...domain, name: undefined } : domain;
    return { ...listed, items: items.map(shown) };
  }

  async logs(
    domain: number,
    page: PageRequest,
    filter: LogFilter,
    options?: RequestOptions,
  ): Promise<Page<ListedLog>> {
    const { items, ...listed } = await this.#list({ read: 'logs', domain, page, filter }, options);
    const { detectedType: usual } = this.#options.conventions;
    const keyOf = ({ idx, detectedType = usual }: LogRow) => {
      return { domain, idx, detectedType: containsKey(detectedType, this.#lastKey) ? usual : detectedType };
    };
    return { ...listed, items: items.map((row) => ({ key: keyOf(row), row })) };
  }

  log(key: LogKey, options?: RequestOptions): Promise<DetectionLog> {
    return this.#read({ read: 'detail', key }, options);
  }

  counts(domain: number, range: DateRange, options?: RequestOptions): Promise<Counts> {
    return this.#read({ read: 'counts', domain, range }, options);
  }

  dispose(): void {
    this.#disposed.abort(OVER);
    this.#direct.close();
  }

  /** Reads a page of a list, which is empty if it is past the last one. */
  async #list<Q extends Question & { readonly page: PageRequest }>(
    question: Q,
    options?: RequestOptions,
  ): Promise<Result<Q> | { items: []; total: number; page: number; perPage: number }> {
    const { page, perPage } = question.page;
    try {
      return await this.#read(question, options);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { code, facts } = error;
      const isPastEnd = code === 'not-found' && page > 1 && facts.messageKey === NOT_FOUND;
      if (!isPastEnd && facts.status !== 204) throw error;
      return { items: [], total: (page - 1) * perPage, page, perPage };
    }
  }

  /** Returns the decoded `data` of a successful response. @throws ServiceError */
  async #read<Q extends Question>(question: Q, options: RequestOptions = {}): Promise<Result<Q>> {
    const { conventions, baseUrl, ending } = this.#options;
    const { limits } = this.#surroundings;
    const url = requestUrl(parseBaseUrl(baseUrl), question, conventions);
    const isForeground = options.priority !== 'background';
    const end = isForeground ? performance.now() + limits.foreground : Number.POSITIVE_INFINITY;
    const signals = [
      this.#disposed.signal,
      ending,
      options.signal,
      isForeground ? AbortSignal.timeout(limits.foreground) : undefined,
    ];
    const signal = AbortSignal.any(signals.filter((each) => each !== undefined));
    if (signal.aborted) throw abortFault(signal);
    const key = await abortable(this.#key(), signal);
    const tries = options.once ? 1 : limits.tries;
    const result = await this.#flights.join(`${key} ${tries} ${JSON.stringify(question)}`, signal, (flight) =>
      this.#send(question, url, key, { tries, end }, flight),
    );
    return result as Result<Q>;
  }

  async #key(): Promise<string> {
    try {
      this.#lastKey = await this.#options.key();
      return this.#lastKey;
    } catch (error) {
      throw isServiceError(error) ? error : new ServiceError('key-needed', 'The API key could not be read.');
    }
  }

  #send(
    question: Question,
    url: URL,
    key: string,
    { tries, end }: { readonly tries: number; readonly end: number },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { limits, random } = this.#surroundings;
    const request = { url, key, keyHeader: this.#options.conventions.keyHeader };
    const routes = { direct: this.#direct.get, editor: editorRoute(this.#surroundings.fetch) };
    const send = this.#routes.tries((name) =>
      this.#logged(url, name, () => get(routes[name], request, limits, signal)),
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
      limits: { ...limits, tries },
      random,
      signal,
      remaining: () => end - performance.now(),
    });
  }

  /** Decodes a response: on this thread if it is short or there is no worker, and in a separate thread otherwise. */
  async #decode(answer: HttpAnswer, question: Question, signal: AbortSignal): Promise<unknown> {
    const { limits, now } = this.#surroundings;
    const { workerFile, conventions } = this.#options;
    const data = { answer, question, conventions, now: now() };
    if (workerFile === undefined || answer.body.byteLength <= limits.bytesHere) return decodeAnswer(data);
    return workInThread('decodeAnswer', data, { workerFile, signal });
  }

  /** Sends a request and logs its path, outcome, time, and route: never the query, a header, or a body. */
  async #logged(url: URL, route: RouteName, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
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

/** Without encryption, only the direct route is allowed, because the editor's route might use a proxy. */
function onlyRoute({ baseUrl, proxied }: ServiceOptions): RouteName | undefined {
  if (isClearText(baseUrl)) return 'direct';
  return proxied ? 'editor' : undefined;
}

/**
 * Removes the API key from an error. The service might have echoed the key, and a fault's facts are shown to the user.
 */
function withoutKey<T>(error: T, key: string): T | ServiceError {
  if (!isServiceError(error)) return error;
  const facts = Object.entries(error.facts);
  if (!facts.some(([, fact]) => typeof fact === 'string' && fact.includes(key))) return error;
  const without: FaultFacts = Object.fromEntries(
    facts.map(([name, fact]) => [name, typeof fact === 'string' ? fact.replaceAll(key, '(the key)') : fact]),
  );
  return new ServiceError(error.code, error.message, without);
}
