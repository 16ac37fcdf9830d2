import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { defaultLimits } from '../../../src/service/limits.ts';
import { get } from '../../../src/service/network/request.ts';
import type { Route } from '../../../src/service/network/routes.ts';
import { useLoopback } from './loopback.ts';

const never = new Promise<never>(() => {});
/** Returns a route that responds with a status and without the body. */
const body =
  (status: number): Route['get'] =>
  (_url, _headers, receiver) => {
    receiver.head(status, () => undefined);
    return () => {};
  };

describe('a limit', () => {
  const { service } = useLoopback();
  const request = { url: new URL('https://api.example.com/x'), keyHeader: 'X-Service-Key', key: 'key' };
  const read = (get_: Route['get']) =>
    get({ get: get_, close: () => {} }, request, defaultLimits, new AbortController().signal);
  const waits: Readonly<Record<string, readonly [number, () => Promise<unknown>]>> = {
    headers: [30_000, () => read(() => () => {})],
    'a body': [60_000, () => read(body(200))],
    'the body of a failure': [2_000, () => read(body(500))],
    'an interactive request': [
      30_000,
      () => service('https://127.0.0.1:9', { key: () => never }).domains({ page: 1, perPage: 20 }),
    ],
  };

  afterEach(() => mock.timers.reset());

  for (const [what, [milliseconds, start]] of Object.entries(waits)) {
    it(`of ${what} is ${milliseconds / 1000} s`, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      let hasEnded = false;
      const reading = start()
        .catch((error) => error.code)
        .finally(() => {
          hasEnded = true;
        });
      await turn();
      mock.timers.tick(milliseconds - 1);
      await turn();
      assert.equal(hasEnded, false);
      mock.timers.tick(1);
      await turn();
      assert.equal(hasEnded, true);
      await reading;
    });
  }

  it('of connecting is 10 s, of a decoding thread 30 s and 1 GiB', () => {
    const { connect, decoding, threadMemory } = defaultLimits;
    assert.deepEqual(
      { connect, decoding, threadMemory },
      { connect: 10_000, decoding: 30_000, threadMemory: 1024 },
    );
  });
});
