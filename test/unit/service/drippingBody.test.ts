import assert from 'node:assert/strict';
import type net from 'node:net';
import type { FaultCode } from '../../../src/base/errors.ts';
import { failure, KEY, useLoopback } from './loopback.ts';

const page = { page: 1, perPage: 20 };

/**
 * Sends a head with this status, then `body` in pieces, one every 20 ms, and then spaces until the client disconnects.
 */
function dripping(status: number, body: string, ...headers: readonly string[]) {
  return (socket: net.Socket) => {
    socket.write([`HTTP/1.1 ${status} X`, ...headers, 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
    let sent = 0;
    const drip = () => {
      if (socket.destroyed) return;
      const piece = body.slice(sent, sent + 40) || ' ';
      sent += piece.length;
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`, () => setTimeout(drip, 20));
    };
    drip();
  };
}

describe('LogService: an answer whose body drips', () => {
  const { raw, service } = useLoopback();
  const statuses: readonly (readonly [number, FaultCode, ...string[]])[] = [
    [302, 'redirected', 'Location: http://127.0.0.1:9/'],
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [407, 'proxy'],
    [418, 'unexpected-status'],
    [429, 'rate-limited', 'Retry-After: 7'],
    [500, 'server-error'],
    [503, 'server-error', 'Retry-After: 7'],
  ];

  for (const [status, code, ...headers] of statuses) {
    const retryAfter = headers.includes('Retry-After: 7') ? { retryAfter: 7 } : {};

    it(`ends in ${code} by its status ${status}, and not when all time is over`, async () => {
      const { baseUrl } = await raw(dripping(status, '', ...headers));
      const client = service(baseUrl, {
        limits: { tries: 1, errorBody: 50, body: 60_000, foreground: 60_000 },
      });
      await assert.rejects(client.domains(page), {
        code,
        facts: { status, contentType: 'none', ...retryAfter },
      });
    });

    it(`ends in ${code} by its status ${status} when the time of the person is over before`, async () => {
      const { baseUrl } = await raw(dripping(status, '', ...headers));
      const client = service(baseUrl, { limits: { tries: 1, errorBody: 60_000, foreground: 1_000 } });
      await assert.rejects(client.domains(page), {
        code,
        facts: { status, contentType: 'none', ...retryAfter },
      });
    });
  }

  it('adds its message when that has come within the time for it', async () => {
    const { baseUrl } = await raw(dripping(401, failure('RES000033', 'Unauthorized')));
    const client = service(baseUrl, { limits: { errorBody: 1_000, body: 60_000, foreground: 60_000 } });
    await assert.rejects(client.domains(page), {
      code: 'unauthorized',
      facts: { status: 401, messageKey: 'RES000033', messageValue: 'Unauthorized' },
    });
  });

  it('ends in its status whatever the encoding of the body', async () => {
    const { baseUrl } = await raw(dripping(401, 'x', 'Content-Encoding: x-strange'));
    const client = service(baseUrl, { limits: { errorBody: 50 } });
    await assert.rejects(client.domains(page), { code: 'unauthorized' });
  });

  it('names no key that its head sends back', async () => {
    const { baseUrl } = await raw(dripping(401, '', `Content-Type: text/${KEY}`));
    const client = service(baseUrl, { limits: { errorBody: 60_000, foreground: 1_000 } });
    await assert.rejects(client.domains(page), {
      code: 'unauthorized',
      facts: { status: 401, contentType: 'text/(the key)' },
    });
  });

  it('ends in a timeout if it is a success', async () => {
    const { baseUrl } = await raw(dripping(200, ''));
    const client = service(baseUrl, { limits: { errorBody: 10, foreground: 1_000 } });
    await assert.rejects(client.domains(page), { code: 'timeout' });
  });
});
