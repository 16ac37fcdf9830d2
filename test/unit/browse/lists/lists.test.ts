import assert from 'node:assert/strict';
import { Lists } from '../../../../src/browse/lists/lists.ts';
import type { LogService } from '../../../../src/service/api.ts';
import type { ListedLog, LogFilter, LogRow } from '../../../../src/service/model.ts';

const TARGET = { connectionId: 'a', index: 7, name: 'shop.example' };

/** Lists of a service that has these logs. */
function listsOf(logs: LogService['logs'], filterOf: () => LogFilter = () => ({})): Lists {
  const never = () => Promise.reject(new Error('not read here'));
  const service: LogService = { domains: never, logs, log: never, counts: never, dispose: () => {} };
  return new Lists({
    serviceOf: async () => service,
    pageSize: () => 20,
    filterOf,
  });
}

const log = (row: LogRow, detectedType = 'WAF'): ListedLog => ({
  key: { domain: TARGET.index, idx: row.idx, detectedType },
  row,
});
const pageOf = (items: readonly ListedLog[]) => ({ items, total: items.length, page: 1, perPage: 20 });

describe('Lists', () => {
  it('tells logs of one number and two kinds apart', async () => {
    const logs = [log({ idx: 5, other: {} }), log({ idx: 5, other: {} }, 'BOT')];
    const again = log({ idx: 5, detectedType: 'WAF', other: {} });
    const pager = listsOf(async () => pageOf([...logs, again])).logs(TARGET);
    await pager.load();
    assert.deepEqual(pager.state.items, logs);
  });

  it('reads a list again whose filter is another one now, and knows the filter of its rows', async () => {
    let day = '2026-05-30';
    const lists = listsOf(
      async (_domain, _page, { from }) => pageOf([log({ idx: 1, time: `${from} 12:00:00`, other: {} })]),
      () => ({ from: day, to: day }),
    );
    const before = lists.logs(TARGET);
    await before.load();
    assert.equal(lists.logs(TARGET), before);
    day = '2026-05-31';
    assert.deepEqual(before.filter, { from: '2026-05-30', to: '2026-05-30' });
    const after = lists.logs(TARGET);
    assert.equal(after.state.total, undefined);
    await after.load();
    assert.deepEqual(after.filter, { from: '2026-05-31', to: '2026-05-31' });
    assert.equal(after.state.items[0]?.row.time, '2026-05-31 12:00:00');
  });

  it('reads again on refresh what was read, and no list that was only asked about', async () => {
    const asked: number[] = [];
    const lists = listsOf(async (domain) => {
      asked.push(domain);
      return pageOf([log({ idx: 1, other: {} })]);
    });
    const other = { connectionId: 'a', index: 8 };
    lists.logs(other);
    assert.deepEqual(lists.loadedLogs(other), []);
    await lists.logs(TARGET).load();
    assert.equal(lists.loadedLogs(TARGET).length, 1);
    await lists.refresh();
    assert.deepEqual(asked, [7, 7]);
    await lists.logs(other).load();
    await lists.refresh();
    assert.deepEqual(asked, [7, 7, 8, 8, 7]);
  });

  it('counts new logs in the background, a few domains at once', async () => {
    let [atOnce, most] = [0, 0];
    let logs = [log({ idx: 1, other: {} })];
    const priorities: unknown[] = [];
    const lists = listsOf(async (_domain, _page, _filter, options) => {
      priorities.push(options?.priority);
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      return pageOf(logs);
    });
    const targets = Array.from({ length: 12 }, (_, index) => ({ connectionId: 'a', index }));
    await Promise.all(targets.map((target) => lists.logs(target).load()));
    logs = [log({ idx: 2, other: {} }), ...logs];
    priorities.length = most = 0;
    const changed: unknown[] = [];
    const { signal } = new AbortController();
    assert.equal(await lists.checkNew(targets, (target) => changed.push(target), signal), true);
    assert.deepEqual(changed, targets);
    assert.deepEqual(priorities, Array(12).fill('background'));
    assert.equal(most, 4);
  });

  it('says that a domain could not be checked, and checks the others', async () => {
    let isDown = false;
    const lists = listsOf(async (domain) => {
      if (isDown && domain === 1) throw new Error('down');
      return pageOf(isDown ? [log({ idx: 1, other: {} })] : []);
    });
    const [first, second] = [1, 2].map((index) => ({ connectionId: 'a', index }));
    assert.ok(first && second);
    await Promise.all([lists.logs(first).load(), lists.logs(second).load()]);
    isDown = true;
    const { signal } = new AbortController();
    assert.equal(await lists.checkNew([first, second], () => {}, signal), false);
    assert.equal(lists.logs(second).state.newItems, 1);
  });
});
