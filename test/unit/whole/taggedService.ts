/** A service whose responses contain their service, domain, key, and request. A test releases the responses. */
import type { Fetch } from '../../../src/service/network/routes.ts';

type FetchResponse = Awaited<ReturnType<Fetch>>;

/** The facts about a response that its texts contain. */
export interface Tag {
  readonly service: string;
  /** 0 in the domain list. */
  readonly domain: number;
  /** The requested address: the prefix before the interface's paths, or `0` if there is none. */
  readonly place: string;
  readonly key: string;
  /** The number of the request, counted over all services. */
  readonly request: number;
}

const DOMAINS = [1, 2, 3];
/** The initial number of logs in each domain, and the difference between the numbers of one place and the next. */
const ROWS = 45;
const APART = 1_000;

/** Counts the requests of all services. */
export class Clock {
  requests = 0;
}

/**
 * A service that responds within this process through the editor's `fetch`, so that only the test controls the order.
 */
export class TaggedService {
  readonly name: string;
  readonly #clock: Clock;
  /** The keys that it accepts. */
  readonly keys = new Set<string>();
  /** The responses that are waiting. */
  readonly #waiting: (() => void)[] = [];
  /** True if responses wait for `release`. */
  holds = false;

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.#clock = clock;
  }

  get baseUrl(): string {
    return `https://${this.name.toLowerCase()}.example`;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Returns the number of the newest log at a place. */
  #newest(place: string): number {
    return numbersIn(place).reduce((sum, number) => sum * 100 + number, 0) * APART + this.#rows(place);
  }

  /** Returns the number of rows; a later place has more logs. */
  #rows(place: string): number {
    return numbersIn(place).reduce((sum, number) => sum + number, ROWS);
  }

  /** Sends one of the waiting responses. */
  release(at: number): void {
    this.#waiting.splice(at % Math.max(1, this.#waiting.length), 1)[0]?.();
  }

  /** Sends all responses, and no longer delays any. */
  releaseAll(): void {
    this.holds = false;
    for (const send of this.#waiting.splice(0)) send();
  }

  /** Responds as `fetch` does; requests are counted when they are sent. */
  fetch(url: URL, { headers }: RequestInit): Promise<FetchResponse> {
    const key = String((headers as Record<string, string>)['X-Service-Key']);
    const request = ++this.#clock.requests;
    const isKnown = this.keys.has(key);
    const refused = { message: { key: 'RES000033', value: 'Unauthorized' } };
    const success = () => ({
      message: { key: 'RES000000', value: 'success' },
      data: this.#data(url, { key, request }),
    });
    return new Promise((resolve) => {
      const send = () => resolve(answerOf(isKnown ? 200 : 401, isKnown ? success() : refused));
      if (this.holds) this.#waiting.push(send);
      else send();
    });
  }

  #data({ pathname, searchParams }: URL, from: Pick<Tag, 'key' | 'request'>): object {
    const number = Number(/\d+$/.exec(pathname)?.[0] ?? 0);
    const page = Number(searchParams.get('page') ?? 1);
    const perPage = Number(searchParams.get('per_page') ?? 20);
    const place = placeOf(pathname);
    const tag = (domain: number) => tagText({ service: this.name, domain, place, ...from });
    if (pathname.includes('/website/')) {
      const items = DOMAINS.map((index) => ({ user_domain_idx: index, domain: tag(0) }));
      return { items, total_count: String(items.length), page: '1', per_page: '20' };
    }
    if (pathname.includes('/attack_logs/')) {
      const all = Array.from({ length: this.#rows(place) }, (_, index) => this.#newest(place) - index);
      const listed = searchParams.has('country_code') ? all.filter((idx) => idx % 2 === 0) : all;
      const shown = listed.slice((page - 1) * perPage, page * perPage);
      return {
        items: shown.map((idx) => ({ idx, attack: tag(number) })),
        total_count: String(listed.length),
        page: String(page),
        per_page: String(perPage),
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

function answerOf(status: number, data: object): FetchResponse {
  async function* body() {
    yield Buffer.from(JSON.stringify(data));
  }
  return { status, headers: new Headers({ 'content-type': 'application/json' }), body: body() };
}

/** Returns the place in a path as a word: `b2c3` for `/b2/c3/partner/…`. */
export function placeOf(pathname: string): string {
  return pathname.slice(0, pathname.indexOf('/partner')).replaceAll('/', '') || '0';
}

const numbersIn = (place: string) => Array.from(place.matchAll(/\d+/g), Number);

const tagText = ({ service, domain, place, key, request }: Tag) =>
  `‹${service}/${domain}/${place}/${key}/${request}›`;

export function tagsIn(text: string): Tag[] {
  return [...text.matchAll(/‹(\w+)\/(\d+)\/(\w+)\/([\w-]+)\/(\d+)›/g)].map(
    ([, service = '', domain, place = '', key = '', request]) => ({
      service,
      domain: Number(domain),
      place,
      key,
      request: Number(request),
    }),
  );
}
