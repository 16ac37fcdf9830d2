import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { UNITS_PER_VALUE } from '../../../src/base/values.ts';
import { PagedList } from '../../../src/lists/pagedList.ts';
import type { Page } from '../../../src/service/model.ts';
import { ChangingList, options, readAll } from './changingList.ts';

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

describe('PagedList', () => {
  it('shows no item twice and skips none, however the list grows and in whatever order it is read', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 900 }),
        fc.constantFrom(10, 35, 100),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 60 })), {
          maxLength: 8,
        }),
        async (size, perPage, steps) => {
          const service = new ChangingList(size, perPage);
          const { list } = service;
          await list.fill({ first: 0, end: 1 }, options());
          for (const [first, growth] of steps) {
            service.grow(growth);
            const end = Math.min(size, first + 40);
            await list.fill({ first, end }, options());
            const shown = range(size - first, Math.max(0, end - first)).map((item) => [size - item, item]);
            assert.deepEqual(list.entries({ first, end }), shown);
          }
          await list.checkNew(options().signal);
          const grown = service.rows.length - size;
          assert.deepEqual([list.newer, list.total, list.hasChanged], [grown, size, false]);
        },
      ),
      { numRuns: 60 },
    ));

  it('keeps fifty pages, and those that are displayed', async () => {
    const service = new ChangingList(10_000);
    const { list } = service;
    const dropped: number[] = [];
    list.listeners.add((change) => dropped.push(...change.dropped));
    list.sights.add({ first: 0, end: 100 });
    for (let page = 0; page < 52; page++) await list.read(page * 100, options());
    assert.equal(list.entries().length, 5_000);
    assert.deepEqual([list.at(0), list.at(150), list.placeOf(9_850)], [10_000, undefined, undefined]);
    assert.deepEqual(
      dropped,
      [...Array(200).keys()].map((place) => place + 100),
    );
    await list.fill({ first: 150, end: 151 }, options());
    assert.equal(list.at(150), 9_850);
  });

  it('keeps at most 32 Mi units, and the page that was read last', async () => {
    for (const more of [0, 1]) {
      const length = 16 * 1024 * 1024 - UNITS_PER_VALUE + more;
      const list = new PagedList<string>(
        async ({ page }) => ({ items: [`${page}`.padEnd(length)], total: 3, page, perPage: 100 }),
        (item) => item.trim(),
      );
      await list.read(0, options());
      await list.read(100, options());
      assert.equal(list.at(0)?.trim(), more ? undefined : '1');
      assert.equal(list.at(100)?.trim(), '2');
    }
  });

  it('reads smaller pages if a page is too large, unless they are also too large', async () => {
    const sizes: number[] = [];
    const service = new ChangingList(35, 10);
    service.answer = (page) => ({ ...page, total: 30 });
    let most = 10;
    const list = new PagedList<number>(
      async ({ page, perPage }, options) => {
        sizes.push(perPage);
        if (perPage > most) throw new ServiceError('too-large', 'too large');
        return service.read(page, options);
      },
      (item) => item,
    );
    await list.checkNew(options().signal);
    assert.deepEqual(await readAll(list), range(35, 35));
    assert.deepEqual(sizes, [100, 10, 10, 10, 10]);
    most = 5;
    await assert.rejects(list.read(0, options()), (fault) => isServiceError(fault, 'too-large'));
  });

  it('gives up on a span after three reads without its items, and takes nothing in after it is canceled', async () => {
    const service = new ChangingList(500);
    service.beforeRead = () => service.grow(300);
    const { list } = service;
    await list.read(0, options());
    await assert.rejects(list.fill({ first: 200, end: 201 }, options()), (fault) =>
      isServiceError(fault, 'list-changed'),
    );
    const controller = new AbortController();
    const read = list.read(0, controller);
    controller.abort();
    const { length } = list.entries();
    await assert.rejects(read);
    assert.equal(list.entries().length, length);
  });

  it('counts newer items by the first page, in the background and without taking them in', async () => {
    const service = new ChangingList(150);
    const { list } = service;
    await list.fill({ first: 0, end: 100 }, options());
    const priorities: unknown[] = [];
    service.beforeRead = (_, priority) => priorities.push(priority);
    service.grow(3);
    service.rows.length = 152;
    await list.checkNew(options().signal);
    assert.deepEqual([list.newer, list.total, list.entries().length, list.at(0)], [3, 149, 100, 150]);
    assert.deepEqual(priorities, ['background']);
    service.rows.length = 140;
    await list.checkNew(options().signal);
    await list.read(100, options());
    assert.equal(list.hasChanged, true);
  });

  it('keeps places of items that could not be read, and does not request them again', async () => {
    const service = new ChangingList(150);
    service.answer = ({ items, ...page }) => ({ ...page, items: items.slice(2), unreadable: [0, 5] });
    const { list } = service;
    await list.fill({ first: 0, end: 150 }, options());
    assert.deepEqual(list.unreadable(), [0, 5, 100, 105]);
    assert.deepEqual(list.unknown({ first: 0, end: 150 }), []);
    assert.equal(service.asked.length, 2);
  });

  const sends = (items: number[], most?: number) => (service: ChangingList) => {
    service.answer = (page) => (service.asked.length === most ? page : { ...page, items });
  };
  const states: [string, number[], (service: ChangingList) => void, number[], unknown[]][] = [
    ['the first page again', [0], () => {}, [0], [300, 0, false, false, 2]],
    ['a short last page', [0], sends(range(100, 50)), [200], [250, 0, false, true, 2]],
    ['a page of growth', [0], (service) => service.grow(100), [150], [300, 100, false, false, 2]],
    ['growth and its rows again', [0], (service) => service.grow(100), [0, 0], [300, 100, false, false, 3]],
    ['fewer rows', [0], ({ rows }) => rows.splice(250), [100], [250, 0, true, false, 2]],
    [
      'new rows for old ones',
      [0, 100],
      (service) => service.grow(30, 300),
      [200],
      [270, 30, false, false, 3],
    ],
    ['the rows of a later page', [200], sends(range(100, 100)), [100], [300, 0, true, false, 3]],
    ['wrong rows once', [0], sends(range(250, 100).reverse(), 3), [100], [300, 0, false, false, 3]],
    ['no rows beyond a page that is not known', [0], sends([]), [200], [200, 0, false, false, 2]],
  ];
  for (const [what, before, change, after, expected] of states)
    it(`knows where it ends, how it grew, and whether it changed, if the service sends ${what}`, async () => {
      const service = new ChangingList(300);
      const { list, asked } = service;
      for (const place of before) await list.read(place, options());
      change(service);
      for (const place of after) await list.read(place, options());
      const { length, newer, hasChanged, isEndKnown } = list;
      assert.deepEqual([length, newer, hasChanged, isEndKnown, asked.length], expected);
      assert.deepEqual([list.ignoresPaging, list.unreadable()], [false, []]);
      const first = (after[0] ?? 0) - newer;
      assert.deepEqual(list.unknown({ first, end: first + 1 }), []);
    });
});

