/** Measures the client over the direct route, compared with undici, with a server in another thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { request } from 'undici';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import { compare } from './compare.ts';

const GETS = 2_000;
const AT_ONCE = 6;

const server = `
  const http = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const answerTo = (idx) => JSON.stringify({
    message: { key: 'RES000000', value: 'success' },
    data: {
      query: { user_domain_idx: 1, idx, detected_type: 'WAF' },
      detailed_info: {
        virtual_host_name: 'shop.example:443',
        response_code: 403,
        req_line_headers: { 'Request-Line': 'GET / HTTP/1.1', Host: 'shop.example' },
        res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
        raw_data: 'GET / HTTP/1.1\\r\\nHost: shop.example\\r\\n\\r\\n',
        basestr: 'none',
      },
      timezone: 'UTC',
    },
  });
  const server = http.createServer(({ url }, response) => {
    const idx = Number(new URL(url, 'http://127.0.0.1').searchParams.get('idx'));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(idx));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

async function repeat(get: (idx: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < GETS) await get(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

it(`sends ${GETS} small GETs`, async () => {
  const thread = new Worker(server, { eval: true });
  const [port] = await once(thread, 'message');
  const baseUrl = `http://127.0.0.1:${port}`;
  const url = (idx: number) => `${baseUrl}/partner/logs/detailed_log/1?idx=${idx}&detected_type=WAF`;
  const service = createLogService({ baseUrl, key: async () => 'key', conventions: defaultConventions });
  await compare(`${GETS} small GETs to loopback, ${AT_ONCE} at once`, {
    'undici.request and JSON.parse': () => repeat(async (idx) => (await request(url(idx))).body.json()),
    'the client, decoding included': () =>
      repeat((idx) => service.log({ domain: 1, idx, detectedType: 'WAF' })),
  });
  service.dispose();
  await thread.terminate();
});
