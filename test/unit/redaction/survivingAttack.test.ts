import assert from 'node:assert/strict';
import type { SecretKind } from '../../../src/redaction/secretNames.ts';
import { survivingAttack } from '../../../src/redaction/survivingAttack.ts';
import { readMarks } from './marks.ts';

/** Returns the texts to hide in the marked finding. */
function hidden(
  marked: string,
  matched: readonly string[],
  kind: SecretKind = 'secret',
  name = 'p',
): string[] {
  const { text, spans } = readMarks(marked);
  const [{ start, end } = { start: 0, end: 0 }] = spans;
  const finding = { start, end, kind, ...(kind === 'secret' && { name }) };
  return survivingAttack(finding, text, matched).map((part) => {
    assert.deepEqual(part, { ...finding, end: part.end });
    return text.slice(part.start, part.end);
  });
}

const long = 'kestrel hill '.repeat(630);

describe('a secret that might be an attack', () => {
  const rows: readonly (readonly [what: string, marked: string, matched: readonly string[], ...string[]])[] =
    [
      ['all of a value without an attack', 'x=«kestrel»&y', [], 'kestrel'],
      ['the value before an attack', "x=«kestrel' OR 1=1»", [], 'kestrel'],
      ['four characters before an attack', "x=«anna' OR 1=1»", [], 'anna'],
      ['no three characters before an attack', "x=«ann' OR 1=1»", []],
      ['no spaces before an attack', "x=« an ' OR 1=1»", []],
      ['the value before words with plus signs', 'x=«kestrel+union+select+1»', [], 'kestrel+'],
      ['the value before encoded words', 'x=«kestrel%20union%20select%201»', [], 'kestrel%20'],
      ['the value before an attack after a quote', "x=«kestrel'» OR 1=1", [], 'kestrel'],
      ['the value before an attack after a double quote', 'x=«kestrel"» OR 1=1', [], 'kestrel'],
      ['the value before an attack after a parenthesis', 'x=«kestrel)» OR 1=1', [], 'kestrel'],
      ['all of a value like an object before an attack', 'x=«O:8:»kestrel <script>', [], 'O:8:'],
      ['all of a value without a quote at its end', 'x=«kestrel» OR 1=1', [], 'kestrel'],
      ['all of a value beside a parameter with an attack', "x=«kestrel'»&a' OR 1=1", [], "kestrel'"],
      ['all of a value beside a line with an attack', "x=«kestrel'»\r\n OR 1=1", [], "kestrel'"],
      ['the value before an attack that follows soon', `x=«kestrel'»${' '.repeat(195)}OR 1=1`, [], 'kestrel'],
      ['all of a value far from an attack', `x=«kestrel'»${' '.repeat(196)}OR 1=1`, [], "kestrel'"],
      ['no start of a serialized object', 'x=«O:8:»"stdClass":1', []],
      ['no start of a long serialized object', 'x=«O:1234:»"stdClass":1', []],
      ['all of a value beside a line that ends an object', 'x=«O:8:»\r\n"stdClass":1', [], 'O:8:'],
      ['all of a value with a long number', 'x=«O:12345:»"stdClass":1', [], 'O:12345:'],
      ['all of a value that ends like an object', 'x=«k-O:8:»"stdClass":1', [], 'k-O:8:'],
      ['all of a value before other text', 'x=«O:8:x»"stdClass":1', [], 'O:8:x'],
      ['all of a key', "«-----BEGIN KEY----- ' OR 1=1»", [], "-----BEGIN KEY----- ' OR 1=1"],
      [
        'the start of a long value before an attack',
        `«${long.slice(0, 8180)}' OR 1=1--»`,
        [],
        long.slice(0, 8180),
      ],
      [
        'all of a very long value',
        `«${long.slice(0, 8190)}' OR 1=1--»`,
        [],
        `${long.slice(0, 8190)}' OR 1=1--`,
      ],

      ['the value before a match in it', 'x=«KESTREL;hill»', ['el;hi'], 'KESTREL'],
      ['the value before a match with a space', 'x=«kestrel+;hill»', ['el ;'], 'kestrel+'],
      ['the value before one of the matches', 'x=«kestrel;hill»', ['x;y', 'el;hi'], 'kestrel'],
      ['all of a value that is the match', 'x=«kestrel;hill»', ['kestrel;hill'], 'kestrel;hill'],
      ['all of a value of four characters that is the match', 'x=«a;bc»', ['a;bc'], 'a;bc'],
      ['no short value that is the match', 'x=«ab;»', ['ab;']],
      ['all of a value with signs that did not match', 'x=«kestrel;hill»', ['x'], 'kestrel;hill'],
      ['the end of a hidden value before a match', 'x=«XXXX;hill»', ['k;hill'], 'XXXX'],
      ['the end of a short hidden value before a match', 'x=«XXX·;hill»', ['k;hill'], 'XXX·'],
      ['no single hidden character before a match', 'x=«·;hill»', ['k;hill']],
      ['no match after a hidden value', 'x=·«k;hill»', ['ab;hill', 'k;hill']],
      ['all of a match that was not hidden in part', 'x«k;hill»', ['k;hill'], 'k;hill'],
      ['all of a match with a capital X at its start', 'x=«Xaver;hill»', ['xaver;hill'], 'Xaver;hill'],
      ['all of a value in the middle of which a value is hidden', 'x=«k·;hill»', ['kx;hill'], 'k·;hill'],
      ['all of a value after a hidden value without signs', 'x=«XXXX;hill»', ['hill'], 'XXXX;hill'],
    ];
  for (const [what, marked, matched, ...expected] of rows)
    it(`is hidden in part: ${what}`, () => assert.deepEqual(hidden(marked, matched), expected));

  it('is kept only in cookies, authorization, and values with a name', () => {
    const attack = "«kestrel' OR 1=1»";
    assert.deepEqual(hidden(attack, [], 'cookie'), ['kestrel']);
    assert.deepEqual(hidden(attack, [], 'authorization'), ['kestrel']);
    assert.deepEqual(hidden(attack, [], 'token'), ["kestrel' OR 1=1"]);
  });

  const users: readonly (readonly [user: string, matched: string, isKept: boolean])[] = [
    ['shop.example', 'http://shop.example@10.0.0.1', true],
    ['www.shop-7.example.org:80', '://www.shop-7.example.org:80@', true],
    ['shop.example:443', 'shop.example:443@', true],
    ['shop.example:8080', 'shop.example:8080@', true],
    ['shop.example:8443', 'shop.example:8443@', true],
    ['shop.example:x', 'shop.example:x@', true],
    ['shop.example:', 'shop.example:@', true],
    ['Shop%2Eexample:x1', 'shop.example:x1@', true],
    ['shop.example:123', 'shop.example:123@', false],
    ['shop.example:kestrel', 'shop.example:kestrel@', false],
    ['anna', 'anna@', false],
    ['anna:shop.example', 'anna:shop.example@', false],
    ['shop.example', 'shop.example/x', false],
    ['shop.example', 'other.example@', false],
    [`${'a.'.repeat(8)}a`, `${'a.'.repeat(8)}a@`, true],
    [`${'a.'.repeat(9)}a`, `${'a.'.repeat(9)}a@`, false],
    [`${'a'.repeat(60)}.${'b'.repeat(60)}`, `${'a'.repeat(60)}.${'b'.repeat(60)}@`, true],
    [`${'a'.repeat(61)}.b`, `${'a'.repeat(61)}.b@`, false],
    [`a.${'b'.repeat(61)}`, `a.${'b'.repeat(61)}@`, false],
  ];
  for (const [user, matched, isKept] of users)
    it(`is ${isKept ? 'kept' : 'hidden'} before a host: ${user.slice(0, 40)} in ${matched.slice(0, 40)}`, () => {
      assert.deepEqual(hidden(`x://«${user}»@`, ['none', matched], 'credentials'), isKept ? [] : [user]);
    });
});
