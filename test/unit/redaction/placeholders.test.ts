import assert from 'node:assert/strict';
import {
  betweenPlaceholders,
  placeholdersAs,
  withForeignMarked,
} from '../../../src/redaction/placeholders.ts';

const FOREIGN = '‹in the log, not ours: ';

describe('text in a log', () => {
  const marked: readonly (readonly [text: string, expected: string])[] = [
    ['a ‹redacted: cookie 1› b', `a ${FOREIGN}redacted: cookie 1› b`],
    ['‹Redacted:cookie', `${FOREIGN}redacted: cookie`],
    [`‹${' '.repeat(20)}redacted \t : \n cookie›`, `${FOREIGN}redacted: cookie›`],
    [`‹redacted${' '.repeat(20)}:${' '.repeat(20)}x`, `${FOREIGN}redacted: x`],
    ['‹ꀀꀁdacted: cookie 1›', `${FOREIGN}ꀀꀁdacted: cookie 1›`],
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
    `‹${' '.repeat(21)}redacted: x›`,
    `‹redacted${' '.repeat(21)}: x›`,
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
    withForeignMarked('a ‹Redacted : x› b ‹12 characters›', (...mark) => marks.push(mark));
    assert.deepEqual(marks, [
      [2, 14, FOREIGN.length + 10],
      [19, 34, FOREIGN.length + 14],
    ]);
  });
});

describe('the placeholders in redacted text', () => {
  const write = (kind: string, number: string) => `<${kind}:${number}>`;
  const rows: readonly (readonly [text: string, shown: string, hidden: string])[] = [
    ['none', 'none', 'none'],
    ['a ‹redacted: card number 12› b', 'a <card number:12> b', 'a <card number:12> b'],
    ['‹redacted: e-mail 123456789›', '<e-mail:123456789>', '<e-mail:123456789>'],
    [`‹redacted: ${'a'.repeat(31)} 1›`, `<${'a'.repeat(31)}:1>`, `<${'a'.repeat(31)}:1>`],
    ['a ‹1 character› b', 'a ‹1 character› b', 'a * b'],
    ['‹1,000 characters›', '‹1,000 characters›', '*'],
    ['‹number, 3 digits›‹number, 1 digit›', '‹number, 3 digits›‹number, 1 digit›', '**'],
    ['‹image/svg+xml, 12 KB›', '‹image/svg+xml, 12 KB›', '*'],
    ['‹MPEG-4.2 data, 1 byte›', '‹MPEG-4.2 data, 1 byte›', '*'],
    ['‹binary data, 1,000 bytes›', '‹binary data, 1,000 bytes›', '*'],
    ['‹JSON string, 7›', '‹JSON string, 7›', '*'],
    [`‹${'a'.repeat(40)}, ${'1'.repeat(12)}›`, `‹${'a'.repeat(40)}, ${'1'.repeat(12)}›`, '*'],
    [`‹${'1'.repeat(12)} characters›`, `‹${'1'.repeat(12)} characters›`, '*'],
  ];
  for (const [text, shown, hidden] of rows)
    it(`are replaced: ${text}`, () => {
      assert.equal(placeholdersAs(text, write), shown);
      assert.equal(placeholdersAs(text, write, '*'), hidden);
      assert.equal(betweenPlaceholders(text).join('|'), hidden.replace(/<[^>]*>|\*/g, '|'));
    });

  for (const text of [
    '‹redacted: Cookie 1›',
    '‹redacted: -cookie 1›',
    '‹redacted: cookie›',
    '‹redacted: cookie x›',
    '‹redacted: cookie 1',
    '‹redacted: cookie 1234567890›',
    `‹redacted: ${'a'.repeat(32)} 1›`,
    '‹many characters›',
    '‹a;b, 7›',
    `‹${'a'.repeat(41)}, 7›`,
    `‹a, ${'1'.repeat(13)}›`,
    `‹${'1'.repeat(13)} characters›`,
    '‹string, 7 kilobytes›',
  ])
    it(`do not include other text: ${text}`, () => {
      assert.equal(placeholdersAs(text, write, '*'), text);
      assert.deepEqual(betweenPlaceholders(text), [text]);
    });
});
