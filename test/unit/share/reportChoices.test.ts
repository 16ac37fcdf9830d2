import assert from 'node:assert/strict';
import type { ReportValue } from '../../../src/formats/reportPreview.ts';
import { ReportChoices, sameValue, selectedTexts } from '../../../src/share/reportChoices.ts';

const value = (id: string, state: ReportValue['state'] = 'hidden', start = 0, end = 1): ReportValue => ({
  start,
  end,
  state,
  id,
});

describe('ReportChoices', () => {
  it('shows no key', () => {
    const choices = new ReportChoices();
    assert.equal(choices.choose('showValue', value('a', 'key')), true);
    assert.deepEqual(choices.choices, { shown: [], hidden: [] });
  });

  it('shows or hides a value, according to the last choice', () => {
    const choices = new ReportChoices();
    for (const choice of ['hideEverywhere', 'showValue'] as const) choices.choose(choice, value('a'));
    assert.deepEqual(choices.choices, { shown: ['a'], hidden: [] });
    choices.choose('hideAgain', value('a', 'shown'));
    assert.deepEqual(choices.choices, { shown: [], hidden: [] });
  });

  it('refuses more than 200 texts, but repeated and empty ones', () => {
    const choices = new ReportChoices();
    const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
    assert.equal(choices.hide(texts), true);
    assert.equal(choices.hide(['', 'text 7']), true);
    assert.equal(choices.hide(['one more']), false);
    assert.equal(choices.choices.hidden.length, 200);
  });
});

describe('selectedTexts', () => {
  const text = 'name: ‹4 characters› and anna,\r\n  -- \n last ‹3 digits› end';
  const values = [
    value('a', 'hidden', 6, 20),
    value('b', 'shown', 25, 29),
    value('c', 'hidden', text.indexOf('‹3'), text.indexOf('› end') + 1),
  ];
  const selected = (start: number, end: number) => selectedTexts({ text, values }, { start, end });

  it('returns the lines between hidden values, without white space and punctuation alone', () => {
    assert.deepEqual(selected(0, text.length), ['name:', 'and anna,', 'last', 'end']);
  });

  it('returns nothing of hidden values that begin or end in the selection', () => {
    assert.deepEqual(selected(8, 23), ['an']);
    assert.deepEqual(selected(22, values[2]?.end ?? 0), ['nd anna,', 'last']);
    assert.deepEqual(selected(8, 15), []);
  });
});

describe('sameValue', () => {
  const [a, b] = [value('a'), value('b')];

  it('returns the value with the same ID and ordinal, or the last one with the ID', () => {
    assert.equal(sameValue([a, b, a], 2, [b, a, b, a]), 3);
    assert.equal(sameValue([a, b, a], 2, [b, a, b]), 1);
  });

  it('returns a nearby value if there is none with the ID', () => {
    assert.equal(sameValue([b, b, a], 2, [b, b]), 1);
    assert.equal(sameValue([a], 0, [b, b]), 0);
    assert.equal(sameValue([a], 0, []), undefined);
  });
});
