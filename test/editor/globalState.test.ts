import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoredList } from '../../src/connections/storedList.ts';
import { models } from './models.ts';

const KEYS = ['test.one', 'test.other'];

describe('StoredList', () => {
  after(async () => {
    const { globalState } = await models();
    for (const key of KEYS) await globalState.update(key, undefined);
  });

  it('keeps what is set while another list is being written, at any moment of that', async () => {
    const { globalState } = await models();
    const [first, second] = KEYS.map((key) => new StoredList<number>(globalState, key));
    for (let round = 0; round < 240; round++) {
      const written = first?.change(() => [round]);
      const end = performance.now() + (round % 60) / 3;
      while (performance.now() < end) await nextTurn();
      await Promise.all([written, second?.change((list) => [...list, round])]);
      assert.deepEqual([first?.list(), second?.list().length], [[round], round + 1]);
    }
  });
});
