import assert from 'node:assert/strict';
import { adjacentLog, findPlace } from '../../../../src/browse/lists/adjacentLog.ts';
import { LogList } from '../../../../src/browse/lists/lists.ts';
import type { LogService } from '../../../../src/service/api.ts';
import type { ListedLog } from '../../../../src/service/model.ts';

const time = (idx: number) =>
  new Date(Date.UTC(2026, 0, 1) + 60_000 * idx).toISOString().slice(0, 19).replace('T', ' ');

const log = (idx: number): ListedLog => ({
  key: { domain: 7, idx, detectedType: 'WAF' },
  row: { idx, time: time(idx), other: {} },
});

const { signal } = new AbortController();
const notRead = () => assert.fail();
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function listOf(idxs: readonly number[], logOf = log) {
  const asked: number[] = [];
  const of = async (): Promise<LogService> => ({
    logs: async (_domain, { page, perPage }) => {
      asked.push(page);
      const items = idxs.slice((page - 1) * perPage, page * perPage).map(logOf);
      return { items, total: idxs.length, page, perPage };
    },
    domains: notRead,
    log: notRead,
    counts: notRead,
    dispose: () => {},
  });
  const list = new LogList({ connectionId: 'a', index: 7 }, {}, { of });
  return { list, asked };
}

describe('adjacentLog', () => {
  it('returns the next shown log, reading as many pages as needed, and the reason if there is none', async () => {
    const idxs = range(2_500).reverse();
    const { list, asked } = listOf(idxs);
    const step = async (place: number, by: -1 | 1, shown: readonly number[] = idxs) => {
      const found = await adjacentLog(list, place, by, ({ key }) => shown.includes(key.idx), signal);
      return typeof found === 'object' ? found.key.idx : found;
    };
    assert.equal(await step(0, 1), 2_499);
    assert.equal(await step(99, 1), 2_400);
    assert.deepEqual(asked, [1, 2]);
    assert.equal(await step(0, -1), 'first');
    assert.equal(await step(2_499, 1), 'last');
    assert.equal(await step(0, 1, [2_500, 2_050]), 2_050);
    assert.equal(await step(449, -1, [2_480]), 2_480);
    assert.equal(await step(0, 1, [2_500]), 'too-far');
    assert.ok(asked.length <= 12, String(asked));
  });
});

describe('findPlace', () => {
  for (const [order, idxs] of [
    ['the latest first', range(10_000).reverse()],
    ['the earliest first', range(10_000)],
  ] as const) {
    it(`finds every log in few reads, ${order}`, async () => {
      for (const idx of [1, 2, 777, 4_990, 5_000, 9_999, 10_000]) {
        const { list, asked } = listOf(idxs);
        assert.equal(await findPlace(list, log(idx), time(idx), signal), idxs.indexOf(idx), String(idx));
        assert.ok(asked.length <= 9, `${asked.length} reads`);
      }
    });
  }

  it('ends if the list does not contain the log or has no times', async () => {
    const { list, asked } = listOf(range(10_000).filter((idx) => idx !== 5_000));
    assert.equal(await findPlace(list, log(5_000), time(5_000), signal), undefined);
    assert.ok(asked.length < 10);
    assert.equal(await findPlace(list, log(5_000), 'yesterday', signal), undefined);
    const timeless = listOf(range(500), (idx) => ({
      ...log(idx),
      row: { idx, time: 'yesterday', other: {} },
    }));
    assert.equal(await findPlace(timeless.list, log(300), time(300), signal), undefined);
    assert.deepEqual(timeless.asked, [1]);
    assert.equal(await findPlace(listOf([]).list, log(1), time(1), signal), undefined);
  });
});
