import assert from 'node:assert/strict';
import {
  isAttack,
  matchedTexts,
  namesSecretPlace,
  secretsInMessage,
} from '../../../src/redaction/detectionMessages.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';

const names = new SecretNames();

describe('the texts that a rule matched', () => {
  const rows: readonly (readonly [what: string, value: string, message: string | undefined, ...string[]])[] =
    [
      ['the detected value, decoded and in lowercase', '%3CSCRIPT%3E', undefined, '<script>'],
      ['the shortest attack', "1'", undefined, "1'"],
      ['no single character', "'", undefined],
      ['no text without a sign of an attack', 'Kestrel-hill', undefined],
      ['a URL', 'HTTP://kestrel.hill', undefined, 'http://kestrel.hill'],
      ['texts in three kinds of quotes', '', `matched "a'b" and “c<d” or \`e;f\`.`, "a'b", 'c<d', 'e;f'],
      ['no quoted single character', '', 'matched ";" here'],
      ['a text of two characters in quotes', '', 'matched "\';" here', "';"],
      ['a text with other quotes in it', '', 'matched "a `;` b" here', 'a `;` b'],
      ['no empty text in quotes', '', 'matched "" and “” and `` here'],
      ['no text between texts in quotes', '', 'matched "kestrel"; then "hill"'],
      ['a long text in quotes', '', `"${'a'.repeat(3999)};"`, `${'a'.repeat(3999)};`],
      ['no longer text in quotes', '', `"${'a'.repeat(4000)};"`],
      ['a sign near the start of a long message', '', `${'a '.repeat(4997)}"'b"`, "'b"],
      ['no sign far from the start of a message', '', `${'a '.repeat(5000)}"'b"`],
      ['the start of a long value', `'${'a'.repeat(10_000)}`, undefined, `'${'a'.repeat(9999)}`],
    ];
  for (const [what, value, message, ...expected] of rows)
    it(`include ${what}`, () => assert.deepEqual(matchedTexts(value, [undefined, message]), expected));
});

describe('a message', () => {
  const places =
    'parameter parameters param field fields argument arguments arg args header headers cookie cookies key keys ' +
    'element elements member members property properties input variable REQUEST_BODY ARGS ARGS_POST ARGS_GET ' +
    'REQUEST_COOKIES REQUEST_HEADERS';
  it('can locate the detection in a secret with any word for a place', () => {
    for (const place of places.split(' ')) assert.ok(namesSecretPlace(`In ${place}:password`, names), place);
  });

  const locating = [
    'Parameter password',
    'parameter name password',
    'parameter   names  :   password',
    'parameter\tname\t=\t"password"',
    "field 'password'",
    'field “password”',
    'field ‘password’',
    'field `password`',
    'field (password)',
    'field [password]',
    'field: user[password]',
    'field $password_2',
    'field contraseña',
    'header Authorization',
    'cookie sid and header X-Api-Key',
    'header Sec-WebSocket-Protocol',
    'field userPin',
    'field user2fa',
    `${'a '.repeat(4990)}field password`,
  ];
  for (const message of locating)
    it(`locates the detection in a secret: ${message.slice(-40)}`, () =>
      assert.ok(namesSecretPlace(message, names)));

  for (const message of [
    'password',
    'a password field',
    'subfield password',
    'fieldset password',
    'field           password',
    'field page',
    'field page for password',
    'header Accept',
    'field -password',
    `${'a '.repeat(5000)}field password`,
  ])
    it(`does not locate the detection in a secret: ${message.slice(-40)}`, () =>
      assert.ok(!namesSecretPlace(message, names)));

  const found = (message: string) =>
    secretsInMessage(message, names).map(({ start, end, kind, name }) => {
      assert.deepEqual([kind, name], ['secret', 'detected value']);
      return message.slice(start, end);
    });
  const rows: readonly (readonly [what: string, message: string, ...string[]])[] = [
    ['nothing without a place', 'The value "Kestrel7" was found'],
    ['a value in quotes', 'field password has "Kestrel7"', 'Kestrel7'],
    [
      'values with a digit, a symbol, or a capital',
      'field pwd: "hill7", "hi-ll", "hi+ll", “Hill”',
      ...['hill7', 'hi-ll', 'hi+ll', 'Hill'],
    ],
    ['no single digit', 'field password has "7"'],
    ['no value far from its place', `field password ${'a '.repeat(5000)}"Kestrel7"`],
    ['no word in lowercase', 'field password has "kestrel"'],
    ['no text with spaces', 'field password has "Kestrel7 hill" and "Kestrel7%20hill"'],
    ['no attack', 'field password has "Kestrel7" and "1\' OR 1=1--" and "%3Cscript%3E"', 'Kestrel7'],
    ['a value beside an attack', 'field password: <script> "Kestrel7"', 'Kestrel7'],
    ['a value in a field', 'found within ARGS:password: kestrel hill', 'kestrel hill'],
    ['a value up to a bracket', 'found within ARGS_POST:pwd:   kestrel] x', 'kestrel'],
    ['a value up to a quote', 'found within ARGS:password:\tkestrel"x', 'kestrel'],
    ['a value up to the end of a line', 'found within ARGS:password: kestrel\r\nhill', 'kestrel'],
    ['no value in another field', 'found within ARGS:page: kestrel; field password'],
    ['no value in lowercase places', 'found within args:password: kestrel'],
    ['no value right after a colon', 'found within ARGS:password:kestrel'],
    ['a named value', 'parameter name: pwd; parameter value: kestrel', 'kestrel'],
    ['named values', "Parameters  'pwd'  value  'kestrel', x", 'kestrel'],
    ['a named value up to a semicolon', 'parameter user[pwd], value: "kestrel;hill', 'kestrel'],
    ['no value of another parameter', 'parameter page; value: kestrel; field password'],
    ['no attack as a value', "parameter pwd value: 'or/**/1=1--"],
  ];
  for (const [what, message, ...expected] of rows)
    it(`contains ${what}`, () => assert.deepEqual(found(message), expected));
});

describe('an attack', () => {
  it('is recognized in any encoding', () => {
    assert.ok(isAttack('1%2527%20OR%201%3D1--'));
    assert.ok(!isAttack('Kestrel;7'));
  });
});
