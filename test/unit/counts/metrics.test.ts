import assert from 'node:assert/strict';
import { shortNumber, sparkline } from '../../../src/counts/metrics.ts';

describe('numbers of the counts', () => {
  it('are short on axes', () => {
    assert.deepEqual([0, 3, 1_500, 3_000_000].map(shortNumber), ['0', '3', '1.5K', '3M']);
  });

  it('are bars of their height, with a dot for what is unknown', () => {
    assert.equal(sparkline([0, 1, 2, undefined, 4]), '▁▃▅·█');
    assert.equal(sparkline([0, 0]), '▁▁');
    assert.equal(sparkline([-3, 7]), '▁█');
    assert.equal(sparkline([]), '');
  });
});
