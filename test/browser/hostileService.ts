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
}

/** The domain that `connect` waits for. */
const PLAIN_DOMAIN = { user_domain_idx: 999, domain: 'shop.example' };

/** Starts the service on 127.0.0.1. A log above `texts.length` is a failure with a hostile message. */
export async function startHostileService({ texts, rawData }: HostileTexts): Promise<HostileService> {
  const list = (items: readonly object[]) => ({
    ...{ items, total_count: String(items.length), page: '1', per_page: '20' },
  });
  const row = (text: string, index: number) => ({
    ...{ idx: index + 1, log_time: text, attack: text, attack_raw: text, country: text, country_code: text },
    ...{ ip: text, detected_value: text, uri: text, action: text, basestr: text, detected_type: 'WAF' },
  });
  const detail = (domain: number, idx: number) => {
    const text = texts[idx - 1] ?? '';
    const headers = { 'Request-Line': text, [text]: text };
    return {
      query: { user_domain_idx: domain, idx, detected_type: 'WAF' },
      detailed_info: {
        ...{ virtual_host_name: text, response_code: 403, basestr: text, raw_data: rawData(idx) },
        ...{ req_line_headers: headers, res_line_headers: headers },
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
      return list([...domains, PLAIN_DOMAIN]);
    }
    if (url.pathname.includes('/attack_logs/')) return list(texts.map(row));
    if (url.pathname.includes('/visitors_hackers/')) return counts;
    return idx <= texts.length ? detail(domain, idx) : undefined;
  }

  const server = createServer((request, response) => {
    const data = answer(new URL(request.url ?? '/', 'http://127.0.0.1'));
    const body = data
      ? { message: { key: 'RES000000', value: 'success' }, data }
      : { message: { key: texts[0], value: texts.at(-1) } };
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
