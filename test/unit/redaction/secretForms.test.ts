import assert from 'node:assert/strict';
import { basicCredentials, recurringTexts } from '../../../src/redaction/secretForms.ts';
import type { SecretKind } from '../../../src/redaction/secretNames.ts';

const KEY = 'kR7vQ2mX9pLw3Zt8';
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

describe('recurringTexts', () => {
  const claims = 'eyJzdWIiOiI0MiJ9';
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${claims}.dBjftJeZ4CVP`;
  const long = `${KEY}!`.repeat(241).slice(0, 4096);
  const many = Array.from({ length: 20 }, (_, at) => `kR7vQ2mX9p${at + 10}`);

  const rows: readonly (readonly [
    what: string,
    kind: SecretKind,
    secret: string,
    texts: readonly string[],
  ])[] = [
    ['a JSON Web Token and its claims', 'cookie', jwt, [jwt, claims]],
    [
      'a JSON Web Token without a signature and its claims',
      'token',
      'eyJhbGciOiJI.eyJzdWIiOiI0MiJ9.',
      ['eyJhbGciOiJI.eyJzdWIiOiI0MiJ9.', claims],
    ],
    ['a token like a JSON Web Token', 'token', `x${jwt}`, [`x${jwt}`]],
    ['a token that starts like a JSON Web Token', 'token', `${jwt}!`, [`${jwt}!`]],
    [
      'a JSON Web Token with short claims',
      'token',
      'eyJhbGciOiJI.eyJzdWIiOiI0Mi.a',
      ['eyJhbGciOiJI.eyJzdWIiOiI0Mi.a'],
    ],

    ['any token', 'token', 'kestrel', ['kestrel']],
    ['any email address', 'e-mail', 'kestrel', ['kestrel']],
    ['any card number', 'card number', '4', ['4']],
    ['any address', 'address', '::', ['::']],
    ['no word', 'secret', 'kestrelhillhall', []],

    ['a random secret', 'secret', 'a1b2c3d4', ['a1b2c3d4']],
    ['a long random secret once', 'secret', KEY, [KEY]],
    ['an encoded random secret', 'secret', 'a1%62%32c3d4', ['a1%62%32c3d4']],
    ['a long password of all kinds of characters', 'secret', 'Kestrels!7', ['Kestrels!7']],
    ['no shorter password', 'secret', 'Kestrel!7', []],
    ['no password without capital letters', 'secret', 'kestrelhill!7', []],
    ['no password without lowercase letters', 'secret', 'KESTRELHILL!7', []],
    ['no long word with capital letters', 'secret', 'KestrelHill', []],

    ['a long key of words', 'key', 'qwertz-hollow-jam-pi-7', ['qwertz-hollow-jam-pi-7']],
    ['a long credential of words', 'authorization', 'qwertz-hollow-jam-pi-7', ['qwertz-hollow-jam-pi-7']],
    ['no long cookie of words', 'cookie', 'qwertz-hollow-jam-pi-7', []],
    ['no long key without a digit', 'key', 'qwertz-hollow-jam-pi-x', []],
    ['no long key without a letter', 'key', '1234567890-+/()!?', []],
    ['no long key with a space', 'key', 'qwertz-hollow jam-pi-7', []],
    ['a key of 16 characters, of which 14 are different', 'key', 'abcdefghijk-l-7-', ['abcdefghijk-l-7-']],
    ['no key of 15 characters', 'key', 'abcdefghijk-l-7', []],
    ['no key of fewer different characters', 'key', 'abcdefghij-l-77-', []],

    [
      'the random parts of a cookie',
      'cookie',
      `s:${KEY}.kestrelHill7x9Qm==`,
      [`s:${KEY}.kestrelHill7x9Qm==`, KEY, 'kestrelHill7x9Qm==', `${KEY}.kestrelHill7x9Qm`],
    ],
    ['the parts of an object', 'cookie', `{"token":"${KEY}","name":"kestrel hill hall"}`, [KEY]],
    ['the parts of an encoded object', 'cookie', `%7B%22token%22:%22${KEY}%22%7D x`, [KEY]],
    ['a repeated part once', 'cookie', `${KEY} ${KEY}`, [KEY]],
    ['no short part', 'cookie', 'x a1b2c3d4e5f', []],
    ['at most 16 texts', 'cookie', many.join(' '), many.slice(0, 16)],
    ['the parts of a secret of 4,096 characters', 'cookie', long, [long, KEY]],
    ['no parts of a longer secret', 'cookie', `${long}x`, [`${long}x`]],
  ];
  for (const [what, kind, secret, texts] of rows)
    it(`returns ${what}`, () => {
      assert.deepEqual(recurringTexts(secret, kind), texts);
    });

  for (const json of [
    `{"token":"${KEY}"}`,
    `{"1":"${KEY}"}`,
    `{ "a":"${KEY}"}`,
    `{\n"ab":"${KEY}"}`,
    `{\r\n"token":"${KEY}"}`,
    `{\t"to":"${KEY}"}`,
  ])
    it(`returns the parts of an object in Base64: ${JSON.stringify(json)}`, () => {
      const secret = inBase64(json);
      assert.ok(recurringTexts(secret, 'cookie').includes(KEY));
      assert.ok(!recurringTexts(`.${secret}`, 'cookie').includes(KEY));
      assert.ok(!recurringTexts(`${secret}.`, 'cookie').includes(KEY));
    });

  it('returns no parts of other Base64', () => {
    const list = inBase64(`["${KEY}"]`);
    assert.ok(!recurringTexts(list, 'cookie').includes(KEY));
    const bytes = Buffer.from(`{"a\xff":"${KEY}"}`, 'latin1').toString('base64');
    assert.ok(!recurringTexts(bytes, 'cookie').includes(KEY));
  });

  it('takes the decoded secret from the caller', () => {
    assert.deepEqual(recurringTexts('kestrel', 'cookie', `x ${KEY}`), [KEY]);
  });
});

describe('basicCredentials', () => {
  const rows: readonly (readonly [credentials: string, decoded: readonly string[]])[] = [
    [inBase64('anna:kestrel'), ['anna:kestrel', 'kestrel']],
    [inBase64('anna:kestre'), ['anna:kestre', 'kestre']],
    [inBase64('anna:kestrel:h'), ['anna:kestrel:h', 'kestrel:h']],
    ['YTpi', ['a:b', 'b']],
    [inBase64(':kestrel'), [':kestrel', 'kestrel']],
    [inBase64('anna>>???:ÿ?').replaceAll('/', '_').replaceAll('+', '-'), ['anna>>???:ÿ?', 'ÿ?']],
    [inBase64('kestrel'), []],
    ['YTo', []],
    ['!YTpi', []],
    ['YTpi!', []],
    [Buffer.from('anna:\xff', 'latin1').toString('base64'), []],
  ];
  for (const [credentials, decoded] of rows)
    it(`decodes ${credentials}`, () => {
      assert.deepEqual(basicCredentials(credentials), decoded);
    });
});
