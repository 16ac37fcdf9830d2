/** A service that has counts of any domain, and notes how many requests it has at once. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds before each answer: long enough that what is sent at once is there at once. */
const LATENCY = 5;

export class CountsServer {
  #running = 0;
  /** The most requests that were there at once. */
  most = 0;
  /** The number of requests for each path and query. */
  readonly requests = new Map<string, number>();

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '';
    this.requests.set(path, (this.requests.get(path) ?? 0) + 1);
    this.#running++;
    this.most = Math.max(this.most, this.#running);
    setTimeout(() => {
      this.#running--;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(body(new URL(path, 'http://loopback').searchParams)));
    }, LATENCY);
  };
}

function body(query: URLSearchParams): object {
  const metric = { total: 1, previous: null, change_rate: null, period_label: null };
  return {
    message: { key: 'RES000000', value: 'success' },
    data: {
      search_term: { from: query.get('from'), to: query.get('to') },
      total_count: { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
      total_log: [],
      timezone: 'UTC',
    },
  };
}
