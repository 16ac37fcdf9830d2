import assert from 'node:assert/strict';
import fc from 'fast-check';
import { valueStart } from '../../../src/service/valueStart.ts';

describe('valueStart', () => {
  it('is the text, or the JSON of anything else, when that is short', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        assert.equal(valueStart(value, text.length), text);
      }),
    );
    assert.equal(valueStart(undefined, 10), '');
  });

  it('is the start of it otherwise, and says so', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(20), (value, limit) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        fc.pre(text.length > limit);
        assert.equal(valueStart(value, limit), `${text.slice(0, limit)}…`);
      }),
    );
  });

  it('reads no more of a long list than it gives', () => {
    let read = 0;
    const list = Array.from({ length: 1000 }, () => ({
      get text() {
        read++;
        return 'x';
      },
    }));
    assert.equal(valueStart(list, 30).length, 31);
    assert.ok(read < 10, String(read));
  });
});
