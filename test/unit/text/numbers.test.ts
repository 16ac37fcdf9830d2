import assert from 'node:assert/strict';
import { counted, formatNumber } from '../../../src/text/strings.ts';

describe('numbers', () => {
  it('have groups of digits, and agree with what they count', () => {
    const numbers = [3, 3_000_000, -5, 2 ** 53 - 1].map(formatNumber);
    assert.deepEqual(numbers, ['3', '3,000,000', '-5', '9,007,199,254,740,991']);
    const counts = [0, 1, 2, 1_234].map((number) => counted(number, 'log'));
    assert.deepEqual(counts, ['0 logs', '1 log', '2 logs', '1,234 logs']);
  });
});
