/** A service whose answers say which service, domain, key and request they are of, and come when a test lets them. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a text of an answer says about it. */
export interface Tag {
  readonly service: string;
  /** 0 in the list of domains. */
  readonly domain: number;
  readonly key: string;
  /** The number of the request, over all services. */
  readonly request: number;
}

const DOMAINS = [1, 2, 3];
const ROWS = 45;

/** Counts the requests of all services. */
export class Clock {
  requests = 0;
}

export class TaggedService {
  readonly name: string;
  readonly #clock: Clock;
  readonly #server: http.Server;
  /** The keys that it accepts. */
  readonly keys = new Set<string>();
  /** The answers that wait. */
  readonly #waiting: (() => void)[] = [];
  /** Whether answers wait for `release`. */
  holds = false;

  private constructor(name: string, clock: Clock) {
    this.name = name;
    this.#clock = clock;
    this.#server = http.createServer((request, response) => this.#answer(request, response));
  }

  static async start(name: string, clock: Clock): Promise<TaggedService> {
    const service = new TaggedService(name, clock);
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Sends one of the answers that wait. */
  release(at: number): void {
    this.#waiting.splice(at % Math.max(1, this.#waiting.length), 1)[0]?.();
  }

  /** Sends all answers, and holds none from now on. */
  releaseAll(): void {
    this.holds = false;
    for (const send of this.#waiting.splice(0)) send();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const key = String(request.headers['x-service-key']);
    const number = ++this.#clock.requests;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isKnown = this.keys.has(key);
    const send = () => {
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      const refused = { message: { key: 'RES000033', value: 'Unauthorized' } };
      const data = () => this.#data(url, { key, request: number });
      response.end(
        JSON.stringify(isKnown ? { message: { key: 'RES000000', value: 'success' }, data: data() } : refused),
      );
    };
    if (this.holds) this.#waiting.push(send);
    else send();
  }

  #data({ pathname, searchParams }: URL, from: Pick<Tag, 'key' | 'request'>): object {
    const number = Number(/\d+$/.exec(pathname)?.[0] ?? 0);
    const page = Number(searchParams.get('page') ?? 1);
    const tag = (domain: number) => tagText({ service: this.name, domain, ...from });
    if (pathname.includes('/website/')) {
      const items = DOMAINS.map((index) => ({ user_domain_idx: index, domain: tag(0) }));
      return { items, total_count: String(items.length), page: '1', per_page: '20' };
    }
    if (pathname.includes('/attack_logs/')) {
      const items = Array.from({ length: ROWS }, (_, index) => ({ idx: ROWS - index, attack: tag(number) }));
      return {
        items: items.slice((page - 1) * 20, page * 20),
        total_count: String(ROWS),
        page: String(page),
        per_page: '20',
      };
    }
    if (pathname.includes('/visitors_hackers/')) {
      const from = searchParams.get('from') ?? '20260101';
      const metric = { total: number * 1_000, previous: null, change_rate: null, period_label: null };
      return {
        search_term: { from, to: searchParams.get('to') ?? from },
        total_count: { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
        ...{ total_log: [], timezone: 'UTC' },
      };
    }
    const idx = Number(searchParams.get('idx'));
    return {
      query: { user_domain_idx: number, idx, detected_type: 'WAF' },
      detailed_info: {
        ...{ virtual_host_name: 'x', response_code: 403, req_line_headers: {}, res_line_headers: {} },
        ...{ raw_data: `idx=${idx} ${tag(number)}`, basestr: '' },
      },
      timezone: 'UTC',
    };
  }
}

const tagText = ({ service, domain, key, request }: Tag) => `‹${service}/${domain}/${key}/${request}›`;

/** Reads the tags in a text. */
export function tagsIn(text: string): Tag[] {
  return [...text.matchAll(/‹(\w+)\/(\d+)\/([\w-]+)\/(\d+)›/g)].map(
    ([, service = '', domain, key = '', request]) => ({
      service,
      domain: Number(domain),
      key,
      request: Number(request),
    }),
  );
}
