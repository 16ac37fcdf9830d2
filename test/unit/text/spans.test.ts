import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findAll, foldCase } from '../../../src/text/spans.ts';

describe('findAll', function () {
  this.timeout(30_000);

  it('finds what the engine finds', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d\ude00', '\ud83d'), maxLength: 40 });
    const values = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(texts, values, fc.integer({ min: 1, max: 20 }), (text, value, limit) => {
        const expected: { start: number; end: number }[] = [];
        for (let at = text.indexOf(value); at >= 0 && expected.length < limit; ) {
          expected.push({ start: at, end: at + value.length });
          at = text.indexOf(value, at + value.length);
        }
        assert.deepEqual(findAll(text, value, limit), expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds nothing for nothing', () => {
    assert.deepEqual(findAll('abc', '', 10), []);
    assert.deepEqual(findAll('', 'a', 10), []);
  });

  it('does not slow down on text that is made to slow it down', () => {
    const half = 'a'.repeat(50_000);
    assert.deepEqual(findAll('a'.repeat(5_000_000), `${half}b${half}`, 1), []);
  });

  it('folds case without moving anything', () => {
    assert.equal(foldCase('SELECT Ä İx 😀'), 'select ä İx 😀');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(foldCase(text).length, text.length)),
    );
  });
});
