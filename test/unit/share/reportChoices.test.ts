import assert from 'node:assert/strict';
import type { Segment, Value } from '../../../src/redaction/segments.ts';
import { NO_CHOICES, partOf, selectedTexts, toggled, valueIn } from '../../../src/share/reportChoices.ts';

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

it('a key is no value that can be shown', () => {
  const segments = ['a ', value('b'), value('c', undefined, 'key'), value('d', 'd')];
  assert.deepEqual(
    segments.map((each) => partOf(each).state),
    [undefined, 'hidden', undefined, 'shown'],
  );
  assert.deepEqual([...segments, undefined].map(valueIn).filter(Boolean), [segments[1], segments[3]]);
});

it('selectedTexts › returns the lines between hidden values, without white space and punctuation alone', () => {
  const segments: readonly Segment[] = [
    ...['name: ', value('anna'), ' and ', value('bert', 'bert'), ',\r\n  -- \n last '],
    ...[value('x'), ' end'],
  ];
  const text = segments.map((each) => partOf(each).text).join('');
  for (const [start, end, texts] of [
    [0, text.length, ['name:', 'and bert,', 'last', 'end']],
    [8, 23, ['an']],
    [22, text.indexOf('‹1') + 3, ['nd bert,', 'last']],
    [8, 15, []],
  ] as const)
    assert.deepEqual(selectedTexts(segments, start, end), texts);
});
