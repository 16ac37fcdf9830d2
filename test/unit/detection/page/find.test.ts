import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findMatches, MATCH_LIMIT } from '../../../../src/detection/page/find.ts';

describe('findMatches', () => {
  it('takes the query literally', () => {
    const text = 'a.*b (a+b) [x] \\d ^$ {1} a|b /-/';
    for (const query of ['.*', '(a+b)', '[x]', '\\d', '^$', '{1}', 'a|b', '/-/']) {
      const found = findMatches([text], query, true).map(({ start, end }) => text.slice(start, end));
      assert.deepEqual(found, [query]);
    }
    assert.deepEqual(findMatches(['ac'], 'a.', true), []);
  });

  it('ignores case unless asked', () => {
    assert.deepEqual(findMatches(['Cookie cookie'], 'COOKIE', false).length, 2);
    assert.deepEqual(findMatches(['Cookie cookie'], 'cookie', true), [{ index: 0, start: 7, end: 13 }]);
  });

  it('finds nothing for nothing, and stops at the limit', () => {
    assert.deepEqual(findMatches(['abc'], '', false), []);
    assert.equal(findMatches(['a'.repeat(MATCH_LIMIT * 2)], 'a', false).length, MATCH_LIMIT);
  });

  it('finds in several texts, in their order', () => {
    assert.deepEqual(findMatches(['ab', '', 'xa', 'a'], 'a', false), [
      { index: 0, start: 0, end: 1 },
      { index: 2, start: 1, end: 2 },
      { index: 3, start: 0, end: 1 },
    ]);
  });

  it('returns what indexOf finds, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\0', '\ud800', '😀', '\n', '\\') });
    fc.assert(
      fc.property(text, text, (whole, query) => {
        const expected: number[] = [];
        for (
          let at = whole.indexOf(query);
          query !== '' && at >= 0;
          at = whole.indexOf(query, at + query.length)
        ) {
          expected.push(at);
        }
        assert.deepEqual(
          findMatches([whole], query, true).map(({ start }) => start),
          expected,
        );
      }),
    );
  });
});
