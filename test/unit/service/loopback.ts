/** Loopback servers, and services that read from them. All are closed after each test. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { LogService } from '../../../src/service/api.ts';
import { createLogService, type ServiceOptions } from '../../../src/service/client.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import { defaultLimits, type Limits } from '../../../src/service/limits.ts';
import type { Fetch } from '../../../src/service/network/routes.ts';

export const KEY = 'key-5f1d0c2b9a';

export interface TestServer {
  readonly port: number;
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface TestService extends LogService {
  /** The lines of the log. */
  readonly lines: readonly string[];
}

export interface TestServiceOptions extends Partial<ServiceOptions> {
  readonly limits?: Partial<Limits>;
  readonly fetch?: Fetch;
}

/** Sets up loopback servers; call this inside `describe`. */
export function useLoopback() {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function listening(server: net.Server, port = 0): Promise<TestServer> {
    const sockets = new Set<net.Socket>();
    server.on('connection', (socket: net.Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const close = async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    };
    closing.push(close);
    const found = (server.address() as AddressInfo).port;
    return { port: found, baseUrl: `http://127.0.0.1:${found}`, close };
  }

  return {
    /** Functions to run after the test. */
    closing,
    listening,
    http: (answer: http.RequestListener, port?: number) => listening(http.createServer(answer), port),
    /** Starts a server below HTTP; `answer` is called with the connection for each request. */
    raw: (answer: (socket: net.Socket, request: string) => void, port?: number) =>
      listening(
        net.createServer((socket) => {
          socket.on('data', (data) => answer(socket, data.toString('latin1')));
        }),
        port,
      ),
    service(baseUrl: string, options: TestServiceOptions = {}): TestService {
      const { limits, fetch, ...rest } = options;
      const lines: string[] = [];
      const service = createLogService(
        {
          baseUrl,
          key: async () => KEY,
          conventions: defaultConventions,
          log: (line) => lines.push(line),
          ...rest,
        },
        { ...defaultLimits, backoff: 1, ...limits },
        fetch,
      );
      closing.push(() => service.dispose());
      return Object.assign(service, { lines });
    },
  };
}

/** Returns a loopback server's URL for the editor's route: `https`, which `fetchWithoutTls` replaces. */
export function asHttps(baseUrl: string): string {
  return baseUrl.replace(/^http:/, 'https:');
}

/** The editor's `fetch`, without encryption. */
export const fetchWithoutTls: Fetch = (url, init) =>
  globalThis.fetch(url.href.replace(/^https:/, 'http:'), init);

/** Returns a success with `data`, as JSON. */
export function success(data: unknown): string {
  return JSON.stringify({ message: { key: 'RES000000', value: 'success' }, data });
}

/** Returns a failure of the service (section 7), as JSON. */
export function failure(key: string, value: string): string {
  return JSON.stringify({ message: { key, value } });
}

/** Returns a complete HTTP response as sent on the wire. */
export function response(status: string, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

export const domainsData = {
  items: [{ user_domain_idx: 7, domain: 'shop.example' }],
  total_count: '1',
  page: '1',
  per_page: '20',
};

export const detailData = {
  query: { user_domain_idx: 7, idx: 42, detected_type: 'WAF' },
  detailed_info: {
    virtual_host_name: 'shop.example:443',
    response_code: 403,
    req_line_headers: {
      'Request-Line': 'GET /?q=1 HTTP/1.1',
      Host: 'shop.example',
      'X-Forwarded-For': '192.0.2.1',
    },
    res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden', 'Content-Length': '12' },
    raw_data: 'GET /?q=1 HTTP/1.1\r\nHost: shop.example\r\n\r\n',
    basestr: 'q',
  },
  timezone: 'UTC',
};

/** The key of `detailData`. */
export const detailKey = { domain: 7, idx: 42, detectedType: 'WAF' };

const metric = (total: number) => ({ total, previous: null, change_rate: null, period_label: null });

export const countsData = {
  search_term: { from: '20260501', to: '20260502' },
  total_count: { visitors: metric(10), attackers: metric(4), malicious_ips: metric(3), bots: metric(2) },
  total_log: [
    { date: '2026-05-01', visitors: 6, attackers: 3, malicious_ips: 2, bots: 1 },
    { date: '2026-05-02', visitors: 5, attackers: 2, malicious_ips: 2, bots: 1 },
  ],
  timezone: 'UTC',
};

/** The days of `countsData`. */
export const countsRange = { from: '2026-05-01', to: '2026-05-02' };
