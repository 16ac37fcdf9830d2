import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { inOrder } from '../../../src/base/concurrency.ts';

const MEBI = 1024 * 1024;

/**
 * Runs tasks that return texts of the given lengths; returns the maximum number of UTF-16 units buffered or in progress
 * at the same time.
 */
async function mostHeld(sizes: readonly number[], expected?: number): Promise<number[]> {
  const held: number[] = [];
  let begun = 0;
  let taken = 0;
  const task = async (size: number) => {
    held.push(++begun - taken);
    await setImmediate();
    return 'x'.repeat(size);
  };
  const given: number[] = [];
  for await (const text of inOrder(sizes, 4, task, expected)) {
    taken++;
    given.push(text.length);
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }
  assert.deepEqual(given, sizes);
  return held;
}

describe('inOrder', () => {
  it('begins with one and runs four ahead once results are small', async () => {
    assert.deepEqual((await mostHeld(Array(8).fill(10))).slice(0, 4), [1, 2, 2, 3]);
    assert.equal(Math.max(...(await mostHeld(Array(20).fill(10)))), 5);
  });

  it('begins with four where the first is said to be small', async () => {
    assert.deepEqual((await mostHeld(Array(8).fill(10), 10)).slice(0, 4), [1, 2, 3, 4]);
  });

  it('runs one ahead, no more, as long as results are large', async () => {
    assert.equal(Math.max(...(await mostHeld(Array(6).fill(17 * MEBI)))), 2);
    const held = await mostHeld([10, 10, 10, 10, 10, 17 * MEBI, ...Array(4).fill(10), ...Array(8).fill(10)]);
    assert.equal(held.at(-1), 5);
    assert.ok(held.slice(6, 12).includes(2), held.join());
  });

  it('rejects with the first failure in the order of the items', async () => {
    const task = async (item: number) => {
      if (item > 1) throw new Error(`item ${item}`);
      return item;
    };
    const given: number[] = [];
    const all = async () => {
      for await (const item of inOrder([0, 1, 2, 3], 4, task, 1)) given.push(item);
    };
    await assert.rejects(all(), { message: 'item 2' });
    assert.deepEqual(given, [0, 1]);
  });
});
