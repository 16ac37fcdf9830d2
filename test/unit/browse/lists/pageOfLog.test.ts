import assert from 'node:assert/strict';
import { goToPageOf } from '../../../../src/browse/lists/adjacentLog.ts';
import type { ListedLog } from '../../../../src/service/model.ts';
import { pagerOf } from '../../lists/pagers.ts';

const time = (idx: number) =>
  new Date(Date.UTC(2026, 0, 1) + 60_000 * idx).toISOString().slice(0, 19).replace('T', ' ');

const log = (idx: number): ListedLog => ({
  key: { domain: 7, idx, detectedType: 'WAF' },
  row: { idx, time: time(idx), other: {} },
});

const is =
  (wanted: number) =>
  ({ key }: ListedLog) =>
    key.idx === wanted;

function listOf(idxs: readonly number[], logOf = log) {
  const asked: number[] = [];
  const pager = pagerOf<ListedLog>({
    fetch: async (page) => {
      asked.push(page);
      const items = idxs.slice((page - 1) * 10, page * 10).map(logOf);
      return { items, total: idxs.length, page, perPage: 10 };
    },
    idOf: ({ key }) => key.idx,
  });
  return { pager, asked };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('goToPageOf', () => {
  for (const [order, idxs] of [
    ['the latest first', range(10_000).reverse()],
    ['the earliest first', range(10_000)],
  ] as const) {
    it(`finds every log in few reads, ${order}`, async () => {
      for (const idx of [1, 2, 777, 4_990, 5_000, 9_999, 10_000]) {
        const { pager, asked } = listOf(idxs);
        assert.equal(await goToPageOf(pager, is(idx), time(idx)), true, String(idx));
        assert.ok(pager.state.items.some(is(idx)));
        assert.ok(asked.length <= 11, `${asked.length} reads`);
      }
    });
  }

  it('ends where the list does not hold the log, or tells no times', async () => {
    const { pager, asked } = listOf(range(1_000).filter((idx) => idx !== 500));
    assert.equal(await goToPageOf(pager, is(500), time(500)), false);
    assert.ok(asked.length < 9);
    assert.equal(await goToPageOf(pager, is(500), 'yesterday'), false);
    const timeless = listOf(range(50), (idx) => ({
      ...log(idx),
      row: { idx, time: 'yesterday', other: {} },
    }));
    assert.equal(await goToPageOf(timeless.pager, is(30), time(30)), false);
    assert.deepEqual(timeless.asked, [1]);
    const { pager: empty } = listOf([]);
    assert.equal(await goToPageOf(empty, is(1), time(1)), false);
  });

  it('reads no further once nobody waits for it', async () => {
    const { pager, asked } = listOf(range(1_000));
    await goToPageOf(pager, is(700), time(700), AbortSignal.abort());
    assert.deepEqual(asked, []);
  });
});
