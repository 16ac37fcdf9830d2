import assert from 'node:assert/strict';
import { type FaultCode, ServiceError } from '../../../../src/base/errors.ts';
import { faults } from '../../../../src/service/faults.ts';
import { defaultLimits } from '../../../../src/service/limits.ts';
import { retry, retryAfterSeconds, waitBefore } from '../../../../src/service/network/retry.ts';
import { domainsData, success, useLoopback } from '../loopback.ts';

const page = { page: 1, perPage: 20 };

describe('A read that fails', () => {
  const { http, raw, service } = useLoopback();

  /** Responds with each status and body in turn, and then with success. */
  async function answering(answers: readonly (readonly [status: number, body?: string])[], headers = {}) {
    const counted = { requests: 0 };
    const { baseUrl } = await http((_, response) => {
      const [status = 200, body = success(domainsData)] = answers[counted.requests++] ?? [];
      response.writeHead(status, headers).end(body);
    });
    return { baseUrl, counted };
  }

  for (const [statuses, requests, code] of [
    [[503, 429], 3, undefined],
    [[500, 502, 503, 504], 3, 'server-error'],
    [[401], 1, 'unauthorized'],
  ] as const) {
    it(`with ${statuses.join(', ')} is requested ${requests} times`, async () => {
      const { baseUrl, counted } = await answering(statuses.map((status) => [status, '']));
      const call = service(baseUrl).domains(page);
      if (code) await assert.rejects(call, { code });
      else assert.equal((await call).total, 1);
      assert.equal(counted.requests, requests);
    });
  }

  it('because the server restarts, or a kept connection was just closed, is repeated', async () => {
    const first = await http((_, response) => response.end(success(domainsData)));
    const client = service(first.baseUrl);
    await client.domains(page);
    await first.close();
    await http((_, response) => response.end(success(domainsData)), first.port);
    assert.equal((await client.domains(page)).total, 1);
    const seen = new Set<unknown>();
    const { baseUrl } = await raw((socket) => {
      if (seen.has(socket)) return void socket.resetAndDestroy();
      seen.add(socket);
      const body = success(domainsData);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    const other = service(baseUrl);
    for (let reads = 0; reads < 5; reads++) assert.equal((await other.domains(page)).total, 1);
  });

  it('waits as Retry-After asks in the background, and not beyond the time that a user waits', async () => {
    const busy = [[429], [503]] as const;
    const patient = await answering(busy, { 'Retry-After': '999999999999' });
    const client = service(patient.baseUrl, { limits: { retryAfter: 5 } });
    assert.equal((await client.domains(page, { priority: 'background' })).total, 1);
    const { baseUrl, counted } = await answering(busy, { 'Retry-After': '31' });
    await assert.rejects(service(baseUrl).domains(page), (error: ServiceError) => {
      assert.deepEqual([error.code, error.facts.retryAfter], ['rate-limited', 31]);
      return true;
    });
    assert.equal(counted.requests, 1);
  });

  it('leaves connections open for the next one', async () => {
    const ports = new Set<number | undefined>();
    const { baseUrl } = await http((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(success(domainsData));
    });
    const client = service(baseUrl);
    for (let reads = 0; reads < 50; reads++) await client.domains(page);
    assert.ok(ports.size <= 6, `${ports.size} connections`);
  });
});

describe('retry', () => {
  const { signal } = new AbortController();
  const patient = Number.POSITIVE_INFINITY;

  it('repeats failures of the network, 5xx and 429, and no other', async () => {
    const repeated: FaultCode[] = [];
    for (const code of Object.keys(faults) as FaultCode[]) {
      let tries = 0;
      const attempt = async () => {
        tries++;
        throw new ServiceError(code, 'm');
      };
      await assert.rejects(retry(attempt, { ...defaultLimits, backoff: 0 }, patient, signal), { code });
      if (tries === 3) repeated.push(code);
      else assert.equal(tries, 1);
    }
    const ofNetwork = ['truncated', 'unreachable', 'tls', 'proxy', 'timeout'];
    assert.deepEqual(repeated, ['server-error', 'rate-limited', ...ofNetwork]);
  });

  it('waits at random up to a bound that doubles', () => {
    const fault = new ServiceError('truncated', 'm');
    for (const tries of [1, 2, 5]) {
      const most = 500 * 2 ** (tries - 1);
      const waits = Array.from({ length: 200 }, () => waitBefore(fault, tries, defaultLimits));
      assert.ok(waits.every((wait) => wait >= 0 && wait < most));
      assert.ok(waits.some((wait) => wait > most / 2));
      assert.ok(waits.some((wait) => wait < most / 2));
    }
  });

  it('waits at least as long as Retry-After requests, up to its limit', () => {
    const waits = [2, 61, Number.MAX_SAFE_INTEGER].map((retryAfter) =>
      waitBefore(new ServiceError('rate-limited', 'm', { retryAfter }), 1, defaultLimits),
    );
    assert.deepEqual(waits, [2_000, 60_000, 60_000]);
  });
});

describe('retryAfterSeconds', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  for (const [header, seconds] of [
    ['0', 0],
    [' 120 ', 120],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Fri, 01 May 2026 12:00:30 GMT', 30],
    ['Fri, 01 May 2026 11:59:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['Fri, 99 May 2026 12:00:30 GMT', undefined],
  ] as const) {
    it(`is ${seconds} for ${header?.slice(0, 40)}`, () =>
      assert.equal(retryAfterSeconds(header, now), seconds));
  }
});
