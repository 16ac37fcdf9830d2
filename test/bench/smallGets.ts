/** A workload of small GETs: a server that answers with the requested detection log, and ways to request the logs. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/differences.ts';

export const GETS = 2_000;
export const AT_ONCE = 6;

const answerTo = (idx: number) =>
  JSON.stringify({
    message: { key: 'RES000000', value: 'success' },
    data: {
      query: { user_domain_idx: 1, idx, detected_type: 'WAF' },
      detailed_info: {
        virtual_host_name: 'shop.example:443',
        response_code: 403,
        req_line_headers: { 'Request-Line': 'GET / HTTP/1.1', Host: 'shop.example' },
        res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
        raw_data: 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n',
        basestr: 'none',
      },
      timezone: 'UTC',
    },
  });

/** Starts the server on a free port of this computer. */
export async function startServer(): Promise<{ readonly server: http.Server; readonly baseUrl: string }> {
  const server = http.createServer(({ url }, response) => {
    const idx = Number(new URL(String(url), 'http://127.0.0.1').searchParams.get('idx'));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(idx));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns functions that send all GETs, several at once, and decode the responses; and one that closes the client. */
export function waysToGet(baseUrl: string) {
  const url = (idx: number) => `${baseUrl}/partner/logs/detailed_log/1?idx=${idx}&detected_type=WAF`;
  const service = createLogService({ baseUrl, key: async () => 'key', conventions: defaultConventions });
  return {
    ways: {
      'undici.request and JSON.parse': () => repeat(async (idx) => (await request(url(idx))).body.json()),
      'the client, decoding included': () =>
        repeat((idx) => service.log({ domain: 1, idx, detectedType: 'WAF' })),
    },
    dispose: () => service.dispose(),
  };
}

/** Calls a function for each log. */
export async function repeat(get: (idx: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < GETS) await get(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
