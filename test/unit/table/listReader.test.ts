import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../src/service/errors.ts';
import { ListPlaces } from '../../../src/table/listPlaces.ts';
import { ListReader } from '../../../src/table/listReader.ts';

interface Item {
  readonly id: string;
}

/** A list of many items whose answers come when the test lets them. */
class World {
  readonly asked: number[] = [];
  readonly cancelled: number[] = [];
  readonly waiting = new Map<number, (fault?: Error) => void>();
  readonly places = new ListPlaces<Item>(
    { idOf: ({ id }) => id, sizeOf: () => 1, mostPages: 50, mostUnits: 1e9 },
    100,
  );
  total = 1_000_000;
  changes = 0;
  readonly reader = new ListReader<Item>({
    places: this.places,
    fetch: (page, { signal }) =>
      new Promise((resolve, reject) => {
        this.asked.push(page);
        signal?.addEventListener('abort', () => {
          this.cancelled.push(page);
          reject(new ServiceError('cancelled', 'cancelled'));
        });
        this.waiting.set(page, (fault) => {
          this.waiting.delete(page);
          const start = (page - 1) * 100;
          const count = Math.max(0, Math.min(100, this.total - start));
          const items = Array.from({ length: count }, (_, index) => ({ id: `${start + index}` }));
          if (fault) reject(fault);
          else resolve({ items, total: this.total, page, perPage: 100 });
        });
      }),
    onPlaced: () => {},
    onChange: () => {
      this.changes++;
    },
  });

  async answer(page: number, fault?: Error): Promise<void> {
    this.waiting.get(page)?.(fault);
    await setImmediate();
  }
}

describe('ListReader', () => {
  it('reads the first page first, whatever is looked at', async () => {
    const world = new World();
    world.reader.look(0, 40);
    assert.deepEqual(world.asked, [1]);
    await world.answer(1);
    assert.deepEqual(world.asked, [1]);
    assert.equal(world.reader.hasAnswered, true);
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
      world.reader.failed.map(({ page }) => page),
      [2],
    );
    world.reader.tryAgain();
    assert.deepEqual(world.asked, [1, 2, 2]);
    await world.answer(2);
    assert.deepEqual(world.reader.failed, []);
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
    world.reader.load(5_000);
    await world.answer(2, new ServiceError('unauthorized', 'no'));
    assert.equal(world.reader.isLoading, false);
  });

  it('takes nothing in after it is disposed of', async () => {
    const world = new World();
    world.reader.look(0, 40);
    world.reader.dispose();
    await world.answer(1);
    assert.equal(world.places.size, 0);
    assert.equal(world.changes, 0);
  });
});
