import assert from 'node:assert/strict';
import { betweenMarks, lengthMark, marksAs, withForeignMarked } from '../../../src/redaction/placeholders.ts';

const FOREIGN = '‹in the log, not ours: ';

describe('lengthMark', () => {
  it('has the length of a value, and its kind if it is known', () => {
    assert.deepEqual(
      [lengthMark(1), lengthMark(1234), lengthMark(20, 'key')],
      ['‹1 character›', '‹1,234 characters›', '‹key, 20›'],
    );
  });
});

describe('text in a log', () => {
  const marked: readonly (readonly [text: string, expected: string])[] = [
    ['‹ꀀꀁ characters›', `${FOREIGN}ꀀꀁ characters›`],
    ['‹ꒌ', `${FOREIGN}ꒌ`],
    ['‹1 character›', `${FOREIGN}1 character›`],
    ['‹12,345 characters›', `${FOREIGN}12,345 characters›`],
    ['‹number, 3 digits›‹number, 1 digit›', `${FOREIGN}number, 3 digits›${FOREIGN}number, 1 digit›`],
    ['‹image/svg+xml, 12 KB›', `${FOREIGN}image/svg+xml, 12 KB›`],
    ['‹MPEG-4.2 data, 1 byte›', `${FOREIGN}MPEG-4.2 data, 1 byte›`],
    ['‹binary data, 1,000 bytes›', `${FOREIGN}binary data, 1,000 bytes›`],
    ['‹JSON string, 7›', `${FOREIGN}JSON string, 7›`],
    [`‹${'a'.repeat(40)}, 123456789012›`, `${FOREIGN}${'a'.repeat(40)}, 123456789012›`],
  ];
  for (const [text, expected] of marked)
    it(`is marked if it looks like a placeholder: ${text}`, () =>
      assert.equal(withForeignMarked(text), expected));

  for (const text of [
    '‹note›',
    '‹redacted›',
    'redacted: cookie 1',
    '‹꒍',
    '‹x ꀀ',
    '‹many characters›',
    '‹12 letters›',
    '‹12 characters',
    '‹a;b, 7›',
    '‹string, seven›',
    '‹string, 7 kilobytes›',
    '‹string 7›',
    `‹${'a'.repeat(41)}, 7›`,
    `‹a, ${'1'.repeat(13)}›`,
    `‹${'1'.repeat(13)} characters›`,
  ])
    it(`is kept if it does not look like a placeholder: ${text}`, () =>
      assert.equal(withForeignMarked(text), text));

  it('is reported with its place and its new length', () => {
    const marks: (readonly number[])[] = [];
    withForeignMarked('a ‹JSON string, 7› b ‹12 characters›', (...mark) => marks.push(mark));
    assert.deepEqual(marks, [
      [2, 18, FOREIGN.length + 15],
      [21, 36, FOREIGN.length + 14],
    ]);
  });
});

describe('the marks in redacted text', () => {
  const rows: readonly (readonly [text: string, shown: string])[] = [
    ['none', 'none'],
    ['a ‹1 character› b', 'a * b'],
    ['‹1,000 characters›', '*'],
    ['‹number, 3 digits›‹number, 1 digit›', '**'],
    ['‹image/svg+xml, 12 KB›', '*'],
    ['‹MPEG-4.2 data, 1 byte›', '*'],
    ['‹binary data, 1,000 bytes›', '*'],
    ['‹JSON string, 7›', '*'],
    ['‹key, 20›', '*'],
    [`‹${'a'.repeat(40)}, ${'1'.repeat(12)}›`, '*'],
    [`‹${'1'.repeat(12)} characters›`, '*'],
  ];
  for (const [text, shown] of rows)
    it(`are replaced: ${text}`, () => {
      assert.equal(marksAs(text, '*'), shown);
      assert.equal(betweenMarks(text).join('|'), shown.replaceAll('*', '|'));
    });

  for (const text of [
    '‹redacted: cookie 1›',
    '‹many characters›',
    '‹a;b, 7›',
    `‹${'a'.repeat(41)}, 7›`,
    `‹a, ${'1'.repeat(13)}›`,
    `‹${'1'.repeat(13)} characters›`,
    '‹string, 7 kilobytes›',
  ])
    it(`do not include other text: ${text}`, () => {
      assert.equal(marksAs(text, '*'), text);
      assert.deepEqual(betweenMarks(text), [text]);
    });
});
