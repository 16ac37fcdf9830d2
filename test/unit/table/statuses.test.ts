import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import type { DetectionLog } from '../../../src/service/model.ts';
import { Statuses } from '../../../src/table/statuses.ts';

const targets = (count: number): LogTarget[] =>
  Array.from({ length: count }, (_, idx) => ({
    connectionId: 'a',
    key: { domain: 1, idx, detectedType: 'WAF' },
  }));

describe('Statuses', () => {
  let requested: number;
  let shares: number[];
  let statuses: Statuses;
  beforeEach(() => {
    requested = 0;
    shares = [];
    statuses = new Statuses();
  });

  const read = (count: number, answer: (idx: number) => number) => {
    const get = async ({ key }: LogTarget) => {
      requested++;
      return { responseCode: answer(key.idx) } as DetectionLog;
    };
    const { signal } = new AbortController();
    return statuses.read(targets(count), { get }, signal, (share) => shares.push(share));
  };
  const known = (count: number) => targets(count).map((log) => statuses.of(log));

  it('are read of at most 200 logs, each once, with progress', async () => {
    await read(250, () => 403);
    assert.deepEqual([requested, shares.at(-1)], [200, 1]);
    assert.deepEqual(known(201).slice(199), ['403', undefined]);
    assert.equal(
      statuses.describe(targets(250)),
      '200 of 250 statuses read. At most 200 can be read at once.',
    );
    await read(250, () => 500);
    assert.deepEqual([requested, known(250).slice(199)], [250, ['403', ...Array(50).fill('500')]]);
  });

  it('are counted only if they were sent, and are not read again', async () => {
    await read(4, (idx) => {
      if (idx === 1) throw new ServiceError('not-found', 'gone');
      return idx === 2 ? 0 : 200;
    });
    assert.deepEqual(known(3), ['200', undefined, undefined]);
    assert.equal(statuses.describe(targets(3)), '1 of 3 statuses read.');
    await read(4, () => 500);
    assert.equal(requested, 4);
  });

  it('are kept if they were read before a failure, after which nothing is read', async () => {
    const reading = read(50, (idx) => {
      if (idx === 5) throw new ServiceError('connection-removed', 'removed');
      return 200;
    });
    await assert.rejects(reading, { code: 'connection-removed' });
    assert.deepEqual(known(1), ['200']);
    const before = requested;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(requested === before && before < 50, String(requested));
  });
});
