import assert from 'node:assert/strict';
import type net from 'node:net';
import type { TestServiceOptions } from './loopback.ts';
import { asHttps, fetchWithoutTls, useLoopback } from './loopback.ts';

const page = { page: 1, perPage: 20 };
const HOUR = 3_600_000;
/** There is no limit except for the time that a user waits. */
const limits = { connect: HOUR, headers: HOUR, body: HOUR, errorBody: HOUR, backoff: HOUR, foreground: 300 };

const dripping = (head: string, piece: string) => (socket: net.Socket) => {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
};

describe('LogService: an interactive request', () => {
  const { raw, service, closing } = useLoopback();

  const situations: Readonly<Record<string, (socket: net.Socket) => void>> = {
    'sends nothing': () => {},
    'drips its headers': dripping('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
    'sends one 103 after the other': dripping('', 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'),
    'drips its body': dripping('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n'),
    'drips a failure': dripping('HTTP/1.1 503 X\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n'),
    'fails, and wants to be asked again much later': (socket) =>
      socket.write('HTTP/1.1 503 X\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n'),
    'fails again and again': (socket) => socket.write('HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n'),
  };
  for (const [what, answer] of Object.entries(situations)) {
    for (const route of ['direct', 'editor'] as const) {
      it(`ends at its time limit on the ${route} route where the service ${what}`, async () => {
        const { baseUrl } = await raw((socket) => answer(socket));
        const options: TestServiceOptions = { limits, random: () => 0.9 };
        const client =
          route === 'direct'
            ? service(baseUrl, options)
            : service(asHttps(baseUrl), { ...options, proxied: true, fetch: fetchWithoutTls });
        await assert.rejects(client.domains(page));
      });
    }
  }

  it('is made once where the caller asks again by itself', async () => {
    let asked = 0;
    const { baseUrl } = await raw((socket) => {
      asked++;
      socket.end('HTTP/1.1 500 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    const client = service(baseUrl, { limits: { backoff: 1 } });
    await assert.rejects(client.logs(1, page, {}, { once: true }), { code: 'server-error' });
    assert.equal(asked, 1);
    await assert.rejects(client.logs(1, page, {}), { code: 'server-error' });
    assert.equal(asked, 4);
  });

  it('ends at its time limit while the key store does not answer', async () => {
    const client = service('https://127.0.0.1:9', { limits, key: () => new Promise(() => {}) });
    await assert.rejects(client.domains(page), { code: 'timeout' });
  });

  it('ends at its time limit while it waits for its turn', async () => {
    const { baseUrl } = await raw(() => {});
    const background = service(baseUrl, { limits });
    const busy = Array.from({ length: 6 }, (_, at) =>
      background.domains({ page: at + 2, perPage: 20 }, { priority: 'background' }).catch(() => {}),
    );
    closing.push(() => Promise.all(busy));
    await assert.rejects(service(baseUrl, { limits }).domains(page), { code: 'timeout' });
    background.dispose();
  });

  it('ends at its time limit where it joined one of the background', async () => {
    const { baseUrl } = await raw(() => {});
    const client = service(baseUrl, { limits });
    const waiting = client.domains(page, { priority: 'background' }).catch(() => {});
    closing.push(() => waiting);
    await assert.rejects(client.domains(page), { code: 'timeout' });
    client.dispose();
  });
});
