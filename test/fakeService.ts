/** A Partner Log Service on 127.0.0.1 for tests. A test can change its data and responses at any time. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure, pageData, Refusal, type SampleAnswer, success } from '../src/sample/answers.ts';
import { SampleRoutes, type World } from '../src/sample/sampleRoutes.ts';
import { withLab } from './hostileLogs.ts';

export interface FakeRequest {
  /** The path and query, on an arbitrary origin. */
  readonly url: URL;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** False if it was answered or its connection was closed. */
  isOpen: boolean;
  /** The status of its response, if it has one. */
  status?: number;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body?: SampleAnswer['body'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the response to a request; `usual` returns the default response, by default for the request's URL. */
export type Respond = (
  request: FakeRequest,
  usual: (url?: URL) => Promise<FakeAnswer>,
) => FakeAnswer | Promise<FakeAnswer>;

export interface FakeData {
  /** Items of the domain list, or the names of domains 1, 2, and so on. */
  domains: readonly (string | object)[];
  /** Rows of each domain's list, or the numbers of logs that occurred at noon on the first day of a request. */
  logs: readonly (number | object)[];
  /** Parts of `detailed_info` by log number, for logs that are not in the list or that differ from their row. */
  details: Map<number, object>;
  timeZone: string;
}

export class FakeService implements FakeData {
  domains: FakeData['domains'] = ['shop.example'];
  logs: FakeData['logs'] = [1];
  details: FakeData['details'] = new Map();
  timeZone = 'UTC';
  key = 'key-of-a-fake-service';
  /** True if requests with other keys are refused. */
  refusesOtherKeys = false;
  respond: Respond = (_, usual) => usual();
  /** The data of the sample service, which is sent instead of the data of this object. */
  sample: SampleRoutes | undefined;
  /** All requests, recorded when they arrive. */
  readonly requests: FakeRequest[] = [];
  #port = 0;
  readonly #server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const request: FakeRequest = {
      url,
      path: url.pathname + url.search,
      headers: incoming.headers,
      isOpen: true,
    };
    this.requests.push(request);
    response.on('close', () => {
      request.isOpen = false;
    });
    const { status, headers, body } = await this.respond(request, (other = url) =>
      this.#answer(request, other),
    );
    Object.assign(request, { isOpen: false, status });
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  });

  private constructor(data: Partial<FakeData>, sample?: SampleRoutes) {
    Object.assign(this, data);
    this.sample = sample;
  }

  /** Starts a service with `data`; by default, it has one domain and one log. */
  static async start(data: Partial<FakeData> = {}): Promise<FakeService> {
    const service = new FakeService(data);
    await service.listen();
    return service;
  }

  /** Starts a service with the same data as the sample service, and optionally with lists of logs by offset. */
  static async startSample({
    paging = 'page',
    ...world
  }: Partial<World> & { readonly paging?: 'page' | 'offset' } = {}): Promise<FakeService> {
    const sample = new SampleRoutes({ now: () => new Date(), domains: withLab, ...world });
    const service = new FakeService({}, sample);
    if (paging === 'offset') service.respond = ({ url }, usual) => byOffset(url, usual);
    await service.listen();
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Returns the matching paths, with queries, of the requests so far. */
  paths(pattern = /(?:)/): string[] {
    return this.requests.map(({ path }) => path).filter((path) => pattern.test(path));
  }

  /** Starts listening; after `close`, on the same port as before. */
  async listen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Drops all connections and stops listening. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer({ headers }: FakeRequest, url: URL): Promise<FakeAnswer> {
    if (this.refusesOtherKeys && headers['x-service-key'] !== this.key) return failure('unauthorized');
    try {
      return (await this.sample?.answer(url.pathname, url.searchParams)) ?? this.#answerFromData(url);
    } catch (error) {
      if (error instanceof Refusal) return failure(error.fault);
      throw error;
    }
  }

  #answerFromData(url: URL): FakeAnswer {
    const { pathname, searchParams } = url;
    const domain = Number(/\d+$/.exec(pathname)?.[0]);
    if (pathname.includes('/website/all')) {
      const item = (name: string, index: number) => ({ user_domain_idx: index + 1, domain: name });
      return page(
        this.domains.map((each, index) => (typeof each === 'string' ? item(each, index) : each)),
        url,
      );
    }
    if (pathname.includes('/attack_logs/')) return page(this.#rows(url), url);
    if (pathname.includes('/visitors_hackers/')) return success(countsData(searchParams, this.timeZone));
    const idx = Number(searchParams.get('idx'));
    const row = this.#rows(url).find((each) => each.idx === idx);
    const info = this.details.get(idx) ?? row;
    if (!pathname.includes('/detailed_log/') || !info) return failure('not found');
    const { uri = '/' } = row ?? {};
    return success({
      query: { user_domain_idx: domain, idx, detected_type: searchParams.get('detected_type') ?? 'WAF' },
      detailed_info: {
        virtual_host_name: 'shop.example:443',
        response_code: 403,
        req_line_headers: { 'Request-Line': `GET ${uri} HTTP/1.1`, Host: 'shop.example' },
        res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
        raw_data: `GET ${uri} HTTP/1.1\r\nHost: shop.example\r\n\r\n`,
        basestr: 'Detected in a test',
        ...this.details.get(idx),
      },
      timezone: this.timeZone,
    });
  }

  #rows({ searchParams }: URL): { readonly idx?: number; readonly uri?: string }[] {
    const day = (searchParams.get('from') ?? '20260530').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    return this.logs.map((row) =>
      typeof row === 'number' ? { idx: row, log_time: `${day} 12:00:00`, attack: 'SQL Injection' } : row,
    );
  }
}

/** Answers a request for logs by offset. */
async function byOffset(url: URL, usual: (url?: URL) => Promise<FakeAnswer>): Promise<FakeAnswer> {
  if (!url.pathname.includes('/attack_logs/')) return usual(url);
  const offset = Number(url.searchParams.get('offset') ?? Number.NaN);
  const limit = Number(url.searchParams.get('limit'));
  const inner = new URL(url);
  inner.searchParams.set('page', String(offset / limit + 1));
  inner.searchParams.set('per_page', String(limit));
  const answer = await usual(inner);
  const { items: rows, total_count: total } = (answer.body?.data ?? {}) as Record<string, unknown>;
  if (!answer.body || !rows) return answer;
  const data = {
    result_info: { attack_logs: rows },
    page_info: { total_count: Number(total), offset, limit },
  };
  return { ...answer, body: { ...answer.body, data } };
}

function page(items: readonly object[], { searchParams }: URL): FakeAnswer {
  const number = Number(searchParams.get('page') ?? 1);
  const size = Number(searchParams.get('per_page') ?? 20);
  return success(pageData(items.slice((number - 1) * size, number * size), items.length, number, size));
}

function countsData(query: URLSearchParams, timezone: string): object {
  const from = query.get('from') ?? '20260530';
  const metric = { total: 1, previous: null, change_rate: null, period_label: null };
  return {
    search_term: { from, to: query.get('to') ?? from },
    total_count: { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
    total_log: [],
    timezone,
  };
}