type Change = (page: Page<number>) => Partial<Page<number>>;
const untold = { isTotalKnown: false } as const;
const sends = (at: number, items: number[]) => (page: Page<number>) => (page.page === at ? { items } : {});

/** Wrong totals or pages of a list, its size, the number of items read, if it ignores paging, and its places. */
const wrong: [name: string, size: number, Change, read: number, ignores?: boolean, length?: number][] = [
  ['a missing total', 350, () => untold, 350],
  ['a missing total and a full last page', 200, () => untold, 200],
  ['a total that is too large', 350, () => ({ total: 1e15 }), 350],
  ['a total that is too small', 350, () => ({ total: 5 }), 350],
  ['the size of the page as its total', 350, ({ items }) => ({ total: items.length }), 350],
  ['a total of 0', 350, () => ({ total: 0 }), 350],
  ['pages that ignore the page number', 350, () => ({ items: range(350, 100) }), 100, true],
  ['its only page again', 100, () => ({ items: range(100, 100) }), 100],
  ['its end again', 200, ({ page }) => ({ ...untold, items: range(page < 2 ? 200 : 100, 100) }), 200, true],
  ['its first page again as the last one', 5_300, sends(53, range(5_300, 100)), 5_200, false, 5_300],
  ['short pages', 350, ({ items }) => ({ items: items.slice(0, 70) }), 260, false, 350],
];

describe('PagedList › all', () => {
  for (const [name, size, change, read, ignoresPaging = false, length = read] of wrong) {
    it(`ends for ${name}, without losing an item that was sent or yielding one twice`, async () => {
      const service = new ChangingList(size);
      const { list, asked } = service;
      service.answer = (page) => ({ ...page, ...change(page) });
      const all = await readAll(list, 4);
      assert.deepEqual([new Set(all).size, all.length], [read, read]);
      assert.deepEqual([list.length, list.isEndKnown, list.unreadable()], [length, true, []]);
      assert.equal(list.ignoresPaging, ignoresPaging);
      assert.ok(asked.length < 60, String(asked.length));
    });
  }

  it('reads a list without a total to its end for two readers at once', async () => {
    const service = new ChangingList(350, 35);
    service.answer = (page) => ({ ...page, ...untold });
    await readAll(service.newList());
    assert.equal(service.asked.length, 11);
    const both = await Promise.all([readAll(service.list), readAll(service.list)]);
    assert.deepEqual([...both, service.list.ignoresPaging], [service.rows, service.rows, false]);
  });

  it('requests no page that is known, and at most four at once', async () => {
    const service = new ChangingList(1_000);
    let [atOnce, most] = [0, 0];
    const { list } = service;
    await list.fill({ first: 100, end: 300 }, options());
    const { read } = service;
    service.read = async (...request) => {
      most = Math.max(most, ++atOnce);
      const page = await read.apply(service, request);
      atOnce--;
      return page;
    };
    assert.deepEqual(await readAll(list, 4), service.rows);
    assert.deepEqual(
      service.asked.toSorted((one, other) => one - other),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    );
    assert.equal(most, 4);
  });

  it('yields every row that stays exactly once while rows arrive and old ones go, or says that the list changed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1_200 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 150 })), {
          maxLength: 12,
        }),
        fc.constantFrom(1, 4),
        async (size, changes, concurrent) => {
          const service = new ChangingList(size);
          service.beforeRead = (read) => {
            const [growth, removed] = changes[read] ?? [0, 0];
            if (read > 0) service.grow(growth);
            service.rows.length = Math.max(0, service.rows.length - removed);
          };
          const { list } = service;
          const all = await readAll(list, concurrent).catch((fault) => {
            assert.ok(isServiceError(fault, 'list-changed'));
            return undefined;
          });
          if (!all) return;
          assert.equal(new Set(all).size, all.length, 'no row twice');
          const stayed = service.rows.filter((row) => row <= size);
          const missing = stayed.filter((row) => !all.includes(row));
          assert.ok(missing.length === 0 || list.hasChanged || list.ignoresPaging, `missing ${missing}`);
        },
      ),
      { numRuns: 150 },
    ));
});
