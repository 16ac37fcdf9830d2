import assert from 'node:assert/strict';
import fc from 'fast-check';
import { valueSize } from '../../../src/base/values.ts';

describe('valueSize', () => {
  it('is that of its texts and names, and something for each value', () => {
    assert.equal(valueSize('text', 100, 0), 4);
    assert.equal(valueSize({ name: ['a', 'bc', 7, null, {}] }, 100, 0), 7);
    assert.equal(valueSize({ name: ['a', 'bc', 7, null, {}] }, 100, 1), 14);
  });

  it('is above the limit whenever the whole is, and exact up to it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(60), (value, limit) => {
        const whole = valueSize(value, Number.POSITIVE_INFINITY, 1);
        const counted = valueSize(value, limit, 1);
        assert.equal(whole <= limit ? counted : counted > limit, whole <= limit ? whole : true);
      }),
    );
  });

  it('does not count a long list to its end', () => {
    let read = 0;
    const list = Array.from({ length: 1000 }, () => ({
      get text() {
        read++;
        return 'x';
      },
    }));
    assert.ok(valueSize(list, 50, 1) > 50);
    assert.ok(read < 20, String(read));
  });
});
