import assert from 'node:assert/strict';
import { Lists } from '../../../../src/browse/lists/lists.ts';
import { ListReader } from '../../../../src/lists/listReader.ts';
import type { LogService } from '../../../../src/service/api.ts';
import type { ListedLog, LogFilter, LogRow } from '../../../../src/service/model.ts';
import { until } from '../../../until.ts';

const TARGET = { connectionId: 'a', index: 7, name: 'shop.example' };

/** Returns the lists for a service that answers these reads. */
function listsOf(reads: Partial<LogService>, filterOf: () => LogFilter = () => ({})): Lists {
  const never = () => Promise.reject(new Error('not read here'));
  const none = { domains: never, logs: never, log: never, counts: never, dispose: () => {} };
  const of = async (): Promise<LogService> => ({ ...none, ...reads });
  return new Lists({ services: { of }, pageSize: () => 20, filterOf });
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
    const pager = listsOf({ logs: async () => pageOf([...logs, again]) }).logs(TARGET);
    await pager.load();
    assert.deepEqual(pager.items, logs);
  });

  it('reads a list again whose filter is another one now, and knows the filter of its rows', async () => {
    let day = '2026-05-30';
    const logs: LogService['logs'] = async (_domain, _page, { from }) =>
      pageOf([log({ idx: 1, time: `${from} 12:00:00`, other: {} })]);
    const lists = listsOf({ logs }, () => ({ from: day, to: day }));
    const before = lists.logs(TARGET);
    await before.load();
    assert.equal(lists.logs(TARGET), before);
    day = '2026-05-31';
    assert.deepEqual(before.filter, { from: '2026-05-30', to: '2026-05-30' });
    const after = lists.logs(TARGET);
    assert.equal(after.list, undefined);
    await after.load();
    assert.deepEqual(after.filter, { from: '2026-05-31', to: '2026-05-31' });
    assert.equal(after.items[0]?.row.time, '2026-05-31 12:00:00');
  });

  it('reads again on refresh what was read, and no list that was only asked about', async () => {
    const asked: number[] = [];
    const logs = async (domain: number) => {
      asked.push(domain);
      return pageOf([log({ idx: 1, other: {} })]);
    };
    const lists = listsOf({ logs });
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
});

describe('Lists: domains', () => {
  /** Returns the lists for a service with this many domains. */
  function listsWith(total: number) {
    const asked: number[] = [];
    const domains: LogService['domains'] = async ({ page, perPage }) => {
      asked.push(page);
      const count = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
      const items = Array.from({ length: count }, (_, at) => {
        const index = (page - 1) * perPage + at + 1;
        return { index, name: `site-${index}.example`, other: {} };
      });
      return { items, total, page, perPage };
    };
    const lists = listsOf({ domains });
    const readAll = async () => {
      let count = 0;
      for await (const page of lists.allDomains('a', new AbortController().signal)) count += page.length;
      return count;
    };
    return { lists, asked, readAll };
  }

  it('are read once for the tree, prompts, and look-ups', async () => {
    const { lists, asked, readAll } = listsWith(150);
    await lists.domains('a').load();
    assert.equal(await readAll(), 150);
    assert.equal(await readAll(), 150);
    assert.deepEqual(asked, [1, 2]);
    assert.equal(lists.loadedDomain({ connectionId: 'a', index: 150 })?.name, 'site-150.example');
    lists.outdate();
    assert.equal(await readAll(), 150);
    assert.deepEqual(asked, [1, 2, 1, 2]);
  });

  it('and logs are dropped when the service of their connection ends, but not those of others', async () => {
    const logs: LogService['logs'] = async () => pageOf([log({ idx: 1, other: {} })]);
    const domains = async () => ({ ...pageOf([]), items: [{ index: 7, name: undefined, other: {} }] });
    const lists = listsOf({ logs, domains });
    const pagers = [lists.domains('a'), lists.logs(TARGET)];
    for (const pager of pagers) await pager.load();
    lists.forget(new Set(['b']));
    assert.deepEqual([lists.domains('a'), lists.logs(TARGET)], pagers);
    assert.deepEqual([lists.loadedDomain(TARGET)?.index, lists.loadedLogs(TARGET).length], [7, 1]);
    lists.forget(new Set(['a']));
    assert.deepEqual([lists.loadedDomain(TARGET), lists.loadedLogs(TARGET)], [undefined, []]);
    for (const pager of [...pagers, lists.domains('a'), lists.logs(TARGET)]) assert.ok(!pager.isUsed);
  });

  it('are at most 20,000', async () => {
    assert.equal(await listsWith(100_000).readAll(), 20_000);
  });
});

describe('Lists: a table on a loaded tree', () => {
  /** Returns a list of 340 logs, the table that is opened on it, and the requests sent for it. */
  function opened() {
    const requests: number[] = [];
    const logs = Array.from({ length: 340 }, (_, index) => log({ idx: 340 - index, other: {} }));
    const read: LogService['logs'] = async (_domain, { page, perPage }) => {
      requests.push(page);
      const items = logs.slice((page - 1) * perPage, page * perPage);
      return { items, total: logs.length, page, perPage };
    };
    const lists = listsOf({ logs: read });
    const table = () => new ListReader<ListedLog>(lists.logList(TARGET, {}), () => {});
    return { lists, requests, table };
  }

  it('requests no row that the tree, a table, or an export has read', async () => {
    const { lists, requests, table } = opened();
    const { signal } = new AbortController();
    const tree = lists.logs(TARGET);
    await tree.load();
    await tree.more();
    table().look(80, 120);
    await until('two pages to be read', () => requests.length === 2);
    for (let page = 3; page <= 10; page++) await tree.more();
    assert.deepEqual([tree.items.length, requests], [200, [1, 2]]);
    const list = await lists.currentLogs(TARGET, {}, signal);
    for await (const _ of list.all({ signal }));
    assert.deepEqual(requests, [1, 2, 1, 3, 4]);
    assert.equal(lists.loadedLogs(TARGET).length, 340);
  });

  it('exports the newest logs of a list that has grown since it was shown', async () => {
    let size = 30;
    const logs: LogService['logs'] = async (_domain, { page, perPage }) => {
      const items = Array.from({ length: size }, (_, index) => log({ idx: size - index, other: {} }));
      return { items: items.slice((page - 1) * perPage), total: size, page, perPage };
    };
    const lists = listsOf({ logs });
    await lists.logs(TARGET).load();
    size = 33;
    const { signal } = new AbortController();
    const list = await lists.currentLogs(TARGET, {}, signal);
    const read: number[] = [];
    for await (const { items } of list.all({ signal })) read.push(...items.map(({ key }) => key.idx));
    assert.deepEqual([read.length, read[0]], [33, 33]);
    assert.equal(lists.logs(TARGET).items[0]?.key.idx, 30);
  });

  it('keeps a list only as long as it is shown or was used last', async () => {
    const { lists } = opened();
    const tree = lists.logs(TARGET);
    await tree.load();
    await lists.logList(TARGET, { keyword: 'x' }).fill({ first: 0, end: 1 }, new AbortController());
    assert.equal(lists.loadedLogs(TARGET).length, 100);
    tree.reset();
    lists.logList({ connectionId: 'a', index: 8 }, {});
    assert.equal(lists.loadedLogs(TARGET).length, 0);
  });
});
