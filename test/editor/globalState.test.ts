import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { models } from './models.ts';

const KEYS = ['test.one', 'test.other'] as const;

describe('globalState', () => {
  after(async () => {
    const { globalState } = await models();
    for (const key of KEYS) await globalState.update(key, undefined);
  });

  it('keeps what is set while another value is being written, at any moment of that', async () => {
    const { globalState } = await models();
    for (let round = 0; round < 240; round++) {
      const first = globalState.update(KEYS[0], round);
      const end = performance.now() + (round % 60) / 3;
      while (performance.now() < end) await nextTurn();
      const second = globalState.update(KEYS[1], round);
      assert.equal(globalState.get(KEYS[1]), round);
      await Promise.all([first, second]);
      assert.deepEqual(
        KEYS.map((key) => globalState.get(key)),
        [round, round],
      );
    }
  });
});
