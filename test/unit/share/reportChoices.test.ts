import assert from 'node:assert/strict';
import type { Segment, Value } from '../../../src/redaction/segments.ts';
import { NO_CHOICES, partsOf, selectedTexts, toggled, valuesOf } from '../../../src/share/reportChoices.ts';

const value = (text: string, shown?: string, kind = ''): Value => ({
  value: text,
  kind,
  length: text.length,
  ...(shown !== undefined && { shown }),
});

it('toggled › shows and hides a value in turn, in any encoding, also one that was hidden as a selected text', () => {
  const shown = toggled({ shown: [], hidden: ['a b'] }, value('a%20b'));
  assert.deepEqual(shown, { shown: ['a%20b'], hidden: [] });
  assert.deepEqual(toggled(shown, value('a+b', 'a b')), NO_CHOICES);
});

it('valuesOf › has the values of the parts that can be shown, which a key is not', () => {
  const segments = ['a ', value('b'), value('c', undefined, 'key'), value('d', 'd')];
  assert.deepEqual(valuesOf(segments), [segments[1], segments[3]]);
  assert.deepEqual(
    partsOf(segments).map(({ state }) => state),
    [undefined, 'hidden', undefined, 'shown'],
  );
});

describe('selectedTexts', () => {
  const segments: readonly Segment[] = [
    ...['name: ', value('anna'), ' and ', value('bert', 'bert'), ',\r\n  -- \n last '],
    ...[value('x'), ' end'],
  ];
  const text = partsOf(segments)
    .map((part) => part.text)
    .join('');
  const selected = (start: number, end: number) => selectedTexts(segments, { start, end });

  it('returns the lines between hidden values, without white space and punctuation alone', () => {
    assert.deepEqual(selected(0, text.length), ['name:', 'and bert,', 'last', 'end']);
  });

  it('returns nothing of hidden values that begin or end in the selection', () => {
    assert.deepEqual(selected(8, 23), ['an']);
    assert.deepEqual(selected(22, text.indexOf('‹1') + 3), ['nd bert,', 'last']);
    assert.deepEqual(selected(8, 15), []);
  });
});
