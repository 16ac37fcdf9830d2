import assert from 'node:assert/strict';
import { shortNumber } from '../../../src/counts/metrics.ts';

describe('metrics', () => {
  it('shortens numbers on axes', () => {
    assert.deepEqual([0, 3, 1_500, 3_000_000].map(shortNumber), ['0', '3', '1.5K', '3M']);
  });
});
