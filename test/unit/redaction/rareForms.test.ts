import assert from 'node:assert/strict';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { aLog } from '../formats/logs.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';

function redacted(rawData: string): string {
  const { log } = redactLog(aLog({ rawData }), undefined, defaultRedaction);
  return log.rawData.replace(/‹redacted: [a-z]+ (\d)›/g, '‹$1›');
}

describe('redactLog of rare forms', () => {
  const bodies: readonly (readonly [what: string, body: string, expected: string])[] = [
    ['a short value in a path', 'see /password/summer24 now', 'see /password/‹1› now'],
    [
      'a secret with a character beyond the first plane, encoded and not',
      'password=%F0%9F%98%80abc123def456&x=1 and 😀abc123def456',
      'password=‹1›&x=1 and ‹1›',
    ],
    ['a secret with bytes beyond the last character', 'password=%F7%BF%BF%BFabc123&x=1', 'password=‹1›&x=1'],
    [
      'the described value of a pair, but not its description',
      '[{"name":"password","value":{"type":"bcrypt","hash":"hunter2x9"}}]',
      '[{"name":"password","value":{"type":"bcrypt","hash":"‹1›"}}]',
    ],
    [
      'the values of a list, but not the name of a call in it',
      '{"password":["a1b2c3d4",null,call(1)]}',
      '{"password":["‹1›",null,call(‹2›]}',
    ],
    [
      'the value of the last of many pairs',
      `{"a":[${'{"name":"n"},'.repeat(20)}{"name":"password","value":"hunter2x"}]}`,
      `{"a":[${'{"name":"n"},'.repeat(20)}{"name":"password","value":"‹1›"}]}`,
    ],
    ['the secret before a command', 'x=1;password=hunter2x; rm -rf /tmp', 'x=1;password=‹1›; rm -rf /tmp'],
  ];
  for (const [what, body, expected] of bodies)
    it(`hides ${what}`, () => assert.equal(redacted(HEAD + body), HEAD + expected));

  it('hides cookies after a serialized object, whose parts are not cookies', () => {
    const before = 'GET / HTTP/1.1\r\nCookie: o=O:4:"User":1:{s:1:"a";s:3:"b=c";}; sid=';
    assert.equal(redacted(`${before}abc123\r\n\r\n`), `${before}‹1›\r\n\r\n`);
  });

  it('hides no empty parameter of an Authorization header', () => {
    const head = 'GET / HTTP/1.1\r\nAuthorization: Digest username="anna", ';
    assert.equal(
      redacted(`${head}response="", realm="shop"\r\n\r\n`),
      `${head}response="", realm="shop"\r\n\r\n`,
    );
    assert.equal(redacted(`${head}response="6629fae4"\r\n\r\n`), `${head}response="‹1›"\r\n\r\n`);
  });
});
