import assert from 'node:assert/strict';
import { isServiceError } from '../../../src/base/errors.ts';
import type { RequestOptions } from '../../../src/service/api.ts';
import type { Page } from '../../../src/service/model.ts';
import { pagerOf as windowOf } from './pagers.ts';

/** Returns a list of IDs, newest first, that can grow; records which pages are requested. */
function source(count: number, perPage = 10) {
  const ids = Array.from({ length: count }, (_, index) => count - index);
  const asked: number[] = [];
  const pageOf = (page: number): Page<number> => ({
    items: ids.slice((page - 1) * perPage, page * perPage),
    total: ids.length,
    page,
    perPage,
  });
  return {
    asked,
    add: (id: number) => ids.unshift(id),
    fetch: async (page: number) => {
      asked.push(page);
      return pageOf(page);
    },
    pageOf,
  };
}

const pagerOf = <T extends number | string = number>(
  fetch: (page: number, options: RequestOptions) => Promise<Page<T>>,
  limits: { maxPages?: number; maxUnits?: number; pageSize?: number } = {},
) => windowOf<T>({ fetch, idOf: (id) => id, ...limits });

describe('Pager', () => {
  it('loads the first page once, however often it is asked', async () => {
    const { fetch, asked } = source(35);
    const pager = pagerOf(fetch);
    await Promise.all([pager.load(), pager.load()]);
    await pager.load();
    assert.deepEqual(asked, [1]);
    assert.deepEqual(pager.state.items, [35, 34, 33, 32, 31, 30, 29, 28, 27, 26]);
    assert.equal(pager.state.hasMore, true);
  });

  it('does not load the first page instead of another one, or after a failure', async () => {
    const { fetch, asked } = source(35);
    let isDown = false;
    const pager = pagerOf(async (page) => (isDown ? Promise.reject(new Error('down')) : fetch(page)));
    await Promise.all([pager.goTo(3), pager.load()]);
    assert.deepEqual([asked, pager.state.firstPage], [[3], 3]);
    pager.reset();
    isDown = true;
    await pager.goTo(2);
    isDown = false;
    await pager.load();
    assert.deepEqual([asked, pager.state.items], [[3], []]);
  });

  it('adds pages to the end of the list and stops there', async () => {
    for (const count of [35, 40]) {
      const { fetch } = source(count);
      const pager = pagerOf(fetch);
      for (let page = 1; page <= 4; page++) await pager.more();
      assert.equal(pager.state.items.length, count);
      assert.equal(pager.state.lastPage, 4);
      assert.equal(pager.state.hasMore, false);
    }
  });

  it('shows no row twice when new logs shift the pages', async () => {
    const { fetch, add } = source(35);
    const pager = pagerOf(fetch);
    await pager.load();
    for (let id = 36; id < 36 + 10; id++) add(id);
    await pager.more();
    assert.equal(pager.state.ignoresPaging, false, 'a whole page was pushed down; the total says so');
    assert.deepEqual(
      pager.state.items,
      Array.from({ length: 20 }, (_, index) => 35 - index),
    );
    assert.equal(pager.state.newItems, 10);
  });

  it('stops when the service ignores paging', async () => {
    const { pageOf } = source(35);
    const pager = pagerOf(async (page) => ({ ...pageOf(1), page }));
    await pager.more();
    await pager.more();
    assert.equal(pager.state.ignoresPaging, true);
    assert.equal(pager.state.hasMore, false);
  });

  it('keeps at most maxPages and drops pages at the far end', async () => {
    const { fetch } = source(100);
    const pager = pagerOf(fetch, { maxPages: 3 });
    for (let page = 1; page <= 5; page++) await pager.more();
    assert.deepEqual([pager.state.firstPage, pager.state.lastPage], [3, 5]);
    await pager.previous();
    assert.deepEqual([pager.state.firstPage, pager.state.lastPage], [2, 4]);
    assert.equal(pager.state.items[0], 90);
    assert.equal(pager.state.items.length, 30);
  });

  it('keeps at most maxUnits and drops pages at the far end, but keeps a larger page that was requested', async () => {
    const fetch = async (page: number): Promise<Page<string>> => {
      const items = [`${page} ${'x'.repeat(page === 6 ? 5_000 : 1_000)}`];
      return { items, total: 100, page, perPage: 1 };
    };
    const pager = pagerOf<string>(fetch, { maxUnits: 3_300, pageSize: 1 });
    const loaded = () => [pager.state.firstPage, pager.state.lastPage];
    for (let page = 1; page <= 5; page++) await pager.more();
    assert.deepEqual(loaded(), [3, 5]);
    await pager.previous();
    assert.deepEqual(loaded(), [2, 4]);
    await pager.more();
    await pager.more();
    assert.deepEqual(loaded(), [6, 6]);
    await pager.previous();
    assert.deepEqual(loaded(), [5, 5]);
    await pager.refresh();
    assert.deepEqual(loaded(), [5, 5]);
  });

  it('keeps pages of exactly maxUnits, and the first ones if they are larger when they are read again', async () => {
    let length = 1_000;
    const fetch = async (page: number): Promise<Page<string>> => ({
      items: [`${page} `.padEnd(length)],
      ...{ total: 100, page, perPage: 1 },
    });
    const load = async (maxUnits?: number) => {
      const pager = pagerOf<string>(fetch, { pageSize: 1, ...(maxUnits && { maxUnits }) });
      for (let page = 1; page <= 3; page++) await pager.more();
      return pager;
    };
    const units = (await load()).list?.places.unitsOf({ first: 0, end: 3 }) ?? 0;
    assert.equal((await load(units - 1)).state.firstPage, 2);
    const pager = await load(units);
    assert.equal(pager.state.firstPage, 1);
    length = 1_001;
    await pager.refresh();
    assert.deepEqual([pager.state.firstPage, pager.state.lastPage], [1, 2]);
  });

  it('goes to any page with one request', async () => {
    const { fetch, asked } = source(1000);
    const pager = pagerOf(fetch);
    await pager.goTo(77);
    assert.deepEqual(asked, [77]);
    assert.deepEqual([pager.state.firstPage, pager.state.lastPage], [77, 77]);
  });

  it('keeps what was loaded when a change fails, and goes on after it', async () => {
    const { fetch } = source(35);
    let failing = false;
    const pager = pagerOf(async (page) => {
      if (failing) throw new Error('down');
      return fetch(page);
    });
    await pager.load();
    failing = true;
    await pager.more();
    assert.equal(pager.state.items.length, 10);
    assert.match(String(pager.state.fault), /down/);
    failing = false;
    await pager.more();
    assert.equal(pager.state.items.length, 20);
    assert.equal(pager.state.fault, undefined);
  });

  it('never paints the answer of a superseded change', async () => {
    for (const order of [
      [5, 2],
      [2, 5],
    ]) {
      const { pageOf } = source(100);
      const answers = new Map<number, () => void>();
      const pager = pagerOf(async (page) => {
        await new Promise<void>((resolve) => answers.set(page, resolve));
        return pageOf(page);
      });
      const changes = new Map([2, 5].map((page) => [page, pager.goTo(page)]));
      let isShown = false;
      for (const page of order) {
        answers.get(page)?.();
        await changes.get(page);
        isShown ||= page === 5;
        assert.deepEqual([pager.loading, pager.state.fault], [!isShown, undefined]);
      }
      assert.equal(pager.state.firstPage, 5);
    }
  });

  it('goes back to a page that it has read without a request', async () => {
    const { fetch, asked } = source(35);
    const pager = pagerOf(fetch);
    for (const page of [1, 3, 1]) await pager.goTo(page);
    assert.deepEqual([asked, pager.state.items[0]], [[1, 3], 35]);
  });

  it('reads nothing before the first page', async () => {
    const { fetch, asked } = source(35);
    const pager = pagerOf(fetch);
    await pager.previous();
    assert.deepEqual([pager.list, pager.loading], [undefined, false]);
    await pager.load();
    await pager.previous();
    assert.deepEqual(asked, [1]);
    assert.equal(pager.state.items.length, 10);
  });

  it('reads the first page if it is refreshed or restarted before it is loaded', async () => {
    for (const change of ['refresh', 'restart'] as const) {
      const { fetch, asked } = source(35);
      const pager = pagerOf(fetch);
      await pager[change]();
      assert.deepEqual([asked, pager.state.firstPage, pager.state.lastPage], [[1], 1, 1]);
    }
  });

  it('names the change that failed', async () => {
    const { fetch } = source(35);
    let isDown = false;
    const pager = pagerOf(async (page) => (isDown ? Promise.reject(new Error('down')) : fetch(page)));
    await pager.goTo(2);
    isDown = true;
    const failed: unknown[] = [];
    for (const change of ['more', 'previous', 'refresh'] as const) {
      await pager[change]();
      failed.push(pager.state.failed);
    }
    await pager.goTo(4);
    failed.push(pager.state.failed);
    assert.deepEqual(failed, ['more', 'previous', 'refresh', 'page 4']);
    pager.reset();
    assert.deepEqual([pager.state.failed, pager.state.items], [undefined, []]);
  });

  it('keeps only the places of its window', async () => {
    const pager = pagerOf(source(35).fetch);
    await pager.load();
    await pager.more();
    assert.deepEqual(
      [...(pager.list?.places.sights ?? [])].map(({ first, end }) => [first, end]),
      [[0, 20]],
    );
    const { list } = pager;
    pager.reset();
    assert.deepEqual([list?.places.sights.size, pager.list], [0, undefined]);
  });

  it('keeps the pages that it reads until it has read all of them, however large they are', async () => {
    const large = 'x'.repeat(12 * 1024 * 1024);
    const pager = windowOf<{ id: number; text: string }>({
      fetch: async (page) => {
        const items = Array.from({ length: 100 }, (_, at) => ({
          id: page * 100 + at,
          text: at > 0 ? '' : large,
        }));
        return { items, total: 1_000, page, perPage: 100 };
      },
      idOf: ({ id }) => id,
      pageSize: 100,
    });
    for (let page = 1; page <= 3; page++) await pager.more();
    await pager.refresh();
    assert.deepEqual([pager.state.items.length, pager.state.fault], [300, undefined]);
  });

  it('makes a change once that is requested twice', async () => {
    const { fetch, asked } = source(35);
    const pager = pagerOf(fetch);
    await pager.load();
    await Promise.all([pager.more(), pager.more()]);
    assert.deepEqual(asked, [1, 2]);
    assert.equal(pager.state.lastPage, 2);
  });

  it('does not show a known page if another one was requested since', async () => {
    const { fetch } = source(35);
    const pager = pagerOf(fetch);
    await pager.load();
    await Promise.all([pager.goTo(1), pager.goTo(3)]);
    assert.deepEqual([pager.state.firstPage, pager.state.lastPage], [3, 3]);
    assert.equal(pager.loading, false);
  });

  it('knows the least number of items of a list without a total', async () => {
    const { pageOf } = source(35);
    const pager = pagerOf(async (page) => ({ ...pageOf(page), total: 0, isTotalKnown: false }));
    await pager.load();
    assert.equal(pager.state.total, 11);
    for (let page = 2; page <= 4; page++) await pager.more();
    assert.deepEqual([pager.state.total, pager.state.hasMore], [35, false]);
  });

  it('does not count new items after it is cancelled', async () => {
    const { fetch, add } = source(35);
    const pager = pagerOf(fetch);
    await pager.load();
    add(36);
    const cancelled = new AbortController();
    const checked = pager.checkNew(cancelled.signal);
    cancelled.abort();
    assert.equal(await checked, false);
    assert.equal(pager.state.newItems, 0);
  });

  it('reads the loaded pages again on refresh, and the end of a list that shrank', async () => {
    const { fetch, asked, add } = source(30);
    const pager = pagerOf(fetch);
    for (let page = 1; page <= 3; page++) await pager.more();
    add(31);
    asked.length = 0;
    await pager.refresh();
    assert.deepEqual(asked, [1, 2, 3]);
    assert.equal(pager.state.items[0], 31);
    assert.equal(pager.state.items.length, 30);
    assert.equal(pager.state.hasMore, true);
  });

  it('drops everything on reset, also what is on its way', async () => {
    const { pageOf } = source(35);
    let answer = () => {};
    const pager = pagerOf(async (page) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return pageOf(page);
    });
    const loading = pager.load();
    pager.reset();
    answer();
    await loading;
    assert.deepEqual(pager.state.items, []);
  });

  it('counts new items without moving what is loaded', async () => {
    const { fetch, add } = source(35);
    const pager = pagerOf(fetch);
    const { signal } = new AbortController();
    await pager.load();
    const before = pager.state.items;
    assert.equal(await pager.checkNew(signal), false);
    for (let id = 36; id <= 38; id++) add(id);
    assert.equal(await pager.checkNew(signal), true);
    assert.equal(pager.state.newItems, 3);
    assert.equal(pager.state.items, before);
    for (let id = 39; id <= 50; id++) add(id);
    await pager.checkNew(signal);
    assert.equal(pager.state.newItems, 15, 'more than a page: the total tells');
    await pager.restart();
    assert.equal(pager.state.newItems, 0);
    assert.equal(pager.state.items[0], 50);
  });

  it('does not count new items before the first page, or of a list that is no longer shown', async () => {
    const { fetch, add, asked } = source(35);
    const pager = pagerOf(fetch);
    const { signal } = new AbortController();
    assert.deepEqual([await pager.checkNew(signal), asked], [false, []]);
    await pager.load();
    add(36);
    const checked = pager.checkNew(signal);
    pager.reset();
    assert.deepEqual([await checked, pager.state.newItems], [false, 0]);
  });

  it('does not count new items on a later page', async () => {
    const { fetch, add, asked } = source(35);
    const pager = pagerOf(fetch);
    await pager.goTo(2);
    add(36);
    assert.equal(await pager.checkNew(new AbortController().signal), false);
    assert.deepEqual(asked, [2]);
    await pager.more();
    assert.deepEqual([pager.list?.places.newer, pager.state.newItems], [1, 0]);
  });

  it('stops where the list grows by more than a page between two answers, and goes on when it no longer does', async () => {
    const { fetch, add, asked } = source(100);
    let isGrowing = true;
    let next = 101;
    const pager = pagerOf(async (page) => {
      if (isGrowing) for (let count = 0; count < 25; count++) add(next++);
      return fetch(page);
    });
    await pager.load();
    asked.length = 0;
    await pager.more();
    assert.equal(asked.length, 3);
    assert.ok(isServiceError(pager.state.fault, 'list-changed'));
    assert.equal(pager.state.failed, 'more');
    assert.equal(pager.state.items.length, 10);
    isGrowing = false;
    await pager.more();
    assert.equal(pager.state.items.length, 20);
  });

  it('shows at most 1 000 items, however many a page has', async () => {
    const pager = pagerOf(async (page) => ({
      items: Array.from({ length: 10_000 }, (_, index) => (page - 1) * 10_000 + index),
      ...{ total: 1_000_000, page, perPage: 10_000 },
    }));
    for (let page = 1; page <= 15; page++) await pager.more();
    assert.deepEqual([pager.state.items.length, pager.state.items[0]], [1_000, 500]);
  });
});
