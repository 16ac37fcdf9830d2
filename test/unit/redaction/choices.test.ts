import assert from 'node:assert/strict';
import { ChosenValues, valueId } from '../../../src/redaction/choices.ts';
import { PlaceholderTags } from '../../../src/redaction/placeholderTags.ts';

describe('valueId', () => {
  it('is the same for a value in any encoding', () => {
    for (const value of ['kestrel hill', 'kestrel+hill', 'kestrel%20hill', 'kestrel%2520hill'])
      assert.equal(valueId(value), 'kestrel hill');
    assert.equal(valueId(`+${'x'.repeat(4095)}`), ` ${'x'.repeat(4095)}`);
  });

  it('is the length and both ends of a long value as sent', () => {
    const [first, last] = ['%20+'.repeat(256), 'x+'.repeat(512)];
    assert.equal(valueId(`${first}${'y'.repeat(2049)}${last}`), `4097:${first}${last}`);
  });
});

describe('ChosenValues', () => {
  const text = 'note=kestrel&town=north%20hill';
  const usual = [
    { start: 5, end: 12, mark: '‹7 characters›' },
    { start: 18, end: 30, mark: '‹12 characters›' },
  ];

  it('never shows a key', () => {
    const chosen = new ChosenValues({ shown: ['kestrel hill'], hidden: [] }, ['kestrel%20hill']);
    assert.ok(!chosen.isShown('kestrel hill'));
    const note = [{ start: 0, end: 12, mark: '‹12 characters›' }];
    const key = [{ start: 5, end: 12, mark: '‹key, 7›' }];
    const shown = new ChosenValues({ shown: ['note=kestrel'], hidden: [] }, []);
    assert.deepEqual(shown.hiddenIn(text, note, key), key);
  });

  it('shows only the chosen values and collects them', () => {
    const chosen = new ChosenValues({ shown: ['north hill'], hidden: [] }, ['secret']);
    assert.deepEqual([chosen.isShown('north hill'), chosen.isShown('kestrel')], [true, false]);
    const tags = new PlaceholderTags();
    assert.deepEqual(chosen.hiddenIn(text, usual, [], tags), usual.slice(0, 1));
    assert.deepEqual([...tags.shown], [['north%20hill', 'north hill']]);
    assert.deepEqual(chosen.hiddenIn(text, usual, []), usual.slice(0, 1));
  });

  it('hides the chosen strings outside of hidden values, in text order', () => {
    const chosen = new ChosenValues({ shown: ['kestrel'], hidden: ['&town=north', 'e'] }, []);
    assert.deepEqual(chosen.hiddenIn(text, usual, []), [
      { start: 3, end: 4, mark: '‹1 character›' },
      { start: 6, end: 7, mark: '‹1 character›' },
      { start: 10, end: 11, mark: '‹1 character›' },
      { start: 12, end: 18, mark: '‹6 characters›' },
      usual[1],
    ]);
  });

  it('changes nothing without choices', () => {
    assert.deepEqual(
      new ChosenValues({ shown: [], hidden: ['absent'] }, []).hiddenIn(text, usual, []),
      usual,
    );
  });
});
