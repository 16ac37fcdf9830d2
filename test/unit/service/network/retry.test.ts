import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FaultCode, isServiceError, ServiceError } from '../../../../src/base/errors.ts';
import { faults } from '../../../../src/service/faults.ts';
import { defaultLimits } from '../../../../src/service/limits.ts';
import { retry, retryAfterSeconds, waitBefore } from '../../../../src/service/network/retry.ts';
import { domainsData, success, useLoopback } from '../loopback.ts';

const page = { page: 1, perPage: 20 };
const background = { priority: 'background' } as const;

describe('retry: a read that fails', () => {
  const { http, raw, service } = useLoopback();

  /** Responds with each status in turn and then with success. */
  async function answering(statuses: readonly number[], headers: Record<string, string> = {}) {
    const counted = { requests: 0 };
    const { baseUrl } = await http((_, response) => {
      const status = statuses[counted.requests++];
      if (status === undefined) response.end(success(domainsData));
      else response.writeHead(status, headers).end('busy');
    });
    return { baseUrl, counted };
  }

  for (const statuses of [[500], [503, 502], [429, 504]]) {
    it(`with ${statuses.join(' and ')} is tried again`, async () => {
      const { baseUrl, counted } = await answering(statuses);
      assert.equal((await service(baseUrl).domains(page)).total, 1);
      assert.equal(counted.requests, statuses.length + 1);
    });
  }

  it('three times ends in the last failure', async () => {
    const { baseUrl, counted } = await answering([500, 502, 503, 504]);
    await assert.rejects(service(baseUrl).domains(page), {
      code: 'server-error',
      facts: { status: 503, contentType: 'none' },
    });
    assert.equal(counted.requests, 3);
  });

  for (const status of [400, 401, 403, 404, 407, 408, 409, 418, 422, 301, 205]) {
    it(`with ${status} is not tried again`, async () => {
      const { baseUrl, counted } = await answering([status, status]);
      await assert.rejects(service(baseUrl).domains(page), (error) => isServiceError(error));
      assert.equal(counted.requests, 1);
    });
  }

  it('with a 200 that is no success or no JSON is not tried again', async () => {
    for (const body of ['<html>', '{"message":{"key":"RES000029","value":"x"}}', success([])]) {
      let requests = 0;
      const { baseUrl } = await http((_, response) => {
        requests++;
        response.end(body);
      });
      await assert.rejects(service(baseUrl).domains(page), (error) => isServiceError(error));
      assert.equal(requests, 1);
    }
  });

  it('because the server restarts is tried again', async () => {
    const first = await http((_, response) => response.end(success(domainsData)));
    const client = service(first.baseUrl);
    await client.domains(page);
    await first.close();
    await http((_, response) => response.end(success(domainsData)), first.port);
    assert.equal((await client.domains(page)).total, 1);
  });

  it('because a kept-alive connection had just been closed is tried again', async () => {
    const seen = new Set<unknown>();
    const { baseUrl } = await raw((socket) => {
      if (seen.has(socket)) {
        socket.resetAndDestroy();
        return;
      }
      seen.add(socket);
      const body = success(domainsData);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    const client = service(baseUrl);
    for (let reads = 0; reads < 10; reads++) assert.equal((await client.domains(page)).total, 1);
  });

  it('keeps its connections between reads', async () => {
    const ports = new Set<number | undefined>();
    const { baseUrl } = await http((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(success(domainsData));
    });
    const client = service(baseUrl);
    for (let reads = 0; reads < 50; reads++) await client.domains(page);
    assert.ok(ports.size <= 6, `${ports.size} connections`);
  });

  it('waits as long as Retry-After asks, but no longer than the limit, in the background', async () => {
    const { baseUrl, counted } = await answering([429, 503], { 'Retry-After': '999999999999' });
    assert.equal((await service(baseUrl, { limits: { retryAfter: 5 } }).domains(page, background)).total, 1);
    assert.equal(counted.requests, 3);
  });

  it('ends an interactive request at once when Retry-After asks for more time than is left', async () => {
    const { baseUrl, counted } = await answering([429, 429], { 'Retry-After': '31' });
    await assert.rejects(service(baseUrl).domains(page), {
      code: 'rate-limited',
      facts: { status: 429, contentType: 'none', retryAfter: 31 },
    });
    assert.equal(counted.requests, 1);
  });

  it('ends an interactive request in time, with the last known fault', async () => {
    const limits = { foreground: 1_000, backoff: 1, headers: 60_000 };
    let requests = 0;
    const { baseUrl } = await http((_, response) => {
      if (++requests === 1) response.writeHead(503).end();
    });
    const client = service(baseUrl, { limits });
    await assert.rejects(client.domains(page), { code: 'server-error' });
    await assert.rejects(client.domains(page), { code: 'timeout' });
  });

  it('ends an interactive request in time that waits for one in the background', async () => {
    const { baseUrl } = await http(() => {});
    const client = service(baseUrl, { limits: { foreground: 100 } });
    const controller = new AbortController();
    const slow = client.domains(page, { ...background, signal: controller.signal });
    await assert.rejects(client.domains(page), { code: 'timeout' });
    controller.abort();
    await assert.rejects(slow, { code: 'cancelled' });
  });
});

describe('retry', () => {
  const policy = {
    limits: defaultLimits,
    remaining: () => Number.POSITIVE_INFINITY,
    random: () => 0,
    signal: new AbortController().signal,
    onFailure: () => {},
  };

  it('repeats failures of the network, 5xx and 429, and no other', async () => {
    const repeated: FaultCode[] = [];
    for (const code of Object.keys(faults) as FaultCode[]) {
      let tries = 0;
      const attempt = async () => {
        tries++;
        throw new ServiceError(code, 'm');
      };
      await assert.rejects(retry(attempt, policy), { code });
      assert.ok(tries === 1 || tries === 3);
      if (tries === 3) repeated.push(code);
    }
    assert.deepEqual(repeated.sort(), [
      'connect-timeout',
      'name-not-found',
      'network',
      'proxy',
      'rate-limited',
      'refused',
      'reset',
      'server-error',
      'timeout',
      'tls',
      'truncated',
      'unreachable',
    ]);
  });

  it('waits at random up to a bound that doubles', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.nat(9),
        (random, tries) => {
          const wait = waitBefore(new ServiceError('reset', 'm'), tries + 1, {
            ...policy,
            random: () => random,
          });
          assert.equal(wait, random * 500 * 2 ** tries);
        },
      ),
    );
  });

  it('waits as Retry-After asks, up to the limit, and never past the caller’s time', () => {
    const wait = (retryAfter: number, remaining = Number.POSITIVE_INFINITY) =>
      waitBefore(new ServiceError('rate-limited', 'm', { retryAfter }), 1, {
        ...policy,
        remaining: () => remaining,
      });
    assert.equal(wait(2), 2_000);
    assert.equal(wait(0), 0);
    assert.equal(wait(61), 60_000);
    assert.equal(wait(Number.MAX_SAFE_INTEGER), 60_000);
    assert.equal(wait(29, 30_000), 29_000);
    assert.equal(wait(30, 30_000), undefined);
    assert.equal(wait(0, 0), undefined);
    assert.equal(wait(0, -5), undefined);
  });
});

describe('retryAfterSeconds', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  for (const [header, seconds] of [
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Fri, 01 May 2026 12:00:30 GMT', 30],
    ['Fri, 01 May 2026 11:59:00 GMT', 0],
    ['Fri, 01 May 9999 12:00:00 GMT', 251_603_539_200],
    [undefined, undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['soon', undefined],
    ['2026-05-01T12:00:30Z', undefined],
    ['Fri, 99 May 2026 12:00:30 GMT', undefined],
  ] as const) {
    it(`reads ${header?.slice(0, 40)} as ${seconds}`, () =>
      assert.equal(retryAfterSeconds(header, now), seconds));
  }
});
