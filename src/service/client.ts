/**
 * Implements the Partner Log Service over the network, following docs/partner-log-service.md and, for anything it
 * leaves open, the conventions.
 */
import { abortable, OVER, Scope } from '../base/abort.ts';
import { limiterOf } from '../base/concurrency.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import { decodeAnswer, type Result } from './answers/decodeAnswer.ts';
import type { LogService, PageRequest, RequestOptions } from './api.ts';
import { type BaseUrl, parseBaseUrl } from './baseUrl.ts';
import type { Conventions } from './differences.ts';
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
import { get, type HttpAnswer } from './network/get.ts';
import { retry } from './network/retry.ts';
import { type Fetch, Routes } from './network/routes.ts';
import { type Question, requestUrl } from './requests.ts';

/** The `message.key` of a 404 response for data that does not exist (section 7). */
const NOT_FOUND = 'RES000018';
/** Stands for the key in text from the service. */
const KEY = '(the key)';

export interface ServiceOptions {
  /**
   * Origin and optional path, without a trailing slash. The scheme is `https`, or `http` for this computer, to which
   * requests are always sent directly.
   */
  readonly baseUrl: string;
  /** The API key. Read once per request, and sent in the key header only to the base URL's origin. */
  readonly key: () => Promise<string>;
  readonly conventions: Conventions;
  /** True if the editor or the environment specifies a proxy. If so, all requests use the editor's route. */
  readonly proxied?: boolean;
  /** The threads that decode large responses. If undefined, they are decoded on the calling thread. */
  readonly threads?: Threads | undefined;
  /**
   * Receives one line per request for the output channel: method, path without query, status, and time, but never
   * headers or bodies.
   */
  readonly log?: (line: string) => void;
  /** Called with the URL of each request. */
  readonly onRequest?: ((url: URL) => void) | undefined;
  /** When aborted, closes the service: requests in progress, and any later ones, reject with the signal's reason. */
  readonly ending?: AbortSignal;
}

/**
 * Creates the service for one connection. Does not send anything or read the key until a method is called; never
 * throws. Tests pass their own limits and `fetch`.
 */
export function createLogService(
  options: ServiceOptions,
  limits: Limits = defaultLimits,
  fetch: Fetch = globalThis.fetch,
): LogService {
  return new Client(options, limits, fetch);
}

/**
 * Reads from one connection. Adds the key, sends identical concurrent reads only once, runs at most six requests at a
 * time, and handles retries and routes.
 */
class Client implements LogService {
  readonly #options: ServiceOptions;
  readonly #limits: Limits;
  readonly #routes: Routes;
  readonly #flights = new Flights<unknown>();
  readonly #disposed = new AbortController();
  #base: BaseUrl | undefined;
  #lastKey = '';

  constructor(options: ServiceOptions, limits: Limits, fetch: Fetch) {
    this.#options = options;
    this.#limits = limits;
    this.#routes = new Routes(options, limits, fetch);
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
      const isKey = detectedType !== usual && containsKey(detectedType, this.#lastKey);
      return { domain, idx, detectedType: isKey ? usual : detectedType };
    };
    return { ...listed, items: items.map((row) => ({ key: keyOf(row), row })) };
  }

  log(key: LogKey, options?: RequestOptions): Promise<DetectionLog> {
    return this.#read({ read: 'detail', key }, options);
  }

  async counts(domain: number, range: DateRange, options?: RequestOptions): Promise<Counts> {
    const counts = await this.#read({ read: 'counts', domain, range }, options);
    const { comparisons, timeZone } = counts;
    return { ...counts, ...withoutKey({ comparisons, timeZone }, this.#lastKey) };
  }

  dispose(): void {
    this.#disposed.abort();
    this.#routes.close();
  }

  /** Reads a page of a list, which is empty if it is past the last one or if nothing matches a filter. */
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
      const isPart = page > 1 || ('filter' in question && Object.keys(question.filter).length > 0);
      const isEmpty = isPart && code === 'not-found' && facts.messageKey === NOT_FOUND;
      if (!isEmpty && facts.status !== 204) throw error;
      return { items: [], total: (page - 1) * perPage, page, perPage };
    }
  }

