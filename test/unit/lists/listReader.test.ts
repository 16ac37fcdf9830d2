import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { ListReader } from '../../../src/lists/listReader.ts';
import { PagedList } from '../../../src/lists/pagedList.ts';

interface Item {
  readonly id: string;
}

/** A list with many items whose responses are released by the test. */
class World {
  readonly asked: number[] = [];
  readonly cancelled: number[] = [];
  readonly waiting = new Map<number, (fault?: Error) => void>();
  /** The number of items that each change added. */
  readonly placed: number[] = [];
  total = 1_000_000;
  changes = 0;
  /** The state when the last change was reported. */
  reported: unknown;
  readonly list = new PagedList<Item>({
    idOf: ({ id }) => id,
    pause: async () => {},
    fetch: ({ page }, { signal }) =>
      new Promise((resolve, reject) => {
        this.asked.push(page);
        signal?.addEventListener('abort', () => {
          this.cancelled.push(page);
          reject(new ServiceError('cancelled', 'cancelled'));
        });
        this.waiting.set(page, (fault) => {
          this.waiting.delete(page);
          if (fault) reject(fault);
          else resolve(this.#page(page));
        });
      }),
  });
  readonly places = this.list.places;
  readonly reader = new ListReader<Item>({
    list: this.list,
    perPage: 100,
    onPlaced: ({ placed }) => this.placed.push(placed.length),
    onChange: () => {
      this.changes++;
      this.reported = this.state;
    },
  });

  get state() {
    const { reading, failed, isLoading } = this.reader;
    return { reading, failed: failed.length, isLoading, items: this.places.size };
  }

  #page(page: number) {
    const start = (page - 1) * 100;
    const count = Math.max(0, Math.min(100, this.total - start));
    const items = Array.from({ length: count }, (_, index) => ({ id: `${start + index}` }));
    return { items, total: this.total, page, perPage: 100 };
  }

  /** Adds a page that another view of the list has read. */
  readElsewhere(page: number): void {
    const change = this.places.add(this.#page(page));
    for (const listener of this.list.listeners) listener(change);
  }

  async answer(page: number, fault?: Error): Promise<void> {
    this.waiting.get(page)?.(fault);
    await setImmediate();
  }
}

describe('ListReader', () => {
  it('reads the first page first, whatever is looked at', async () => {
    const world = new World();
    world.reader.look(100_000, 100_040);
    assert.deepEqual(world.asked, [1]);
    await world.answer(1);
    assert.deepEqual(world.asked, [1, 1_001]);
  });

  it('reads the first item as long as nothing is looked at', () => {
    const world = new World();
    world.readElsewhere(3);
    world.reader.pause(false);
    assert.deepEqual(world.asked, [1]);
  });

  it('reports what changes: items, pages in progress, failures, and whether the list is being loaded', async () => {
    const world = new World();
    const { reader } = world;
    reader.look(0, 40);
    const changes: readonly (readonly [string, () => unknown])[] = [
      ['a page is read', () => world.answer(1)],
      ['the list is being loaded', () => reader.load(300)],
      ['a page fails', () => world.answer(2, new ServiceError('server-error', 'no'))],
      ['it is tried again', () => reader.tryAgain()],
      ['the list is no longer being loaded', () => reader.stop()],
      ['another view reads a page', () => world.readElsewhere(9)],
    ];
    for (const [name, change] of changes) {
      await change();
      assert.deepEqual(world.reported, world.state, name);
    }
  });

  it('reads where one looks, and cancels what is scrolled past', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    for (const place of [100_000, 200_000, 300_000]) world.reader.look(place + 10, place + 50);
    assert.deepEqual(world.asked, [1, 1_001, 2_001, 3_001]);
    assert.deepEqual(world.cancelled, [1_001, 2_001]);
    await world.answer(3_001);
    assert.deepEqual(world.places.at(300_020), { id: '300020' });
    assert.equal(world.reader.reading, 0);
  });

  it('reads the page in the middle of the sight first, and two at once', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.look(480, 720);
    assert.deepEqual(world.asked.slice(1), [6, 5]);
    await world.answer(6);
    assert.deepEqual(world.asked.slice(1), [6, 5, 7]);
  });

