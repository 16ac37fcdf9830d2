import assert from 'node:assert/strict';
import { adjacentLog } from '../../../../src/browse/lists/adjacentLog.ts';
import type { ListedLog } from '../../../../src/service/model.ts';
import { pagerOf } from '../../lists/pagers.ts';

const log = (idx: number): ListedLog => ({
  key: { domain: 7, idx, detectedType: 'WAF' },
  row: { idx, other: {} },
});

/** Returns a list of logs 1 to `count`, with ten per page. */
function listOf(count: number, maxPages = 10) {
  const asked: number[] = [];
  const logs = Array.from({ length: count }, (_, index) => log(index + 1));
  const pager = pagerOf<ListedLog>({
    fetch: async (page) => {
      asked.push(page);
      return { items: logs.slice((page - 1) * 10, page * 10), total: count, page, perPage: 10 };
    },
    idOf: ({ key }) => key.idx,
    maxPages,
  });
  /** Returns the logs that match a filter if the service does not apply it. */
  const shown = (matches: readonly number[]) => () =>
    pager.state.items.filter(({ key }) => matches.includes(key.idx));
  return { pager, asked, shown };
}

const is =
  (wanted: number) =>
  ({ key }: ListedLog) =>
    key.idx === wanted;

describe('adjacentLog', () => {
  it('is the next row of the loaded ones', async () => {
    const { pager, asked } = listOf(30);
    assert.deepEqual(await adjacentLog(pager, is(3), 1), { log: log(4) });
    assert.deepEqual(await adjacentLog(pager, is(3), -1), { log: log(2) });
    assert.deepEqual(await adjacentLog(pager, is(1), -1), { none: 'first' });
    assert.deepEqual(await adjacentLog(pager, is(99), 1), { none: 'not-listed' });
    assert.deepEqual(asked, [1]);
  });

  it('is looked for on as many further pages as it takes', async () => {
    const { pager, asked, shown } = listOf(80);
    const only = shown([3, 47]);
    assert.deepEqual(await adjacentLog(pager, is(3), 1, only), { log: log(47) });
    assert.deepEqual(asked, [1, 2, 3, 4, 5]);
  });

  it('is looked for backwards too', async () => {
    const { pager, shown } = listOf(80);
    await pager.goTo(6);
    assert.deepEqual(await adjacentLog(pager, is(55), -1, shown([12, 55])), { log: log(12) });
  });

  it('is found though the first log gave way to further pages', async () => {
    const { pager, shown } = listOf(80, 2);
    assert.deepEqual(await adjacentLog(pager, is(3), 1, shown([3, 47])), { log: log(47) });
    assert.deepEqual(await adjacentLog(pager, is(47), -1, shown([3, 47])), { log: log(3) });
  });

  it('returns none when the list has ended', async () => {
    const { pager, asked, shown } = listOf(35);
    assert.deepEqual(await adjacentLog(pager, is(3), 1, shown([3])), { none: 'last' });
    assert.deepEqual(asked, [1, 2, 3, 4]);
  });

  it('is too far away when ten further pages do not have it', async () => {
    const { pager, asked, shown } = listOf(500);
    assert.deepEqual(await adjacentLog(pager, is(3), 1, shown([3])), { none: 'too-far' });
    assert.equal(asked.length, 11);
  });

  it('returns the fault when the next page fails', async () => {
    const fault = new Error('down');
    const pager = pagerOf<ListedLog>({
      fetch: async (page) => {
        if (page > 1) throw fault;
        return { items: [log(1)], total: 2, page, perPage: 1 };
      },
      idOf: ({ key }) => key.idx,
    });
    assert.deepEqual(await adjacentLog(pager, is(1), 1), { fault });
  });
});
