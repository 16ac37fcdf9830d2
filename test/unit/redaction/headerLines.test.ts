import assert from 'node:assert/strict';
import { findInHeaderLines } from '../../../src/redaction/headerLines.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { marked, unmarked } from './marks.ts';

describe('findInHeaderLines', () => {
  const names = new SecretNames();

  function check(text: string, { isProse = false, isHead = false }): void {
    const findings = findInHeaderLines(unmarked(text), names, isProse, isHead);
    assert.equal(marked(unmarked(text), findings), text);
    assert.equal(findings.length, text.split('«').length - 1);
  }

  const heads: readonly (readonly [what: string, text: string])[] = [
    [
      'finds the value of each header',
      'X-Api-Key: «abc 123»\r\nA: b\r\nPassword:«abc123»\rCookie \t : a=«1»\nB: c',
    ],
    ['finds an indented header', '\t  X-Api-Key: «abc123»'],
    ['finds no header after other text', 'see X-Api-Key: abc123'],
    ['finds a folded value', 'X-Api-Key: «abc\r\n  def\r\n\tghi\r\n jkl:mno\r\n -pqr::»\r\nA: b'],
    ['ends a folded value at another header', 'X-Api-Key: «abc»\r\n   A-b: c\r\n d\r\n'],
    ['ends a folded value at a header without a value', 'X-Api-Key: «abc»\r\n A:\r\nB: c'],
    ['ends a folded value at a name at the end', 'X-Api-Key: «abc»\r\n Host:'],
    ['finds a folded value at the end', 'X-Api-Key: «abc\r\n  \r\n def»'],
    ['finds no empty value', 'X-Api-Key:\r\nPassword: \r\n\r\n'],
  ];
  for (const [what, text] of heads) it(`${what} in a head`, () => check(text, { isHead: true }));

  it('finds only unambiguous headers in prose', () => {
    check('password: abc123\nX-Api-Key: «abc123»\nCookie: a=«1»\nAuthorization: Basic «YTpi»\n', {
      isProse: true,
    });
  });

  const lines: readonly (readonly [what: string, text: string])[] = [
    ['finds a value on the line', 'password:«abc123»\n  token \t: «abc 456» \nuser: a\n'],
    ['finds a quoted value before a comma', 'password:"«abc»",\npassword:  \'«abc»\' \t, b\n'],
    ['finds a quoted value before a bracket', 'password: "«abc»"}, x\npassword: "«abc»"  ] x\n'],
    ['finds a quoted value before a comment or the end', 'password: "«abc»"  # x\npassword: \'«abc»\'  \n'],
    ['finds a value that only starts with a quoted text', 'password: «\'a\' and b»\npassword: «"a" b» # c\n'],
    ['finds a value before a comment', 'password: «ab#c» # x\npassword: «ab #c»\npassword: «ab# c»\n'],
    ['finds a value at the end of an object', '{"a":"\npassword: «ab"c»"  }\npassword: «abc»"]\n'],
    ['finds a value at the end of a member', '"\npassword: «abc»","x"\npassword: «abc»"  ,  "x"\n'],
    ['finds a value before a comma in quotes', 'password: «abc", d»\n'],
    [
      'finds a value before the end of an object and a comment',
      'password: «abc»"} # x\npassword: «abc» # "}\n',
    ],

    ['finds a block', 'password: |\n  «abc\n\n \n   def\r\n ghi»\nuser: a'],
    ['finds a block with signs', 'password:>+2  \n  «abc\n  def»\ntoken:  |-\n  «abc\n  def»\nx: >\n  a'],
    ['finds a block with a name in it', 'password: |2\n  «token: abc\n  def»\nuser: a'],
    ['finds an indented block', '  password: |\n    «abc»\n  user: a\n\t password: |\n   «abc»\n\t user: a'],
    ['finds a block at the end', 'password: |\n  «abc\n  def»'],
    ['finds an empty block', 'password: |'],
    ['finds an empty block before another name', 'password: |\nuser: a'],
    ['finds a value that starts like a block', 'password: «| abc»\n  def\npassword: «|abc»\n  def\n'],

    [
      'finds a value on the next line',
      'password:\n  «abc»\n  def\npassword:  \r\n\t«abc - d»\r\npassword:\r «-abc»',
    ],
    ['finds a value with a colon on the next line', 'password:\n  «abc:def»\npassword:\n  «a b: c»\nuser: a'],
    ['finds no value after an empty line', 'password:\n\n  abc\npassword:\n   \n  abc'],
    ['finds no value on a line that is not indented', 'password:\nabc\n  password:\n  abc\n'],
    ['finds no item of a list', 'password:\n  - abc\npassword:\n  --abc\n'],
    ['finds no other member', 'password:\n  "ab-c": d\npassword:\n  abc \t: d\npassword:\n  \'abc\':\n  d\n'],
    ['finds no other member at the end', 'password:\n  user:'],
    ['finds only the first line after spaces', 'password:  \n  «abc»\n  def'],
    ['finds nothing before a comment or the end of an object', 'password: # x\npassword:"}\npassword:'],
    ['finds nothing without a name', 'password'],
  ];
  for (const [what, text] of lines) it(`${what} in other text`, () => check(text, {}));
});
