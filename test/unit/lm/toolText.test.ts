import assert from 'node:assert/strict';
import { betweenBoundaries } from '../../../src/lm/toolText.ts';

describe('betweenBoundaries', () => {
  it('takes another number while the text contains it', () => {
    const numbers = ['1-1-1-1-1', '2-2-2-2-2', '3-3-3-3-3'] as const;
    let next = 0;
    const block = betweenBoundaries('a 1-1-1-1-1 b 2-2-2-2-2', () => numbers[next++] ?? '4-4-4-4-4');
    assert.deepEqual(block.split('\n'), [
      '=== start of request text 3-3-3-3-3 ===',
      'a 1-1-1-1-1 b 2-2-2-2-2',
      '=== end of request text 3-3-3-3-3 ===',
    ]);
  });

  it('has another number for each text', () => {
    assert.notEqual(betweenBoundaries('a'), betweenBoundaries('a'));
  });
});
