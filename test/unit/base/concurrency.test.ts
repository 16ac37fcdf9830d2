import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { inOrder } from '../../../src/base/concurrency.ts';

describe('inOrder', () => {
  it('yields results in the order of the items, with as many tasks at a time as allowed', async () => {
    let [running, most] = [0, 0];
    const task = async (turns: number) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      running--;
      return turns;
    };
    const items = [9, 1, 5, 3, 0, 7, 2, 8];
    const given: number[] = [];
    for await (const result of inOrder(items, 4, task)) given.push(result);
    assert.deepEqual(given, items);
    assert.equal(most, 4);
  });

  it('rejects with the first failure in the order of the items', async () => {
    const task = async (item: number) => {
      if (item > 1) throw new Error(`item ${item}`);
      return item;
    };
    const given: number[] = [];
    const all = async () => {
      for await (const item of inOrder([0, 1, 2, 3], 4, task)) given.push(item);
    };
    await assert.rejects(all(), { message: 'item 2' });
    assert.deepEqual(given, [0, 1]);
  });
});
