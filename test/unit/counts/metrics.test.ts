import assert from 'node:assert/strict';
import { shortNumber, sparkline } from '../../../src/counts/metrics.ts';

describe('metrics', () => {
  it('shortens numbers on axes', () => {
    assert.deepEqual([0, 3, 1_500, 3_000_000].map(shortNumber), ['0', '3', '1.5K', '3M']);
  });

  it('draws bars of their height, with a dot for unknown values', () => {
    assert.equal(sparkline([0, 1, 2, undefined, 4]), '▁▃▅·█');
    assert.equal(sparkline([0, 0]), '▁▁');
    assert.equal(sparkline([-3, 7]), '▁█');
    assert.equal(sparkline([]), '');
  });
});
