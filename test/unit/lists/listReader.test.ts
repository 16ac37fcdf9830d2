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
  placed = 0;
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
          const count = Math.max(0, Math.min(100, this.total - (page - 1) * 100));
          const items = Array.from({ length: count }, (_, index) => (page - 1) * 100 + index);
          resolve({ items, total: this.total, page, perPage: 100 });
        });
      }),
    (item) => item,
  );
  readonly reader = new ListReader<number>(
    this.list,
    ({ placed }) => {
      this.placed += placed.length;
    },
    () => {
      this.changes++;
    },
  );

  async answer(page: number, fault?: Error): Promise<void> {
    this.waiting.get(page)?.(fault);
    await setImmediate();
  }

  /** Answers all requests until there are none. */
  async answerAll(): Promise<void> {
    for (let [page] = this.waiting.keys(); page !== undefined; [page] = this.waiting.keys())
      await this.answer(page);
  }

  /** Looks at places after the first page was read. */
  async opened(first = 0, end = 40): Promise<this> {
    this.reader.look(first, end);
    await this.answer(1);
    return this;
  }
}

const refused = () => new ServiceError('unreachable', 'unreachable');

describe('ListReader', () => {
  it('reads the first page first, then what is visible, and reports each change', async () => {
    const world = new World();
    world.reader.look(500_000, 500_040);
    assert.deepEqual(world.asked, [1]);
    await world.answer(1);
    assert.deepEqual(world.asked, [1, 5_001]);
    const { changes } = world;
    await world.answer(5_001);
    assert.equal(world.placed, 200);
    assert.ok(world.changes > changes);
  });

  it('reads from the middle outward, two pages at once, and cancels what is no longer visible', async () => {
    const world = await new World().opened(950, 1_350);
    assert.deepEqual(world.asked, [1, 12, 11]);
    world.reader.look(2_000, 2_040);
    assert.deepEqual(world.cancelled, [12, 11]);
    await world.answerAll();
    assert.deepEqual(world.asked, [1, 12, 11, 21]);
  });

  it('reads a page that failed again only if requested, and what is beside it', async () => {
    const world = await new World().opened(120, 150);
    await world.answer(2, refused());
    world.reader.look(110, 210);
    await world.answerAll();
    assert.deepEqual(world.asked, [1, 2, 3]);
    assert.deepEqual(
      world.reader.failed.map(({ first, end }) => [first, end]),
      [[100, 200]],
    );
    world.reader.tryAgain();
    await world.answerAll();
    assert.deepEqual([world.asked, world.reader.failed], [[1, 2, 3, 2], []]);
  });

  it('loads the first items, what is visible before them, and ends', async () => {
    const world = await new World().opened(9_000, 9_010);
    world.reader.load(5_000);
    assert.equal(world.reader.isLoading, true);
    await world.answerAll();
    assert.deepEqual(world.asked.slice(0, 4), [1, 91, 2, 3]);
    assert.equal(world.reader.isLoading, false);
  });

  for (const [name, end] of [
    ['it is stopped', (world: World) => world.reader.load(0)],
    ['the service refuses', (world: World) => world.answer(2, new ServiceError('forbidden', 'forbidden'))],
  ] as const) {
    it(`loads no more once ${name}`, async () => {
      const world = await new World().opened();
      world.reader.load(5_000);
      await end(world);
      await world.answerAll();
      assert.ok(world.asked.length <= 3);
      assert.equal(world.reader.isLoading, false);
    });
  }

  it('marks the visible part when the list changes faster than it can be read', async () => {
    const world = await new World().opened(0, 20);
    world.reader.look(5_000, 5_020);
    for (let read = 0; read < 20 && world.waiting.size > 0; read++) {
      world.total += 500;
      const [page] = world.waiting.keys();
      await world.answer(page ?? 0);
    }
    const [failed] = world.reader.failed;
    assert.ok(isServiceError(failed?.fault, 'list-changed'));
    assert.deepEqual([failed?.first, failed?.end], [5_000, 5_100]);
    assert.equal(world.waiting.size, 0);
  });

  it('reads nothing while it is hidden or after it is disposed of', async () => {
    const world = await new World().opened();
    world.reader.pause(true);
    world.reader.look(700, 720);
    assert.deepEqual(world.asked, [1]);
    world.reader.pause(false);
    assert.deepEqual(world.asked, [1, 8]);
    world.reader.dispose();
    assert.deepEqual(world.cancelled, [8]);
    const { placed } = world;
    await world.list.fill({ first: 100, end: 100 }, { signal: new AbortController().signal });
    assert.deepEqual([world.placed, world.list.sights.size], [placed, 0]);
  });
});
