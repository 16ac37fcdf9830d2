import assert from 'node:assert/strict';
import type http from 'node:http';
import { Limiter } from '../../../../src/base/concurrency.ts';
import { resolveDifferences } from '../../../../src/service/differences.ts';
import { until } from '../../../until.ts';
import { domainsData, success, useLoopback } from '../loopback.ts';

const page = { page: 1, perPage: 20 };
const turn = () => new Promise(setImmediate);
const cancelled = { code: 'cancelled' };

/** Returns a server that responds when the test releases the response. */
function useSlowServer() {
  const { http: start, service } = useLoopback();
  async function slow() {
    const waiting: http.ServerResponse[] = [];
    const counted = { requests: 0, closed: 0 };
    const { baseUrl } = await start((_, response) => {
      counted.requests++;
      response.on('close', () => {
        if (!response.writableEnded) counted.closed++;
      });
      waiting.push(response);
    });
    const reached = (name: keyof typeof counted, count: number) => until(name, () => counted[name] >= count);
    const answerAll = () => {
      for (const response of waiting.splice(0)) response.end(success(domainsData));
    };
    return { baseUrl, counted, reached, answerAll };
  }
  return { slow, service };
}

describe('Equal reads', () => {
  const { slow, service } = useSlowServer();

  it('of one priority are one request while it is in flight', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    for (const count of [2, 4]) {
      const calls = (['foreground', 'background'] as const).flatMap((priority) =>
        Array.from({ length: 10 }, () => client.domains(page, { priority })),
      );
      await server.reached('requests', count);
      server.answerAll();
      for (const result of await Promise.all(calls)) assert.equal(result.items[0]?.index, 7);
      assert.equal(server.counted.requests, count);
    }
  });

  it('differ by their input, even with the same URL, and by key', async () => {
    const server = await slow();
    let key = 'first';
    const conventions = resolveDifferences({ idxParameter: null });
    const client = service(server.baseUrl, { key: async () => key, conventions });
    const calls = [1, 2].map((idx) => client.log({ domain: 7, idx, detectedType: 'WAF' }));
    await server.reached('requests', 2);
    key = 'second';
    calls.push(client.log({ domain: 7, idx: 1, detectedType: 'WAF' }));
    await server.reached('requests', 3);
    server.answerAll();
    await Promise.allSettled(calls);
  });

  it('are cancelled one by one, and aborted with the last one', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }) => client.domains(page, { signal }));
    await server.reached('requests', 1);
    first.abort();
    await assert.rejects(calls[0] ?? turn(), cancelled);
    await turn();
    assert.equal(server.counted.closed, 0);
    second.abort();
    const later = client.domains(page);
    await assert.rejects(calls[1] ?? turn(), cancelled);
    await server.reached('closed', 1);
    await server.reached('requests', 2);
    server.answerAll();
    assert.equal((await later).items.length, 1);
  });
});

describe('A read', () => {
  const { slow, service } = useSlowServer();

  /** Cancels a read, which must be rejected within a turn of the event loop. */
  async function endsAtOnce(call: Promise<unknown>, controller: AbortController): Promise<void> {
    let code: unknown;
    call.catch((error) => {
      code = error.code;
    });
    await turn();
    controller.abort('for a reason of the caller');
    await turn();
    assert.equal(code, 'cancelled');
  }

  it('ends at once when it is cancelled, whatever it waits for', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    const controller = () => new AbortController();
    const [headers, turns, key, retry] = [controller(), controller(), controller(), controller()];
    const call = client.domains(page, { signal: headers.signal });
    await server.reached('requests', 1);
    await endsAtOnce(call, headers);
    const busy = Array.from({ length: 6 }, (_, at) => client.domains({ page: at + 2, perPage: 20 }));
    await server.reached('requests', 7);
    await endsAtOnce(client.domains(page, { signal: turns.signal }), turns);
    const keyless = service(server.baseUrl, { key: () => new Promise(() => {}) });
    await endsAtOnce(keyless.domains(page, { signal: key.signal }), key);
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const dead = service('http://127.0.0.1:9', { limits: { backoff: 60_000 }, fetch });
    const retried = dead.domains(page, { signal: retry.signal, priority: 'background' });
    await until('the first attempt', () => dead.lines.length);
    await endsAtOnce(retried, retry);
    server.answerAll();
    await Promise.allSettled(busy);
    await assert.rejects(client.domains(page, { signal: AbortSignal.abort() }), cancelled);
    assert.equal(server.counted.requests, 7);
  });

  it('ends at its time limit, whatever it waits for', async () => {
    const server = await slow();
    const limits = { foreground: 60 };
    const client = service(server.baseUrl, { limits });
    const late = { code: 'timeout' };
    await assert.rejects(client.domains(page), late);
    const codeOf = (error: { readonly code: string }) => error.code;
    const background = client.domains(page, { priority: 'background' }).catch(codeOf);
    await assert.rejects(client.domains(page), late);
    const keyless = service(server.baseUrl, { limits, key: () => new Promise(() => {}) });
    await assert.rejects(keyless.domains(page), late);
    const busy = Array.from({ length: 6 }, (_, at) =>
      client.domains({ page: at + 2, perPage: 20 }, { priority: 'background' }).catch(codeOf),
    );
    await assert.rejects(service(server.baseUrl, { limits }).domains(page), late);
    client.dispose();
    assert.deepEqual([await background, ...(await Promise.all(busy))], Array(7).fill('cancelled'));
  });
});

describe('Limiter', () => {
  const { slow, service } = useSlowServer();

  it('lets six requests to an origin run at once, over all its connections', async () => {
    const server = await slow();
    const clients = ['', '/v2', '/v3'].map((path) => service(server.baseUrl + path));
    const calls = clients.flatMap((client) =>
      Array.from({ length: 10 }, (_, at) => client.domains({ page: at + 1, perPage: 20 }).catch(() => {})),
    );
    for (let done = 0; done < calls.length; done += 6) {
      const arrived = Math.min(done + 6, calls.length);
      await server.reached('requests', arrived);
      for (let turns = 0; turns < 20; turns++) await turn();
      assert.equal(server.counted.requests, arrived);
      server.answerAll();
    }
    assert.equal((await Promise.all(calls)).length, 30);
  });

  it('runs tasks in order of arrival, without the cancelled ones, and goes on after a failure', async () => {
    const limiter = new Limiter(1);
    const order: string[] = [];
    const never = new AbortController().signal;
    const controller = new AbortController();
    const run = (name: string, signal = never) =>
      limiter.run(async () => {
        await turn();
        order.push(name);
        if (name === 'c') throw new Error('of the task');
      }, signal);
    const runs = Promise.allSettled([run('a'), run('b', controller.signal), run('c'), run('d')]);
    controller.abort();
    assert.deepEqual(
      (await runs).map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(order, ['a', 'c', 'd']);
  });
});