  /** Returns the decoded `data` of a successful response. @throws ServiceError */
  async #read<Q extends Question>(question: Q, options: RequestOptions = {}): Promise<Result<Q>> {
    const { conventions, baseUrl, ending } = this.#options;
    const limits = this.#limits;
    this.#base ??= parseBaseUrl(baseUrl);
    const url = requestUrl(this.#base, question, conventions);
    const isForeground = options.priority !== 'background';
    const end = isForeground ? performance.now() + limits.foreground : Number.POSITIVE_INFINITY;
    const scope = new Scope(this.#disposed.signal, ending, options.signal);
    if (isForeground) scope.endAfter(limits.foreground, url);
    try {
      const key = await abortable(this.#key(), scope.signal);
      const tries = options.tries ?? limits.tries;
      const id = `${key} ${tries} ${isForeground} ${JSON.stringify(question)}`;
      const send = (flight: AbortSignal) => this.#send(question, url, key, { tries, end }, flight);
      return (await this.#flights.join(id, scope.signal, send)) as Result<Q>;
    } finally {
      scope.close();
    }
  }

  /** @throws ServiceError `key-needed` for a key that is not valid in a header; any error of the key's storage */
  async #key(): Promise<string> {
    const key = await this.#options.key();
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new ServiceError('key-needed', 'The API key is empty or contains invalid characters.');
    this.#lastKey = key;
    return key;
  }

  #send(
    question: Question,
    url: URL,
    key: string,
    { tries, end }: { readonly tries: number; readonly end: number },
    signal: AbortSignal,
  ): Promise<unknown> {
    const limits = this.#limits;
    const request = { url, key, keyHeader: this.#options.conventions.keyHeader };
    const send = this.#routes.tries((route, name) =>
      this.#logged(url, name, () => get(route, request, limits, signal)),
    );
    const limiter = limiterOf(url.origin, limits.concurrent);
    const attempt = async () => {
      try {
        return await limiter.run(async () => this.#decode(await send(), question, signal), signal);
      } catch (error) {
        if (!isServiceError(error)) throw error;
        throw new ServiceError(error.code, error.message, withoutKey(error.facts, key));
      }
    };
    return retry(attempt, { ...limits, tries }, end, signal);
  }

  /** Decodes a response: on this thread if it is short or there are no threads, and in a separate thread otherwise. */
  async #decode(answer: HttpAnswer, question: Question, signal: AbortSignal): Promise<unknown> {
    const { threads, conventions } = this.#options;
    const data = { answer, question, conventions };
    if (threads === undefined || answer.body.byteLength <= this.#limits.bytesHere) return decodeAnswer(data);
    return threads.run('decodeAnswer', data, signal);
  }

  /** Sends a request and logs its path, outcome, time, and route: never the query, a header, or a body. */
  async #logged(url: URL, route: string, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    this.#options.onRequest?.(url);
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

/** Returns JSON data that is shown to the user without the key, which the service might have echoed in any spelling. */
function withoutKey<Data extends object>(data: Data, key: string): Data {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    return containsKey(value.replaceAll(key, ''), key) ? KEY : value.replaceAll(key, KEY);
  });
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Work in progress, by ID. Equal work is done once for all its callers, and aborted when the last one stops waiting. */
class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Joins the work for `id` or starts it, and waits for its result or until `signal` is aborted. */
  async join(id: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight = this.#flights.get(id) ?? this.#start(id, start);
    flight.callers++;
    try {
      return await abortable(flight.result, signal);
    } finally {
      if (--flight.callers === 0) {
        this.#flights.delete(id);
        if (signal.aborted) flight.controller.abort(OVER);
      }
    }
  }

  #start(id: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { result: start(controller.signal), controller, callers: 0 };
    this.#flights.set(id, flight);
    return flight;
  }
}
