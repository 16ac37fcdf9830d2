import assert from 'node:assert/strict';
import { formatNumber, shortNumber, sparkline } from '../../../src/report/metrics.ts';

describe('numbers of the counts', () => {
  it('are whole in texts and short on axes', () => {
    assert.deepEqual([3, 3_000_000, -5, 2 ** 53 - 1].map(formatNumber), [
      '3',
      '3,000,000',
      '-5',
      '9,007,199,254,740,991',
    ]);
    assert.deepEqual([0, 3, 1_500, 3_000_000].map(shortNumber), ['0', '3', '1.5K', '3M']);
  });

  it('are bars of their height, with a dot for what is unknown', () => {
    assert.equal(sparkline([0, 1, 2, undefined, 4]), '▁▃▅·█');
    assert.equal(sparkline([0, 0]), '▁▁');
    assert.equal(sparkline([-3, 7]), '▁█');
    assert.equal(sparkline([]), '');
  });
});
