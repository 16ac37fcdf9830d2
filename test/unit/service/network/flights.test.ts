import assert from 'node:assert/strict';
import type http from 'node:http';
import { isServiceError } from '../../../../src/base/errors.ts';
import { Limiter } from '../../../../src/base/limiter.ts';
import { until } from '../../../until.ts';
import { domainsData, success, useLoopback } from '../loopback.ts';

const page = { page: 1, perPage: 20 };
const turn = () => new Promise(setImmediate);
const isCancelled = (error: unknown) => isServiceError(error, 'cancelled');

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
    return {
      baseUrl,
      counted,
      arrived: (count: number) =>
        until(
          'the requests',
          () => counted.requests,
          (requests) => requests >= count,
        ),
      closed: (count: number) =>
        until(
          'the requests to be taken back',
          () => counted.closed,
          (closed) => closed === count,
        ),
      answerAll: () => {
        for (const response of waiting.splice(0)) response.end(success(domainsData));
      },
    };
  }
  return { slow, service };
}

describe('Flights: equal reads in flight', () => {
  const { slow, service } = useSlowServer();

  it('are one request, and all are answered', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    const calls = Array.from({ length: 10 }, () => client.domains(page));
    calls.push(client.domains(page, { priority: 'background' }));
    await server.arrived(1);
    server.answerAll();
    for (const result of await Promise.all(calls)) assert.equal(result.items[0]?.index, 7);
    assert.equal(server.counted.requests, 1);
  });

  it('are sent again once they have been answered', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    for (const count of [1, 2]) {
      const call = client.domains(page);
      await server.arrived(count);
      server.answerAll();
      await call;
    }
    assert.equal(server.counted.requests, 2);
  });

  it('differ by what they ask for, and by key', async () => {
    const server = await slow();
    let key = 'first';
    const client = service(server.baseUrl, { key: async () => key });
    const calls = [client.domains(page), client.domains({ ...page, page: 2 })];
    await server.arrived(2);
    key = 'second';
    calls.push(client.domains(page));
    await server.arrived(3);
    server.answerAll();
    await Promise.all(calls);
    assert.equal(server.counted.requests, 3);
  });

  it('are cancelled one by one: the others are answered', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const [first, second, third] = controllers.map(({ signal }) => client.domains(page, { signal }));
    await server.arrived(1);
    controllers[0]?.abort();
    await assert.rejects(first ?? Promise.resolve(), isCancelled);
    server.answerAll();
    assert.equal((await second)?.items.length, 1);
    assert.equal((await third)?.items.length, 1);
    assert.deepEqual(server.counted, { requests: 1, closed: 0 });
  });

  it('are taken back from the server when all have been cancelled, and not joined after that', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    const controller = new AbortController();
    const calls = [1, 2].map(() => client.domains(page, { signal: controller.signal }));
    await server.arrived(1);
    controller.abort();
    const later = client.domains(page);
    for (const call of calls) await assert.rejects(call, isCancelled);
    await server.arrived(2);
    await server.closed(1);
    server.answerAll();
    assert.equal((await later).items.length, 1);
  });
});

describe('Flights: a cancelled read', () => {
  const { slow, service } = useSlowServer();

  /** Returns true if the call is rejected within the current turn of the event loop or the next one. */
  async function isRejectedAtOnce(call: Promise<unknown>): Promise<boolean> {
    let code: unknown;
    call.catch((error) => {
      code = error.code;
    });
    await turn();
    return code === 'cancelled';
  }

  it('ends at once while waiting for the headers', async () => {
    const server = await slow();
    const controller = new AbortController();
    const call = service(server.baseUrl).domains(page, { signal: controller.signal });
    await server.arrived(1);
    controller.abort();
    assert.ok(await isRejectedAtOnce(call));
  });

  it('ends at once while waiting for the key, whatever the key store does', async () => {
    const controller = new AbortController();
    const client = service('http://127.0.0.1:9', { key: () => new Promise(() => {}) });
    const call = client.domains(page, { signal: controller.signal });
    await turn();
    controller.abort('for a reason of the caller');
    assert.ok(await isRejectedAtOnce(call));
  });

  it('ends at once while waiting for a turn or for a retry', async () => {
    const server = await slow();
    const controller = new AbortController();
    const { signal } = controller;
    const client = service(server.baseUrl, {
      limits: { backoff: 60_000 },
      random: () => 0.9,
      fetch: failing,
    });
    const dead = service('http://127.0.0.1:9', {
      limits: { backoff: 60_000 },
      random: () => 0.9,
      fetch: failing,
    });
    const busy = Array.from({ length: 6 }, (_, at) => client.domains({ page: at + 2, perPage: 20 }));
    await server.arrived(6);
    const queued = client.domains(page, { signal });
    const retried = dead.domains(page, { signal, priority: 'background' });
    await until('the first line', () => dead.lines.length);
    controller.abort();
    assert.deepEqual(await Promise.all([isRejectedAtOnce(queued), isRejectedAtOnce(retried)]), [true, true]);
    server.answerAll();
    await Promise.all(busy);
    assert.equal(server.counted.requests, 6);
  });

  it('sends nothing when it was cancelled before', async () => {
    const server = await slow();
    const client = service(server.baseUrl);
    await assert.rejects(client.domains(page, { signal: AbortSignal.abort() }), isCancelled);
    const call = client.domains({ ...page, page: 2 });
    await server.arrived(1);
    server.answerAll();
    await call;
    assert.equal(server.counted.requests, 1);
  });

  const failing = () => Promise.reject(new TypeError('fetch failed'));
});

describe('Limiter: requests to one origin', () => {
  const { slow, service } = useSlowServer();

  it('are at most six at once, over all its connections', async () => {
    const server = await slow();
    const clients = [
      service(server.baseUrl),
      service(`${server.baseUrl}/v2`),
      service(`${server.baseUrl}/v3`),
    ];
    const calls = clients.flatMap((client) =>
      Array.from({ length: 10 }, (_, at) => client.domains({ page: at + 1, perPage: 20 })),
    );
    for (let done = 0; done < calls.length; done += 6) {
      const arrived = Math.min(done + 6, calls.length);
      await server.arrived(arrived);
      for (let turns = 0; turns < 20; turns++) await turn();
      assert.equal(server.counted.requests, arrived);
      server.answerAll();
    }
    assert.equal((await Promise.all(calls)).length, 30);
  });

  it('wait in the order they came, and a cancelled one gives up its turn', async () => {
    const limiter = new Limiter(1);
    const order: string[] = [];
    const never = new AbortController();
    const cancelled = new AbortController();
    const run = (name: string, signal: AbortSignal) =>
      limiter.run(async () => {
        await turn();
        order.push(name);
      }, signal);
    const runs = [
      run('a', never.signal),
      run('b', cancelled.signal),
      run('c', never.signal),
      run('d', never.signal),
    ];
    cancelled.abort();
    await assert.rejects(runs[1] ?? Promise.resolve(), isCancelled);
    await Promise.all(runs.filter((_, at) => at !== 1));
    assert.deepEqual(order, ['a', 'c', 'd']);
    await assert.rejects(
      limiter.run(() => Promise.reject(new Error('of the task')), never.signal),
      /of the task/,
    );
    await run('e', never.signal);
    assert.equal(order.at(-1), 'e');
  });
});
