import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GivenLogs {
  readonly baseUrl: string;
  /** Parts of `detailed_info` by the `idx` of their log; what is not given is ordinary. */
  readonly logs: Map<number, Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** A service of nothing but detection logs (section 4.1) that a test gives; any key will do. */
export async function serveGivenLogs(): Promise<GivenLogs> {
  const logs: GivenLogs['logs'] = new Map();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://loopback');
    const idx = Number(url.searchParams.get('idx'));
    const info = logs.get(idx);
    const data = {
      query: { user_domain_idx: Number(url.pathname.split('/').at(-1)), idx, detected_type: 'WAF' },
      detailed_info: {
        virtual_host_name: 'shop.example:443',
        response_code: 403,
        req_line_headers: { 'Request-Line': 'GET / HTTP/1.1', Host: 'shop.example' },
        res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
        raw_data: '',
        basestr: 'Detected in a test',
        ...info,
      },
      timezone: 'UTC',
    };
    response.writeHead(info ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(
        info
          ? { message: { key: 'RES000000', value: 'success' }, data }
          : { message: { key: 'RES000018', value: 'Data not found' } },
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logs,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
