import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ListStream } from '../../../src/lists/listStream.ts';
import { type ListedLog, logId, type Page } from '../../../src/service/model.ts';

const log = (idx: number, detectedType = 'WAF'): ListedLog => ({
  key: { domain: 7, idx, detectedType },
  row: { idx, other: {} },
});

/** A list that changes between reads according to a script; responses arrive in the order of the script. */
class ChangingList {
  rows: number[];
  reads = 0;
  readonly #perPage: number;
  readonly #beforeRead: (list: ChangingList, read: number) => void;

  constructor(
    size: number,
    perPage: number,
    beforeRead: (list: ChangingList, read: number) => void = () => {},
  ) {
    this.rows = Array.from({ length: size }, (_, index) => size - index);
    this.#perPage = perPage;
    this.#beforeRead = beforeRead;
  }

  /** Adds new logs at the top. */
  readonly grow = (count: number): void => {
    const newest = Math.max(0, ...this.rows);
    this.rows.unshift(...Array.from({ length: count }, (_, index) => newest + count - index));
  };

  readonly read = async (page: number): Promise<Page<ListedLog>> => {
    this.#beforeRead(this, this.reads++);
    const start = (page - 1) * this.#perPage;
    const items = this.rows.slice(start, start + this.#perPage).map((idx) => log(idx));
    const total = this.rows.length;
    return { items, total, page, perPage: this.#perPage };
  };
}

const listOf = (read: (page: number) => Promise<Page<ListedLog>>) =>
  new ListStream<ListedLog>({
    read: ({ page }) => read(page),
    idOf: ({ key }) => logId(key),
    concurrent: 4,
    attempts: 4,
  });

async function readAll(list: ListStream<ListedLog>): Promise<number[]> {
  const read: number[] = [];
  for await (const rows of list.pages()) read.push(...rows.map(({ key }) => key.idx));
  return read;
}

describe('ListStream', () => {
  it('reads a list that stands still once, in its order', async () => {
    const service = new ChangingList(95, 10);
    const list = listOf(service.read);
    assert.deepEqual(await readAll(list), service.rows);
    assert.equal(service.reads, 10);
    assert.equal(list.total, 95);
    assert.equal(list.mayMissRows, false);
  });

  it('reads four pages at once and no more, however slow its consumer', async () => {
    const service = new ChangingList(200, 10);
    let [atOnce, most] = [0, 0];
    const list = listOf(async (page) => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      return service.read(page);
    });
    let pages = 0;
    for await (const _ of list.pages()) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      assert.ok(service.reads <= ++pages + 4, `${service.reads} pages read for ${pages} taken`);
    }
    assert.equal(most, 4);
  });

  it('misses no row and gives none twice while logs arrive', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.array(fc.integer({ min: 0, max: 14 }), { maxLength: 12 }),
        async (size, arrivals) => {
          const service = new ChangingList(size, 10, ({ grow }, read) =>
            grow(read > 0 ? (arrivals[read] ?? 0) : 0),
          );
          const atFirst = [...service.rows];
          const list = listOf(service.read);
          const read = await readAll(list);
          assert.equal(new Set(read).size, read.length, 'a row came twice');
          assert.deepEqual(
            read.filter((idx) => idx <= size),
            atFirst,
          );
          assert.equal(list.mayMissRows, false);
        },
      ),
      { numRuns: 500 },
    ));

  it('misses no row that stays while logs go at either end, or says that it may', () => {
    const loss = fc.record({
      oldest: fc.integer({ min: 0, max: 6 }),
      newest: fc.integer({ min: 0, max: 6 }),
    });
    return fc.assert(
      fc.asyncProperty(fc.array(loss, { maxLength: 12 }), async (losses) => {
        const service = new ChangingList(100, 10, (list, read) => {
          const { oldest = 0, newest = 0 } = (read > 0 && losses[read]) || {};
          list.rows = list.rows.slice(newest, list.rows.length - oldest);
        });
        const list = listOf(service.read);
        const read = await readAll(list);
        assert.equal(new Set(read).size, read.length, 'a row came twice');
        const missing = service.rows.filter((idx) => !read.includes(idx));
        if (missing.length > 0) assert.ok(list.mayMissRows, `${missing} are missing`);
      }),
      { numRuns: 500 },
    );
  });

  it('joins what it read when logs go now and then', () => {
    const loss = fc.record({
      read: fc.integer({ min: 1, max: 16 }),
      oldest: fc.integer({ min: 0, max: 25 }),
      newest: fc.integer({ min: 0, max: 25 }),
    });
    return fc.assert(
      fc.asyncProperty(fc.array(loss, { maxLength: 3 }), async (losses) => {
        const service = new ChangingList(100, 10, (list, read) => {
          for (const { oldest, newest } of losses.filter((each) => each.read === read)) {
            list.rows = list.rows.slice(newest, Math.max(newest, list.rows.length - oldest));
          }
        });
        const list = listOf(service.read);
        const read = await readAll(list);
        assert.deepEqual(
          service.rows.filter((idx) => !read.includes(idx)),
          [],
        );
        assert.equal(list.mayMissRows, false);
      }),
      { numRuns: 500 },
    );
  });

  it('reads pages again that were answered out of turn', async () => {
    // Pages 2 to 5 are requested at the same time. Page 2 is answered after 3 new logs have arrived, the others before.
    const service = new ChangingList(50, 10);
    const asked: number[] = [];
    const list = listOf(async (page) => {
      asked.push(page);
      if (page !== 2) return service.read(page);
      await new Promise((resolve) => setImmediate(resolve));
      if (asked.length === 5) service.grow(3);
      return service.read(page);
    });
    const read = await readAll(list);
    assert.deepEqual(
      [...read].sort((a, b) => b - a),
      Array.from({ length: 50 }, (_, index) => 50 - index),
    );
    assert.ok(asked.length > 6, 'no page was read again');
    assert.equal(list.mayMissRows, false);
  });

  it('says so when the list changes faster than it can be read', async () => {
    // Before each read, more rows are removed than two pages contain.
    const service = new ChangingList(3000, 10, (list, read) => {
      list.rows = list.rows.slice(read === 0 ? 0 : 25);
    });
    const list = listOf(service.read);
    const read = await readAll(list);
    assert.equal(list.mayMissRows, true);
    assert.equal(new Set(read).size, read.length);
  });

  it('stops, and says so, when the service ignores paging', async () => {
    const service = new ChangingList(1000, 10);
    const list = listOf(async (page) => ({ ...(await service.read(1)), page }));
    assert.deepEqual(await readAll(list), service.rows.slice(0, 10));
    assert.equal(list.ignoresPaging, true);
    assert.ok(service.reads <= 6);
  });

  it('stops, and says so, when the list ends before its total', async () => {
    const service = new ChangingList(25, 10);
    const list = listOf(async (page) => ({ ...(await service.read(page)), total: 1_000_000 }));
    assert.deepEqual(await readAll(list), service.rows);
    assert.equal(list.mayMissRows, true);
    assert.ok(service.reads < 40);
  });

  it('ends quietly where a list has shrunk: an unknown page is an empty one of another total', async () => {
    const service = new ChangingList(60, 10, (list, read) => {
      if (read === 2) list.rows = list.rows.slice(0, 35);
    });
    const list = listOf(async (page) => {
      const answer = await service.read(page);
      return answer.items.length > 0 ? answer : { ...answer, total: (page - 1) * 10 };
    });
    const read = await readAll(list);
    assert.deepEqual(
      service.rows.filter((idx) => !read.includes(idx)),
      [],
    );
    assert.equal(list.mayMissRows, false);
  });

  it('has no total before the first page', () => {
    assert.equal(listOf(new ChangingList(45, 20).read).total, 0);
  });

  it('counts the items that could not be read', async () => {
    for (const perPage of [10, 2]) {
      const service = new ChangingList(2.5 * perPage, perPage);
      const list = listOf(async (page) => {
        const { items, ...rest } = await service.read(page);
        return { ...rest, items: items.slice(1), unreadable: [0] };
      });
      assert.deepEqual([(await readAll(list)).length, list.unreadable], [2.5 * perPage - 3, 3]);
    }
  });

  it('reads on where no item of many pages could be read', async () => {
    const service = new ChangingList(300, 10);
    const list = listOf(async (page) => {
      const { items, ...rest } = await service.read(page);
      return page === 30 ? { ...rest, items } : { ...rest, items: [], unreadable: items.map((_, at) => at) };
    });
    assert.equal((await readAll(list)).length, 10);
    assert.deepEqual([list.unreadable, list.ignoresPaging], [290, false]);
  });

  it('does not take the top of a list that moved down by a page for a repeated page', async () => {
    const service = new ChangingList(15, 10, (list, read) => {
      if (read === 1)
        list.rows = [...Array.from({ length: 10 }, (_, at) => 100 - at), ...list.rows.slice(0, 5)];
    });
    const list = listOf(service.read);
    await readAll(list);
    assert.equal(list.ignoresPaging, false);
  });

  it('reads ten pages back to join them with those before', async () => {
    const service = new ChangingList(300, 10, (list, read) => {
      if (read === 15) list.rows = list.rows.slice(90);
    });
    const list = new ListStream<ListedLog>({
      read: ({ page }) => service.read(page),
      idOf: ({ key }) => logId(key),
      attempts: 1,
    });
    assert.equal((await readAll(list)).length, 300);
    assert.equal(list.mayMissRows, false);
  });

  it('reads no more than ten pages back, and says that it may miss rows', async () => {
    const read: number[] = [];
    const service = new ChangingList(400, 10, (list, count) => {
      if (count === 15) list.rows = list.rows.slice(140);
    });
    const list = new ListStream<ListedLog>({
      read: ({ page }) => {
        read.push(page);
        return service.read(page);
      },
      idOf: ({ key }) => logId(key),
      attempts: 1,
    });
    await readAll(list);
    assert.equal(list.mayMissRows, true);
    assert.deepEqual(read.slice(15, 29), [16, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 17, 18]);
  });

  it('reads back beyond the pages that it has taken, while the list goes on changing', async () => {
    const service = new ChangingList(100, 10, (list, read) => {
      if (read === 2) list.rows = list.rows.slice(25);
      // Page 3 is read again before this change, and page 2 after it. Both have row 55.
      if (read === 4) list.rows = [...list.rows.slice(1), ...Array.from({ length: 26 }, (_, at) => -at)];
    });
    const list = new ListStream<ListedLog>({
      read: ({ page }) => service.read(page),
      idOf: ({ key }) => logId(key),
      attempts: 1,
    });
    const read = await readAll(list);
    assert.deepEqual(
      service.rows.filter((idx) => !read.includes(idx)),
      [],
    );
    assert.equal(list.mayMissRows, false);
  });

  it('reads no page again if rows are allowed to be missing', async () => {
    const service = new ChangingList(60, 10, (list, read) => {
      if (read === 2) list.rows = list.rows.slice(15);
    });
    const list = new ListStream<ListedLog>({
      read: ({ page }) => service.read(page),
      idOf: ({ key }) => logId(key),
    });
    assert.equal((await readAll(list)).length, 45);
    assert.deepEqual([service.reads, list.mayMissRows], [5, true]);
  });

  it('reads on while pages have new items, even if each repeats some', async () => {
    const service = new ChangingList(200, 10, (list) => {
      list.grow(1);
      list.rows.pop();
    });
    const list = listOf(service.read);
    assert.deepEqual(
      (await readAll(list)).filter((idx) => idx <= 200),
      Array.from({ length: 180 }, (_, at) => 200 - at),
    );
    assert.equal(list.ignoresPaging, false);
  });

  it('does not take a page of known items for the previous page, unless all of them are at the same places', async () => {
    const pages = [
      [1, 2],
      [3, 4],
      [3, 2],
      [5, 6],
    ];
    const list = listOf(async (page) => ({
      items: (pages[page - 1] ?? []).map((idx) => log(idx)),
      ...{ total: 8, page, perPage: 2 },
    }));
    assert.deepEqual(await readAll(list), [1, 2, 3, 4, 5, 6]);
  });

  it('says that it may miss rows where the service counts the items only at times', async () => {
    for (const [size, counted] of [
      [30, 0],
      [30, 1],
      [20, 1],
    ] as const) {
      const service = new ChangingList(size, 10, (list, read) => {
        if (read === 1) list.rows = list.rows.slice(5);
      });
      const list = listOf(async (page) => {
        const isCounted = (page - 1) % 2 === counted;
        const answer = await service.read(page);
        return isCounted ? answer : { ...answer, total: page * 10 + 1, isTotalKnown: false };
      });
      const read = await readAll(list);
      assert.deepEqual(
        service.rows.filter((idx) => !read.includes(idx)),
        [10, 11, 12, 13, 14].map((at) => size - at),
      );
      assert.equal(list.mayMissRows, true);
    }
  });

  it('recognizes items that are listed again up to 25,000 items later, and none after 50,000', async () => {
    const long = new ChangingList(60_000, 10_000);
    long.rows.push(60_000, 1);
    assert.equal((await readAll(listOf(long.read))).length, 60_001);

    const service = new ChangingList(25_000, 1_000);
    service.rows.push(...service.rows.slice(0, 1), ...Array.from({ length: 2_000 }, (_, at) => -at));
    const read = await readAll(listOf(service.read));
    assert.equal(read.length, 27_000);
    assert.equal(new Set(read).size, 27_000);
  });

  it('takes pages of the size that the service applies', async () => {
    const service = new ChangingList(45, 20);
    assert.deepEqual(await readAll(listOf(service.read)), service.rows);
  });

  it('tells logs of one number and two kinds apart', async () => {
    const kinds = ['WAF', 'BOT', 'DDoS'];
    const items = [1, 2, 3].flatMap((idx) => kinds.map((detectedType) => log(idx, detectedType)));
    const list = listOf(async (page) => ({
      items: items.slice((page - 1) * 3, page * 3),
      total: items.length,
      page,
      perPage: 3,
    }));
    assert.deepEqual(await readAll(list), [1, 1, 1, 2, 2, 2, 3, 3, 3]);
    assert.equal(list.ignoresPaging, false);
  });

  it('reads each page once where the service does not count the items', async () => {
    const service = new ChangingList(35, 10);
    const list = listOf(async (page) => {
      const answer = await service.read(page);
      const shown = (page - 1) * 10 + answer.items.length;
      return { ...answer, total: shown + (answer.items.length === 10 ? 1 : 0), isTotalKnown: false };
    });
    assert.deepEqual(await readAll(list), service.rows);
    assert.equal(list.mayMissRows, false);
    assert.equal(service.reads, 4);
  });

  it('stops where the service repeats its pages in turn', async () => {
    const service = new ChangingList(20, 10);
    const list = listOf(async (page) => ({
      ...(await service.read(1 + ((page - 1) % 2))),
      page,
      total: Number.MAX_SAFE_INTEGER,
    }));
    assert.deepEqual(await readAll(list), service.rows);
    assert.equal(list.ignoresPaging, true);
    assert.equal(service.reads, 17);
  });

  it('rejects as its reads do', async () => {
    const service = new ChangingList(100, 10);
    const list = listOf(async (page) => {
      if (page === 4) throw new Error('page 4');
      return service.read(page);
    });
    await assert.rejects(readAll(list), { message: 'page 4' });
  });
});
