import assert from 'node:assert/strict';
import { UNITS_PER_VALUE } from '../../../src/base/valueSize.ts';
import { PagedList } from '../../../src/lists/pagedList.ts';

const PER_PAGE = 100;

/** Returns the places kept after reading the given number of pages, each with the given number of units. */
async function keptOf(pages: number, units: (page: number) => number): Promise<number> {
  const id = (page: number, at: number) => `${page} ${at}`.padEnd(10);
  const list = new PagedList<string>({
    fetch: async ({ page }) => {
      const items = Array.from({ length: PER_PAGE }, (_, at) => id(page, at));
      const others = (PER_PAGE - 1) * 10 + PER_PAGE * UNITS_PER_VALUE;
      items[0] = id(page, 0).padEnd(units(page) - others);
      return { items, total: 100_000, page, perPage: PER_PAGE };
    },
    idOf: (text) => text.slice(0, 10),
  });
  const { signal } = new AbortController();
  for (let page = 1; page <= pages; page++) await list.read({ page, perPage: PER_PAGE }, [], { signal });
  return list.places.size;
}

describe('PagedList', () => {
  it('takes nothing in that arrives after its read was cancelled', async () => {
    const controller = new AbortController();
    const list = new PagedList<string>({
      fetch: async ({ page, perPage }) => {
        controller.abort();
        return { items: ['a'], total: 1, page, perPage };
      },
      idOf: (text) => text,
    });
    await assert.rejects(list.read({ page: 1, perPage: 10 }, [], { signal: controller.signal }), {
      code: 'cancelled',
    });
    assert.equal(list.places.hasAnswered, false);
  });

  /** A list with 95 of 1,000 items in pages of 10, and its requests. */
  function numbers(total = 1_000) {
    const asked: object[] = [];
    const waits: number[] = [];
    const list = new PagedList<number>({
      fetch: async ({ page, perPage }, { priority }) => {
        asked.push({ page, perPage, ...(priority && { priority }) });
        const first = (page - 1) * perPage;
        const items = Array.from(
          { length: Math.max(0, Math.min(perPage, 95 - first)) },
          (_, at) => first + at,
        );
        return { items, total, page, perPage };
      },
      idOf: (number) => number,
      pause: async (milliseconds) => waits.push(milliseconds),
    });
    const { signal } = new AbortController();
    const read = (page: number, first: number, end: number) =>
      list.read({ page, perPage: 10 }, [{ first, end }], { signal });
    return { list, asked, waits, read, signal };
  }

  it('tells whether a page was of use: the first, one with wanted items, or one that narrows down the end', async () => {
    const { read, list } = numbers();
    assert.equal(await read(1, 500, 510), true);
    assert.equal(await read(2, 15, 25), true);
    assert.equal(await read(2, 15, 25), false);
    assert.equal(await read(60, 0, 0), false);
    assert.ok(list.places.gap > 0);
    assert.equal(await read(30, 0, 0), true);
    assert.equal(await read(30, 0, 0), false);
  });

  it('fills a span page by page, without a wait', async () => {
    const { list, asked, waits, read, signal } = numbers(95);
    await read(1, 0, 10);
    await list.fill({ first: 25, end: 75 }, 10, { signal });
    assert.deepEqual(
      asked,
      [1, 3, 4, 5, 6, 7, 8].map((page) => ({ page, perPage: 10 })),
    );
    assert.deepEqual([list.places.size, waits], [70, []]);
  });

  it('gives up on a span after three pages without its items', async () => {
    const signal = new AbortController().signal;
    let next = 0;
    const list = new PagedList<number>({
      fetch: async ({ page, perPage }) => {
        next += 100;
        return { items: [next], total: next, page, perPage };
      },
      idOf: (number) => number,
      pause: async () => {},
    });
    await list.read({ page: 1, perPage: 10 }, [], { signal });
    await assert.rejects(list.fill({ first: 50, end: 60 }, 10, { signal }), {
      code: 'list-changed',
      message: 'The list changes faster than it can be read.',
    });
  });

  it('counts newer items in the background by the first page', async () => {
    const { list, asked, signal } = numbers();
    await list.checkNew(20, signal);
    assert.deepEqual(asked, [{ page: 1, perPage: 20, priority: 'background' }]);
  });

  it('keeps 5,000 places', async () => {
    assert.equal(await keptOf(50, () => 10_000), 5_000);
    assert.equal(await keptOf(51, () => 10_000), 5_000);
  });

  it('keeps 32 Mi units of places', async () => {
    const half = 16 * 1024 * 1024;
    assert.equal(await keptOf(2, () => half), 200);
    assert.equal(await keptOf(2, (page) => (page === 2 ? half + 1 : half)), 100);
  });
});