  it('reads a page that failed only when asked to', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.look(100, 140);
    await world.answer(2, new ServiceError('server-error', 'no'));
    world.reader.look(101, 141);
    assert.deepEqual(world.asked, [1, 2]);
    assert.deepEqual(
      world.reader.failed.map(({ first, end }) => [first, end]),
      [[100, 200]],
    );
    world.reader.tryAgain();
    assert.deepEqual(world.asked, [1, 2, 2]);
    await world.answer(2);
    assert.deepEqual(world.reader.failed, []);
  });

  it('reads a first page that failed only when asked to', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1, new ServiceError('server-error', 'no'));
    for (const first of [0, 100_000]) world.reader.look(first, first + 40);
    assert.deepEqual(world.asked, [1]);
    world.reader.tryAgain();
    await world.answer(1);
    assert.deepEqual([world.asked, world.places.at(0)], [[1, 1, 1_001], { id: '0' }]);
  });

  it('finds the end of a list that is shorter than its total', async () => {
    let requests = 0;
    const list = new PagedList<Item>({
      idOf: ({ id }) => id,
      fetch: async ({ page }) => {
        requests++;
        const first = (page - 1) * 100;
        const count = Math.max(0, Math.min(100, 250 - first));
        const items = Array.from({ length: count }, (_, at) => ({ id: `${first + at}` }));
        return { items, total: 1_000_000, page, perPage: 100 };
      },
    });
    const reader = new ListReader<Item>({ list, perPage: 100, onPlaced: () => {}, onChange: () => {} });
    for (const place of [0, 500_000, 240]) {
      reader.look(place, place + 40);
      do await setImmediate();
      while (reader.reading > 0);
    }
    assert.deepEqual([list.places.size, list.places.isEndKnown], [150, true]);
    assert.deepEqual([list.places.at(249)?.id, list.places.unknown({ first: 200, end: 1_000 })], ['249', []]);
    assert.ok(requests < 30, String(requests));
  });

  it('reads what is looked at next to places that failed', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.look(200, 240);
    await world.answer(3, new ServiceError('server-error', 'no'));
    for (const first of [200, 299]) world.reader.look(first, first + 1);
    assert.deepEqual(world.asked, [1, 3]);
    for (const first of [199, 300]) world.reader.look(first, first + 1);
    assert.deepEqual(world.asked, [1, 3, 2, 4]);
  });

  it('reads any number of pages that are of use', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    for (let page = 2; page <= 8; page++) {
      world.reader.look((page - 1) * 100, page * 100);
      await world.answer(page);
    }
    assert.deepEqual([world.reader.failed, world.places.size], [[], 800]);
  });

  it('keeps the places that are looked at, or else the first ones', async () => {
    for (const [first, isLookedAt] of [
      [0, false],
      [100_000, true],
    ] as const) {
      const world = new World();
      if (isLookedAt) world.reader.look(first, first + 40);
      world.readElsewhere(first / 100 + 1);
      for (let page = 300; page < 360; page++) world.readElsewhere(page);
      assert.equal(world.places.size, 5_000);
      assert.equal(world.places.at(first)?.id, `${first}`);
    }
  });

  it('stops loading when no more places can be kept', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(6_000);
    for (let page = 2; page <= 51; page++) await world.answer(page);
    assert.equal(world.reader.isLoading, false);
    assert.equal(world.places.size, 5_000);
  });

  it('reads the item that is looked at, also without an end, and says which items it added', async () => {
    const world = new World();
    world.total = 450;
    world.reader.look(420, 400);
    for (const page of [1, 5]) await world.answer(page);
    assert.deepEqual(
      [world.asked, world.placed],
      [
        [1, 5],
        [100, 50],
      ],
    );
  });

  it('goes on loading when the first places after those to load are dropped', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(300);
    world.readElsewhere(4);
    world.reader.look(100_000, 104_900);
    for (let page = 1_001; page <= 1_049; page++) world.readElsewhere(page);
    assert.deepEqual([world.places.at(300), world.reader.isLoading], [undefined, true]);
  });

  it('loads the first places, and ends', async () => {
    const world = new World();
    world.total = 450;
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(5_000);
    assert.equal(world.reader.isLoading, true);
    for (const page of [2, 3, 4, 5]) await world.answer(page);
    assert.equal(world.places.size, 450);
    assert.equal(world.reader.isLoading, false);
  });

  it('stops loading when asked to, or refused', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(5_000);
    world.reader.stop();
    assert.deepEqual(world.cancelled, [2, 3]);
    for (const code of ['unauthorized', 'forbidden'] as const) {
      world.reader.load(5_000);
      await world.answer(2, new ServiceError(code, 'no'));
      assert.equal(world.reader.isLoading, false, code);
      world.reader.tryAgain();
    }
  });

  it('goes on loading the other pages if one of them fails', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(400);
    await world.answer(2, new ServiceError('server-error', 'no'));
    assert.equal(world.reader.isLoading, true);
    for (const page of [3, 4]) await world.answer(page);
    assert.deepEqual([world.places.size, world.reader.isLoading], [300, false]);
  });

  it('marks the page that could not be loaded, not what is looked at, when the list changes', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(5_000);
    await world.answer(2, new ServiceError('list-changed', 'no'));
    const failed = world.reader.failed.map(({ first, end }) => [first, end]);
    assert.deepEqual([failed, world.reader.isLoading], [[[100, 200]], false]);
  });

  it('keeps the first places while they are being loaded', async () => {
    const world = new World();
    world.reader.look(100_000, 100_040);
    world.reader.load(300);
    for (const page of [1, 1_001, 2]) await world.answer(page);
    for (let page = 1_002; page < 1_060; page++) world.readElsewhere(page);
    assert.deepEqual([world.places.at(0)?.id, world.places.at(199)?.id], ['0', '199']);
    assert.equal(world.reader.isLoading, true);
  });

  it('does not keep the first places once they are loaded', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(200);
    await world.answer(2);
    world.reader.look(100_000, 100_040);
    for (let page = 1_001; page < 1_060; page++) world.readElsewhere(page);
    assert.deepEqual([world.places.size, world.places.at(150)], [5_000, undefined]);
  });

  it('takes nothing in after it is disposed of', async () => {
    const world = new World();
    world.reader.look(0, 40);
    world.reader.load(300);
    world.changes = 0;
    world.reader.dispose();
    await world.answer(1);
    assert.deepEqual([world.places.size, world.places.sights.size], [0, 0]);
    const reading = world.list.read({ page: 1, perPage: 100 }, [], { signal: new AbortController().signal });
    await world.answer(1);
    await reading;
    assert.deepEqual([world.places.size, world.changes], [100, 0]);
  });
});

