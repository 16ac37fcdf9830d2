import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findAll, foldCase, mergeSpans, without } from '../../../src/text/spans.ts';

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

describe('mergeSpans', () => {
  it('merges what overlaps, and keeps neighbors apart: a shown value must not cover a hidden one', () => {
    const spans = [
      { start: 4, end: 6 },
      { start: 0, end: 2, isShown: true },
      { start: 2, end: 5 },
    ];
    assert.deepEqual(mergeSpans(spans), [
      { start: 0, end: 2, isShown: true },
      { start: 2, end: 6 },
    ]);
  });
});

describe('without', () => {
  it('returns the parts of a range that are not covered', () => {
    const covered = [
      [2, 4],
      [6, 6],
      [8, 10],
      [10, 12],
    ].map(([start = 0, end = 0]) => ({ start, end }));
    for (const [start, end, ...rest] of [
      [0, 1, [0, 1]],
      [0, 2, [0, 2]],
      [0, 14, [0, 2], [4, 6], [6, 8], [12, 14]],
      [2, 4],
      [3, 9, [4, 6], [6, 8]],
      [4, 8, [4, 6], [6, 8]],
      [9, 11],
      [9, 13, [12, 13]],
      [12, 14, [12, 14]],
    ] as const)
      assert.deepEqual(
        without({ start, end }, covered).map((each) => [each.start, each.end]),
        rest,
        `${start} to ${end}`,
      );
    assert.deepEqual(without({ start: 1, end: 2 }, []), [{ start: 1, end: 2 }]);
  });
});
