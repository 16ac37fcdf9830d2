import assert from 'node:assert/strict';
import { LogCounter } from '../../../src/lm/logCounter.ts';

const log = (rule: string) => ({
  key: { domain: 1, idx: 1, detectedType: 'WAF' },
  row: { idx: 1, rule, other: {} },
});

describe('LogCounter', () => {
  it('keeps different values of 8 Mi units, and counts logs of others as not told', () => {
    const half = 4 * 1024 * 1024;
    for (const more of [0, 1]) {
      const counter = new LogCounter('rule');
      counter.add(['a'.repeat(half), 'b'.repeat(half + more), 'a'.repeat(half)].map(log));
      assert.deepEqual(
        counter.values().map(({ value, count }) => [value?.[0], count]),
        [
          ['a', 2],
          [more === 0 ? 'b' : undefined, 1],
        ],
      );
    }
  });
});
