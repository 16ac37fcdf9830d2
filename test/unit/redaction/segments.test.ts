import assert from 'node:assert/strict';
import { cutSegments, joined, type Segment, valueId, withoutTexts } from '../../../src/redaction/segments.ts';

const tern = { value: 'tern', kind: 'token', shown: 'tern' };

describe('withoutTexts', () => {
  const rows: readonly (readonly [what: string, segments: readonly Segment[], shown: string])[] = [
    ['a text across segments', ['a te', 'rn b'], 'a ‹4 characters› b'],
    ['a shown value that contains the text', ['te', tern, 'rn'], 'te‹token, 4 characters›rn'],
    ['no other shown value', ['a ', { ...tern, shown: 'owl' }], 'a owl'],
  ];
  for (const [what, segments, shown] of rows)
    it(`hides ${what}`, () => assert.equal(joined(withoutTexts(segments, ['tern'])), shown));
});

describe('cutSegments', () => {
  it('cuts text and shown values, but no hidden value', () => {
    const cut = (longest: number, ...segments: Segment[]) => joined(cutSegments(segments, longest));
    assert.deepEqual(
      [cut(6, 'ab', 'cdef'), cut(5, 'ab', 'cde', 'f'), cut(5, 'ab', tern)],
      ['abcdef', 'abcd…', 'abte…'],
    );
    assert.equal(cut(5, 'ab', { ...tern, shown: undefined }, 'c'), 'ab…');
  });
});

describe('valueId', () => {
  it('is short, but different for long values', () => {
    const [one = '', other] = ['a', 'b'].map((unit) => valueId(unit.repeat(5000)));
    assert.ok(one.length < 2100 && one !== other && valueId('a+b') === valueId('a%20b'));
  });
});
