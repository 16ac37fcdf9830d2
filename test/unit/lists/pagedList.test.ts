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
