import assert from 'node:assert/strict';
import { redactRow } from '../../../src/redaction/redact.ts';
import { redactionNotes } from '../../../src/redaction/redactionNotes.ts';
import { Redactor } from '../../../src/redaction/redactor.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

const REQUEST = 'GET /?password=hunter2x&token=Zk9vXq27Lm HTTP/1.1\r\n\r\n';
const FOREIGN =
  'The log contains text that looks like redaction placeholders. It is marked as part of the log.';
const PART = 'Part of the detected text is redacted. Check the original log.';
const ATTACK = (placeholders: string) =>
  `Part of the detected text is redacted (${placeholders}). The attack itself might be hidden.`;
const HEADER = (members: string) => `The header of the detected token contains ${members}.`;

/** Returns the notes about a log in whose raw data the values of all pairs are secrets. */
function notes(log: Partial<DetectionLog>, row?: Partial<LogRow>): string[] {
  const before = { log: aLog(log), row: row && aRow(row) };
  const { rawData } = before.log;
  const redactor = new Redactor({});
  for (const { 0: pair, 1: name = '', index } of rawData.matchAll(/(\w+)=[^& ]+/g)) {
    const [start, end] = [index + name.length + 1, index + pair.length];
    redactor.add(rawData, [{ start, end, kind: 'secret', name }]);
  }
  const rewritten = <Texts extends object>(texts: Texts): Texts =>
    Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [
        field,
        typeof text === 'string' ? redactor.rewrite(text, []) : text,
      ]),
    ) as Texts;
  const after = { log: rewritten(before.log), row: before.row && rewritten(before.row) };
  return redactionNotes(redactor, before, after).map(english);
}

