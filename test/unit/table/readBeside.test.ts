import assert from 'node:assert/strict';
import { ReadBeside } from '../../../src/table/readBeside.ts';

describe('ReadBeside', () => {
  function world() {
    const shown: string[] = [];
    let task: (() => void) | undefined;
    const beside = new ReadBeside<string>({
      show: async (target) => void shown.push(target),
      idOf: (target) => target,
      after: (_, later) => {
        task = later;
        return () => {
          task = undefined;
        };
      },
    });
    const rest = () => task?.();
    return { shown, beside, rest };
  }

  it('shows the first at once and of the others only the last', () => {
    const { shown, beside, rest } = world();
    for (const row of ['a', 'b', 'c', 'd']) beside.moveTo(row);
    assert.deepEqual(shown, ['a']);
    rest();
    assert.deepEqual(shown, ['a', 'd']);
    rest();
    beside.moveTo('d');
    assert.deepEqual(shown, ['a', 'd']);
  });

  it('shows nothing after it is stopped, and the same one again when it goes on', () => {
    const { shown, beside, rest } = world();
    beside.moveTo('a');
    beside.moveTo('b');
    beside.stop();
    rest();
    assert.deepEqual(shown, ['a']);
    beside.moveTo('a');
    assert.deepEqual(shown, ['a', 'a']);
  });
});
