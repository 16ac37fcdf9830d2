import assert from 'node:assert/strict';
import type { Segment, Value } from '../../../src/redaction/segments.ts';
import { partsOf, ReportChoices, selectedTexts } from '../../../src/share/reportChoices.ts';

const value = (text: string, shown?: string): Value => ({
  value: text,
  kind: '',
  length: text.length,
  ...(shown !== undefined && { shown }),
});

describe('ReportChoices', () => {
  it('shows and hides a value in turn, also one that was hidden as a selected text', () => {
    const choices = new ReportChoices();
    choices.toggle(value('a'));
    assert.deepEqual(choices.choices, { shown: ['a'], hidden: [] });
    choices.hide(['a']);
    assert.deepEqual(choices.choices, { shown: [], hidden: ['a'] });
    choices.toggle(value('a'));
    assert.deepEqual(choices.choices, { shown: ['a'], hidden: [] });
    choices.toggle(value('a', 'a'));
    assert.deepEqual(choices.choices, { shown: [], hidden: [] });
  });

  it('refuses more than 200 texts, but no repeated one', () => {
    const choices = new ReportChoices();
    assert.ok(choices.hide(Array.from({ length: 200 }, (_, index) => `text ${index}`)));
    assert.ok(choices.hide(['text 7']));
    assert.ok(!choices.hide(['one more']));
    assert.equal(choices.choices.hidden.length, 200);
  });
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