describe('the notes of a redaction', () => {
  it('are missing if nothing is notable', () => {
    assert.deepEqual(notes({ rawData: REQUEST, description: 'Found <script>' }), []);
    assert.deepEqual(notes({ rawData: 'GET / HTTP/1.1\r\n\r\n', description: 'The parameter password' }), []);
  });

  it('mention text that looks like placeholders, also if there are no secrets', () => {
    assert.deepEqual(notes({ rawData: 'GET /‹redacted: cookie 1› HTTP/1.1\r\n\r\n' }), [FOREIGN]);
    assert.deepEqual(notes({ rawData: `${REQUEST}‹redacted: cookie 1›` }), [FOREIGN]);
  });

  it('are those of a row without a log', () => {
    const { notes: ofRow } = redactRow(
      aRow({ uri: '/?password=hunter2x', detectedValue: 'password=hunter2x' }),
      essential,
    );
    assert.deepEqual(ofRow.map(english), [PART, ATTACK('‹redacted: secret 1›')]);
  });

  it('mention the secrets that were not searched for', () => {
    const request = (values: readonly string[]) => ({
      rawData: `POST / HTTP/1.1\r\n\r\n${values.map((value) => `token=${value}`).join('&')}`,
    });
    const similar = Array.from({ length: 40 }, (_, at) => `Zk9vXq27Lm${at + 10}`);
    const [note = '', ...others] = notes(request(similar));
    assert.match(
      note,
      /^\d+ of the secrets were not searched for again, because there are too many similar ones\. Review the text before you share it\.$/,
    );
    assert.deepEqual(others, []);
    const long = Array.from({ length: 60 }, (_, at) => `${at + 10}x9Xq${'Zk9vXq27Lm'.repeat(400)}`);
    assert.match(
      notes(request(long)).join(),
      /^\d+ of the secrets were not searched for in Base64, because there are too many\. Review the text before you share it\.$/,
    );
  });

  it('mention secrets in the text about the detection', () => {
    assert.deepEqual(notes({ rawData: REQUEST, description: 'Found "Zk9vXq27Lm"' }), [PART]);
    assert.deepEqual(notes({ rawData: REQUEST }, { description: 'Found "Zk9vXq27Lm"' }), [PART]);
    assert.deepEqual(notes({ rawData: REQUEST }, { detectedValue: 'Zk9vXq27Lm' }), [PART]);
  });

  it('mention secrets whose names the text about the detection contains', () => {
    const one = '‹redacted: secret 1›';
    assert.deepEqual(notes({ rawData: REQUEST, description: 'In PASSWORD: found' }), [ATTACK(one)]);
    assert.deepEqual(notes({ rawData: REQUEST }, { description: 'In password' }), [ATTACK(one)]);
    assert.deepEqual(notes({ rawData: REQUEST }, { detectedValue: '<password' }), [ATTACK(one)]);
  });

  it('mention at most three secrets', () => {
    const names = ['pwd', 'password', 'token', 'secret'];
    const rawData = `GET /?${names.map((name, at) => `${name}=kestrel${at}x`).join('&')} HTTP/1.1\r\n\r\n`;
    assert.deepEqual(notes({ rawData, description: `In ${names.toReversed().join(' and ')}` }), [
      ATTACK('‹redacted: secret 1›, ‹redacted: secret 2›, ‹redacted: secret 3›'),
    ]);
  });

  const tokenOf = (header: string) =>
    [header, '{"sub":"anna"}', 'kestrel hill 7 kestrel hill'].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
  const ofToken = (header: string, text = (token: string) => token) =>
    notes({ rawData: REQUEST }, { detectedValue: text(tokenOf(header).join('.')) }).filter(
      (note) => note !== PART,
    );

  const headers: readonly (readonly [what: string, header: string, members: string])[] = [
    ['standard members', '{"alg":"none","typ":"JWT"}', '“alg”: “none”, “typ”: “JWT”'],
    [
      'all standard members',
      '{"cty":"JWT", "enc" : "A128", "zip" :"DEF","kid":"key-1+a_b"}',
      '“cty”: “JWT”, “enc”: “A128”, “zip”: “DEF”, “kid”: “key-1+a_b”',
    ],
    ['the length of another member', '{"x5u":"http"}', '“x5u”: ‹4 characters›'],
    [
      'the length of a member with a longer name',
      '{"algo":"none","zalg":"x"}',
      '“algo”: ‹4 characters›, “zalg”: ‹1 character›',
    ],
    ['the length of a value with a symbol', '{"alg":"no/ne"}', '“alg”: ‹5 characters›'],
    ['the length of a value with an escape', '{"alg":"no\\"n\\\\e"}', '“alg”: ‹8 characters›'],
    ['the length of a random value', '{"kid":"hQ7x9KvBq27LmZt8"}', '“kid”: ‹16 characters›'],
    ['a value of 20 characters', `{"kid":"${'a'.repeat(20)}"}`, `“kid”: “${'a'.repeat(20)}”`],
    ['the length of a longer value', `{"kid":"${'a'.repeat(21)}"}`, '“kid”: ‹21 characters›'],
    ['an empty value', '{"kid":"","alg":"none"}', '“kid”: ‹0 characters›, “alg”: “none”'],
    ['a name with symbols', '{"x5t#S256-a":"a"}', '“x5t#S256-a”: ‹1 character›'],
    ['spaces around a colon', `{"alg"${' '.repeat(5)}:${' '.repeat(5)}"none"}`, '“alg”: “none”'],
    ['no value after more spaces', `{"typ":"JWT","alg"${' '.repeat(6)}:"none"}`, '“typ”: “JWT”'],
    ['no value before more spaces', `{"typ":"JWT","alg":${' '.repeat(6)}"none"}`, '“typ”: “JWT”'],
    ['a name of 20 characters', `{"${'n'.repeat(20)}":"a"}`, `“${'n'.repeat(20)}”: ‹1 character›`],
    ['no longer name', `{"alg":"none","${'n'.repeat(21)}":"a"}`, '“alg”: “none”'],
    ['no name with a space', '{"alg":"none","a b":"c"}', '“alg”: “none”'],
    [
      'at most eight members',
      `{${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `"n${n}":"a"`).join()}}`,
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `“n${n}”: ‹1 character›`).join(', '),
    ],
  ];
  for (const [what, header, members] of headers)
    it(`quote from the header of a detected token ${what}`, () =>
      assert.deepEqual(ofToken(header), [HEADER(members)]));

  it('quote from no header without members', () => assert.deepEqual(ofToken('{"alg":1,"typ":null}'), []));

  it('quote the header of a token once, and those of several tokens', () => {
    const other = tokenOf('{"alg":"HS256"}').join('.');
    assert.deepEqual(
      ofToken('{"alg":"none"}', (token) => `${token} ${other} x${token} -${token} (${token}`),
      [HEADER('“alg”: “none”'), HEADER('“alg”: “HS256”')],
    );
  });

  it('quote from no token inside a word or far from the start', () => {
    assert.deepEqual(
      ofToken('{"alg":"none"}', (token) => `x${token}`),
      [],
    );
    assert.deepEqual(
      ofToken('{"alg":"none"}', (token) => `-${token}`),
      [],
    );
    assert.deepEqual(
      ofToken('{"alg":"none"}', (token) => `${'<a '.repeat(3334)}${token}`),
      [],
    );
  });
});
