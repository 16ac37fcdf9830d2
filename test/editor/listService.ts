import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListService {
  readonly baseUrl: string;
  /** Names of domains 1, 2, …: what the list of domains says from now on. */
  names: string[];
  /** The time zone of its counts; UTC at first. */
  timeZone: string;
  /** The numbers of the logs of each domain. */
  logs: readonly number[];
  /** Requests for lists of logs so far. */
  listed: number;
  close(): Promise<void>;
}

/** A service on 127.0.0.1 that changes; each of its domains has one log, at noon of the first day that is asked for. */
export async function startListService(names: string[], port = 0): Promise<ListService> {
  const pageOf = (items: readonly object[]) => ({
    items,
    total_count: String(items.length),
    page: '1',
    per_page: '20',
  });
  const dataOf = ({ pathname, searchParams }: URL): object => {
    const from = searchParams.get('from') ?? '20260530';
    const to = searchParams.get('to') ?? from;
    if (pathname.startsWith('/partner/website/all')) {
      return pageOf(service.names.map((domain, index) => ({ user_domain_idx: index + 1, domain })));
    }
    if (pathname.startsWith('/partner/logs/attack_logs/')) {
      const day = from.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
      service.listed++;
      const row = { log_time: `${day} 12:00:00`, attack: 'SQL Injection' };
      return pageOf(service.logs.map((idx) => ({ idx, ...row })));
    }
    const metric = { total: 1, previous: null, change_rate: null, period_label: null };
    return {
      search_term: { from, to },
      total_count: { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
      total_log: [],
      timezone: service.timeZone,
    };
  };
  const server = createServer((request, response) => {
    const data = dataOf(new URL(request.url ?? '/', 'http://127.0.0.1'));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ message: { key: 'RES000000', value: 'success' }, data }));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const service: ListService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names,
    timeZone: 'UTC',
    logs: [1],
    listed: 0,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return service;
}