describe('ListReader: a service whose pages do not fit together', () => {
  /** Returns a list that is read immediately, and the number of requests. */
  function readerOf(
    answer: (page: number, request: number) => { total: number; perPage: number; shift: number },
  ) {
    const counted = { requests: 0, waits: [] as number[] };
    const list = new PagedList<Item>({
      idOf: ({ id }) => id,
      pause: async (milliseconds) => counted.waits.push(milliseconds),
      fetch: async ({ page }) => {
        const { total, perPage, shift } = answer(page, ++counted.requests);
        const start = (page - 1) * perPage - shift;
        const items = Array.from({ length: perPage }, (_, index) => ({ id: `${start + index}` }));
        return { items, total, page, perPage };
      },
    });
    const reader = new ListReader<Item>({ list, perPage: 100, onPlaced: () => {}, onChange: () => {} });
    const settle = async () => {
      for (let turn = 0; turn < 200; turn++) await setImmediate();
    };
    return { reader, list, counted, settle };
  }

  const endless = {
    'grows by more than a page between two answers': (_page: number, request: number) => ({
      total: 10_000 + 250 * request,
      perPage: 100,
      shift: 250 * request,
    }),
    'alternates per_page': (page: number) => ({
      total: 10_000,
      perPage: page > 1 && page < 60 ? 30 : 100,
      shift: 0,
    }),
  };

  for (const [name, answer] of Object.entries(endless)) {
    it(`stops after three reads in vain where it ${name}, and waits longer before each`, async () => {
      const { reader, counted, settle } = readerOf(answer);
      reader.look(0, 1);
      await settle();
      const before = counted.requests;
      reader.look(5_010, 5_050);
      await settle();
      assert.ok(counted.requests - before <= 4, String(counted.requests - before));
      assert.deepEqual([...new Set(counted.waits)], [250, 500]);
      const [failed] = reader.failed;
      assert.ok(isServiceError(failed?.fault, 'list-changed'));
      assert.deepEqual([failed?.first, failed?.end], [5_010, 5_050]);
      const stopped = counted.requests;
      reader.look(5_010, 5_050);
      await settle();
      assert.equal(counted.requests, stopped);
      reader.tryAgain();
      await settle();
      assert.ok(
        counted.requests - stopped <= 4 && counted.requests > stopped,
        String(counted.requests - stopped),
      );
    });
  }

  it('reads nothing while it is hidden, and goes on when it is shown', async () => {
    const world = new World();
    world.reader.look(0, 40);
    await world.answer(1);
    world.reader.load(5_000);
    world.reader.pause(true);
    assert.deepEqual(world.cancelled, [2, 3]);
    world.reader.look(300, 340);
    assert.deepEqual(world.asked, [1, 2, 3]);
    assert.equal(world.reader.isLoading, true);
    world.reader.pause(false);
    assert.deepEqual(world.asked.slice(3), [4, 2]);
  });
});
