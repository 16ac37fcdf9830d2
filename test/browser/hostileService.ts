/** A service all of whose texts are an attacker's. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileService {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  readonly key: string;
  close(): Promise<void>;
}

export interface HostileTexts {
  /**
   * The texts for each field of a domain and of a log; `idx` and the domain's number are the place in the list, from 1.
   */
  readonly texts: readonly string[];
  /** The raw data of a log. */
  readonly rawData: (idx: number) => string;
  /** The headers of a log; one of its text unless given. */
  readonly headers?: (idx: number) => Readonly<Record<string, string>>;
  /** Whether the plain domain comes first, or is the only one; it is the last one unless given. */
  readonly plain?: 'first' | 'only';
  /** The number of logs that there are besides those of the list; 1 unless given. */
  readonly more?: number;
}

/** From this index on a log is a failure with the text of the index above it as its message. */
export const FAILING = 1_000_000;

/** The domain that `connect` waits for. */
export const PLAIN_DOMAIN = { user_domain_idx: 999_999, domain: 'shop.example' };

/** Starts the service on 127.0.0.1. A log above `texts.length + more` is a failure with a hostile message. */
export async function startHostileService({
  texts,
  rawData,
  headers = (idx) => ({ [texts[idx - 1] ?? '']: texts[idx - 1] ?? '' }),
  plain,
  more = 1,
}: HostileTexts): Promise<HostileService> {
  const list = (items: readonly object[], { searchParams }: URL) => {
    const [page, perPage] = [
      Number(searchParams.get('page') ?? 1),
      Number(searchParams.get('per_page') ?? 20),
    ];
    const shown = items.slice((page - 1) * perPage, page * perPage);
    return { items: shown, total_count: String(items.length), page: String(page), per_page: String(perPage) };
  };
  const row = (text: string, index: number) => ({
    ...{ idx: index + 1, log_time: text, attack: text, attack_raw: text, country: text, country_code: text },
    ...{ ip: text, detected_value: text, uri: text, action: text, basestr: text, detected_type: 'WAF' },
  });
  const detail = (domain: number, idx: number) => {
    const text = texts[idx - 1] ?? '';
    const both = { 'Request-Line': text, ...headers(idx) };
    return {
      query: { user_domain_idx: domain, idx, detected_type: 'WAF' },
      detailed_info: {
        ...{ virtual_host_name: text, response_code: 403, basestr: text, raw_data: rawData(idx) },
        ...{ req_line_headers: both, res_line_headers: both },
      },
      timezone: text,
    };
  };
  const metric = { total: 1, previous: null, change_rate: null, period_label: null };
  const counts = {
    search_term: { from: '20260101', to: '20260101' },
    total_count: { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
    ...{ total_log: [], timezone: texts[0] },
  };

  function answer(url: URL): object | undefined {
    const domain = Number(/\d+$/.exec(url.pathname)?.[0]);
    const idx = Number(url.searchParams.get('idx'));
    if (url.pathname.includes('/website/')) {
      const domains = texts.map((text, index) => ({ user_domain_idx: index + 1, domain: text, note: text }));
      if (plain === 'only') return list([PLAIN_DOMAIN], url);
      return list(plain === 'first' ? [PLAIN_DOMAIN, ...domains] : [...domains, PLAIN_DOMAIN], url);
    }
    if (url.pathname.includes('/attack_logs/')) return list(texts.map(row), url);
    if (url.pathname.includes('/visitors_hackers/')) return counts;
    return idx <= texts.length + more ? detail(domain, idx) : undefined;
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const data = answer(url);
    const failing = texts[Number(url.searchParams.get('idx')) - FAILING - 1];
    const body = data
      ? { message: { key: 'RES000000', value: 'success' }, data }
      : { message: { key: failing ?? texts[0], value: failing ?? texts.at(-1) } };
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'key-of-a-hostile-service',
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
