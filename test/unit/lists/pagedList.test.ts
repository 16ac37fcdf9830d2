import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { PagedList } from '../../../src/lists/pagedList.ts';
import type { Page } from '../../../src/service/model.ts';
import { ChangingList, itemsIn, options, readAll } from './changingList.ts';

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

describe('PagedList', () => {
  it('reads only what is not known, and keeps places while the list grows', async () => {
    const service = new ChangingList(1_000);
    const { list } = service;
    await list.fill({ first: 0, end: 20 }, options());
    await list.fill({ first: 20, end: 100 }, options());
    assert.deepEqual(service.asked, [1]);
    service.grow(30);
    await list.fill({ first: 700, end: 720 }, options());
    await list.fill({ first: 100, end: 170 }, options());
    assert.deepEqual(itemsIn(list, 700, 720), range(300, 20));
    assert.deepEqual(itemsIn(list, 0, 170), range(1_000, 170));
    assert.deepEqual([list.length, list.total, list.newer, list.hasChanged], [1_000, 1_000, 30, false]);
  });

  it('reads a page again that contradicts what is known, and says that the list changed if it still does', async () => {
    const late = new ChangingList(300);
    late.answer = (page) =>
      late.asked.length === 2 ? { ...page, items: [...range(250, 50), ...range(290, 50)] } : page;
    const repeated = new ChangingList(500);
    repeated.answer = (page) =>
      page.page === 3 ? { ...page, items: [...range(250, 50), ...range(350, 50)] } : page;
    for (const [{ list, asked }, length, hasChanged] of [
      [late, 4, false],
      [repeated, 4, true],
    ] as const) {
      await list.fill({ first: 0, end: 300 }, options());
      assert.equal(asked.length, length);
      assert.equal(list.hasChanged, hasChanged);
      const known = list.entries().map(([, item]) => item);
      assert.equal(new Set(known).size, known.length);
    }
    // Places without an item of their own are not read again.
    await repeated.list.fill({ first: 0, end: 300 }, options());
    assert.equal(repeated.asked.length, 4);
  });

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
            assert.deepEqual(itemsIn(list, first, end), first < end ? range(size - first, end - first) : []);
          }
          assert.equal(list.hasChanged, false);
        },
      ),
      { numRuns: 60 },
    ));

  it('keeps fifty pages, and those that are displayed', async () => {
    const service = new ChangingList(10_000);
    const { list } = service;
    const dropped: number[] = [];
    list.listeners.add((change) => dropped.push(...change.dropped));
    list.sights.add({ first: 0, end: 20 });
    for (let page = 0; page < 52; page++) await list.read(page * 100, options());
    assert.equal(list.entries().length, 5_000);
    assert.deepEqual([list.at(0), list.at(150), list.at(250)], [10_000, undefined, undefined]);
    assert.deepEqual(
      dropped,
      [...Array(200).keys()].map((place) => place + 100),
    );
    await list.fill({ first: 150, end: 151 }, options());
    assert.equal(list.at(150), 9_850);
  });

  it('keeps at most 32 Mi units, and the page that was read last', async () => {
    const list = new PagedList<string>(
      async ({ page }) => ({
        items: [`${page}`.padEnd(20 * 1024 * 1024)],
        total: 3,
        page,
        perPage: 100,
      }),
      (item) => item.trim(),
    );
    await list.read(0, options());
    await list.read(100, options());
    assert.deepEqual(itemsIn(list, 0, 101).filter(Boolean).length, 1);
    assert.equal(list.at(100)?.trim(), '2');
  });

  it('reads smaller pages if a page is too large', async () => {
    const sizes: number[] = [];
    const list = new PagedList<number>(
      async ({ page, perPage }) => {
        sizes.push(perPage);
        if (perPage > 10) throw new ServiceError('too-large', 'too large');
        return { items: range(30 - (page - 1) * 10, 10), total: 30, page, perPage };
      },
      (item) => item,
    );
    assert.deepEqual(await readAll(list), range(30, 30));
    assert.deepEqual(sizes, [100, 10, 10, 10, 10]);
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
    service.grow(3);
    service.rows.length = 150;
    await list.checkNew(options().signal);
    assert.deepEqual([list.newer, list.entries().length, list.at(0)], [3, 100, 150]);
  });

  it('keeps places of items that could not be read, and does not request them again', async () => {
    const service = new ChangingList(150);
    service.answer = ({ items, ...page }) => ({ ...page, items: items.slice(2), unreadable: [0, 5] });
    const { list } = service;
    await list.fill({ first: 0, end: 150 }, options());
    assert.deepEqual(list.unreadable({ first: 0, end: 100 }), [0, 5]);
    assert.deepEqual(list.unknown({ first: 0, end: 150 }), []);
    assert.equal(service.asked.length, 2);
  });
});

/** Lists whose totals or pages are wrong, with the number of items that the list contains after a complete read. */
const wrong: readonly (readonly [
  name: string,
  change: (page: Page<number>) => Page<number>,
  read: number,
])[] = [
  [
    'a missing total',
    ({ items, page, perPage }) => ({ items, page, perPage, total: 0, isTotalKnown: false }),
    350,
  ],
  ['a total that is too large', (page) => ({ ...page, total: 1e15 }), 350],
  ['a total that is too small', (page) => ({ ...page, total: 5 }), 350],
  ['the size of the page as its total', (page) => ({ ...page, total: page.items.length }), 350],
  ['a total of 0', (page) => ({ ...page, total: 0 }), 350],
  ['pages that ignore the page number', (page) => ({ ...page, items: range(350, 100) }), 100],
  [
    'no total and the last page again after it',
    ({ items, page, perPage }) => ({
      ...{ page, perPage, total: 0, isTotalKnown: false },
      items: items.length > 0 && page < 3 ? items : range(250, 100),
    }),
    200,
  ],
  ['short pages', (page) => ({ ...page, items: page.items.slice(0, 70) }), 260],
];

describe('PagedList › all', () => {
  for (const [name, change, read] of wrong) {
    it(`ends for ${name}, without losing an item that was sent or yielding one twice`, async () => {
      const service = new ChangingList(350);
      service.answer = change;
      const all = await readAll(service.newList(), 4);
      assert.equal(new Set(all).size, all.length);
      assert.equal(all.length, read);
      assert.ok(service.asked.length < 40, String(service.asked.length));
    });
  }

  it('says that the service ignored paging', async () => {
    const service = new ChangingList(350);
    service.answer = (page) => ({ ...page, items: range(350, 100) });
    await readAll(service.list, 4);
    assert.equal(service.list.ignoresPaging, true);
    // A list of one full page that the service repeats is complete.
    const whole = new ChangingList(100);
    whole.answer = (page) => ({ ...page, items: range(100, 100) });
    assert.equal((await readAll(whole.list)).length, 100);
    assert.equal(whole.list.ignoresPaging, false);
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
