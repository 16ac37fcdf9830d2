import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { type LogTarget, targetId } from '../../../src/connections/logTarget.ts';
import type { DetectionLog } from '../../../src/service/model.ts';
import { Statuses } from '../../../src/table/statuses.ts';

const target = (idx: number): LogTarget => ({
  connectionId: 'a',
  key: { domain: 1, idx, detectedType: 'WAF' },
});
const targets = (count: number) => Array.from({ length: count }, (_, idx) => target(idx));

describe('Statuses', () => {
  let asked: string[];
  let statuses: Statuses;
  beforeEach(() => {
    asked = [];
    statuses = new Statuses();
  });

  const read = (
    logs: readonly LogTarget[],
    answer: (log: LogTarget) => number | Promise<number>,
    signal = new AbortController().signal,
    report = (_: number) => {},
  ) =>
    statuses.read(logs, {
      signal,
      report,
      logs: {
        get: async (log) => {
          asked.push(targetId(log));
          return { responseCode: await answer(log) } as DetectionLog;
        },
      },
    });

  it('are read of at most 200 logs, each once, and say how far they are', async () => {
    const shares: number[] = [];
    await read(
      targets(250),
      () => 403,
      undefined,
      (share) => shares.push(share),
    );
    assert.equal(asked.length, 200);
    assert.deepEqual([statuses.of(target(199)), statuses.of(target(200))], ['403', undefined]);
    assert.equal(shares.at(-1), 1);
    await read(targets(200), () => 500);
    assert.equal(asked.length, 200);
    assert.equal(statuses.of(target(0)), '403');
  });

  it('are read a few at once', async () => {
    let [running, most] = [0, 0];
    await read(targets(30), async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return 200;
    });
    assert.equal(most, 4);
  });

  it('are absent where none was sent, and count logs that no longer exist', async () => {
    const gone = await read(targets(3), ({ key }) => {
      if (key.idx === 1) throw new ServiceError('not-found', 'gone');
      return key.idx === 2 ? 0 : 200;
    });
    assert.equal(gone, 1);
    assert.deepEqual(
      targets(3).map((log) => statuses.of(log)),
      ['200', undefined, undefined],
    );
  });

  it('are kept as far as they were read before a failure, after which nothing is read', async () => {
    const reading = read(targets(50), ({ key }) => {
      if (key.idx === 5) throw new ServiceError('connection-removed', 'removed');
      return 200;
    });
    await assert.rejects(reading, { code: 'connection-removed' });
    assert.equal(statuses.of(target(0)), '200');
    const before = asked.length;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(asked.length === before && before < 50, String(asked.length));
  });

  it('end when they are cancelled', async () => {
    const cancelled = new AbortController();
    const reading = read(
      targets(50),
      ({ key }) => {
        if (key.idx === 3) cancelled.abort();
        return 200;
      },
      cancelled.signal,
    );
    await assert.rejects(reading, { code: 'cancelled' });
    assert.ok(asked.length < 50);
  });
});
