import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { ListReader } from '../../../src/lists/listReader.ts';
import { PagedList } from '../../../src/lists/pagedList.ts';

/** A list with many items whose responses are released by the test. */
class World {
  readonly asked: number[] = [];
  readonly cancelled: number[] = [];
  readonly waiting = new Map<number, (fault?: Error) => void>();
  total = 1_000_000;
  changes = 0;
  readonly list = new PagedList<number>(
    ({ page }, { signal }) =>
      new Promise((resolve, reject) => {
        this.asked.push(page);
        signal?.addEventListener('abort', () => {
          this.cancelled.push(page);
          reject(new ServiceError('cancelled', 'cancelled'));
        });
        this.waiting.set(page, (fault) => {
          this.waiting.delete(page);
          if (fault) return reject(fault);
          const items = Array.from({ length: 100 }, (_, index) => (page - 1) * 100 + index);
          resolve({ items, total: this.total, page, perPage: 100 });
        });
      }),
    (item) => item,
  );
  readonly reader = new ListReader<number>(this.list, () => this.changes++);

  async answer(page: number, fault?: Error): Promise<void> {
    this.waiting.get(page)?.(fault);
    await setImmediate();
  }

  /** Answers all requests until there are none. */
  async answerAll(): Promise<void> {
    for (let [page] = this.waiting.keys(); page !== undefined; [page] = this.waiting.keys())
      await this.answer(page);
  }
}

/** Looks at places of a list whose first page was read. */
async function opened(first = 0, end = 40): Promise<World> {
  const world = new World();
  const filled = world.list.fill({ first: 0, end: 1 }, { signal: new AbortController().signal });
  await world.answer(1);
  await filled;
  world.reader.look(first, end);
  return world;
}

describe('ListReader', () => {
  it('reads what is visible, two pages at once, cancels what no longer is, and reports each change', async () => {
    const world = await opened(950, 1_350);
    assert.deepEqual(world.asked, [1, 10, 11]);
    const { changes } = world;
    await world.answer(10);
    assert.deepEqual([world.asked, world.changes > changes], [[1, 10, 11, 12], true]);
    world.reader.look(2_000, 2_040);
    assert.deepEqual(world.cancelled, [11, 12]);
    await world.answerAll();
    assert.deepEqual(world.asked, [1, 10, 11, 12, 21]);
  });

  it('reads a page that failed again only if requested, and what is beside it', async () => {
    const world = await opened(120, 150);
    const refused = new ServiceError('unreachable', 'unreachable');
    await world.answer(2, refused);
    world.reader.look(110, 210);
    await world.answerAll();
    assert.deepEqual([world.asked, world.reader.fault], [[1, 2, 3], refused]);
    world.reader.tryAgain();
    await world.answerAll();
    assert.deepEqual([world.asked, world.reader.fault], [[1, 2, 3, 2], undefined]);
  });

  it('loads the first items, what is visible before them, and ends', async () => {
    for (const places of [500, 5_000]) {
      const world = await opened(9_000, 9_010);
      world.reader.load(places);
      assert.equal(world.reader.isLoading, true);
      await world.answerAll();
      assert.deepEqual(world.asked.slice(0, 4), [1, 91, 2, 3]);
      assert.equal(world.reader.isLoading, false);
    }
  });

  for (const [name, end] of [
    ['it is stopped', (world: World) => world.reader.load(0)],
    ['the service refuses', (world: World) => world.answer(2, new ServiceError('forbidden', 'forbidden'))],
  ] as const) {
    it(`loads no more once ${name}`, async () => {
      const world = await opened();
      world.reader.load(5_000);
      await end(world);
      await world.answerAll();
      assert.ok(world.asked.length <= 3);
      assert.equal(world.reader.isLoading, false);
    });
  }

  it('states that the list changes faster than it can be read', async () => {
    const world = await opened(5_000, 5_020);
    for (let read = 0; read < 20 && world.waiting.size > 0; read++) {
      world.total += 500;
      const [page] = world.waiting.keys();
      await world.answer(page ?? 0);
    }
    assert.ok(isServiceError(world.reader.fault, 'list-changed'));
    assert.equal(world.waiting.size, 0);
  });

  it('reads nothing while it is hidden or after it is disposed of', async () => {
    const world = await opened();
    world.reader.pause(true);
    world.reader.look(700, 720);
    assert.deepEqual(world.asked, [1]);
    world.reader.pause(false);
    assert.deepEqual(world.asked, [1, 8]);
    world.reader.dispose();
    assert.deepEqual([world.cancelled, world.list.sights.size, world.list.listeners.size], [[8], 0, 0]);
  });
});
