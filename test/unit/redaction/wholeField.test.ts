import assert from 'node:assert/strict';
import type { Field } from '../../../src/http/fields/field.ts';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { isIndex, isMember, wholeField } from '../../../src/redaction/fieldSecrets.ts';

const HEAD = 'POST /shop HTTP/1.1\r\nHost: shop.example\r\n';
const post = (type: string, body: string) => `${HEAD}Content-Type: ${type}\r\n\r\n${body}`;
/** The field with the value. */
const fieldOf = (raw: string, value: string): Field =>
  readFields(raw).fields.find((field) => field.value === value) ?? assert.fail(value);

describe('isMember', () => {
  const rows: readonly (readonly [what: string, body: string, value: string, expected: boolean])[] = [
    ['text with a name', '{"user":"anna"}', 'anna', true],
    ['text that is cut off', '{"user":"anna', 'anna', true],
    ['a number with a name', '{"pin":4711}', '4711', true],
    ['a boolean with a name', '{"ok": true}', 'true', true],
    ['a word without quotes', '{"user":anna}', 'anna', false],
    ['text without a name', '{"anna"}', 'anna', false],
    ['an element of a list', '["anna"]', 'anna', false],
    ['a number in a list', '[4711]', '4711', false],
  ];
  for (const [what, body, value, expected] of rows)
    it(`is ${expected} for ${what}`, () => {
      const raw = post('application/json', body);
      assert.equal(isMember(raw, fieldOf(raw, value)), expected);
    });

  it('is false for text in a form, and for a name whose quotation marks are escaped', () => {
    const form = post('application/x-www-form-urlencoded', 'user=anna');
    assert.ok(!isMember(form, fieldOf(form, 'anna')));
    const nested = post('application/json', '{"in":"{\\"user\\":\\"anna\\"}"}');
    assert.ok(!isMember(nested, fieldOf(nested, 'anna')));
  });
});

describe('wholeField', () => {
  const whole = (raw: string, value: string) => {
    const { start, end } = wholeField(raw, fieldOf(raw, value));
    return raw.slice(start, end);
  };

  const rows: readonly (readonly [
    what: string,
    type: string,
    body: string,
    value: string,
    expected: string,
  ])[] = [
    ['a field of a form', 'application/x-www-form-urlencoded', 'a=1&user=anna&b=2', 'anna', 'user=anna'],
    [
      'a quoted value of a form, without its quotes',
      'application/x-www-form-urlencoded',
      'user="anna',
      '"anna',
      'user="anna',
    ],
    ['a JSON member with all its quotes', 'application/json', '{"user": "anna"}', 'anna', '"user": "anna"'],
    ['a text in a JSON list with its quotes', 'application/json', '["anna"]', 'anna', '"anna"'],
    ['a JSON member that is cut off', 'application/json', '{"user":"anna', 'anna', 'user":"anna'],
    ['a JSON number', 'application/json', '{"pin":4711}', '4711', 'pin":4711'],
    ['a number before a quote', 'application/json', '[4711"', '4711', '4711'],
    ['an XML element', 'text/xml', '<user>anna</user>', 'anna', 'user>anna'],
    ['the text of an element with attributes', 'text/xml', '<user id="7">anna</user>', 'anna', 'anna'],
    ['the text of an element with a space in its tag', 'text/xml', '<user >anna</user>', 'anna', 'anna'],
    ['an attribute without quotes', 'text/xml', '<user id=kestrel>', 'kestrel', 'id=kestrel'],
    ['the value of an attribute with quotes', 'text/xml', '<user id="kestrel">', 'kestrel', 'kestrel'],
    ['a comment', 'text/xml', '<a><!--anna--></a>', 'anna', 'anna'],
    ['a text body', 'text/plain', 'my name is anna', 'my name is anna', 'my name is anna'],
  ];
  for (const [what, type, body, value, expected] of rows)
    it(`is the range of ${what}`, () => assert.equal(whole(post(type, body), value), expected));

  it('is the value of a field of GraphQL', () => {
    const raw = post('application/graphql', '{ login(user:"anna", pin: 4711) { id } }');
    assert.equal(whole(raw, 'anna'), '"anna"');
    assert.equal(whole(raw, '4711'), '4711');
  });

  const part = (delimiter: string, disposition: string, line = '\r\n') =>
    `${delimiter}${line}${disposition}${line}${line}anna`;
  const parts: readonly (readonly [what: string, part: string])[] = [
    ['a name in quotes', part('--Xq9-Kf_27', 'Content-Disposition: form-data; name="user[0].first-name"')],
    ['a name without quotes', part('--B', 'content-disposition: form-data; name=user')],
    ['line feeds', part('--B', 'Content-Disposition: form-data; name="user"', '\n')],
    [
      'long names and boundaries',
      part(`--${'b'.repeat(80)}`, `Content-Disposition: form-data; name="${'u'.repeat(80)}"`),
    ],
  ];
  for (const [what, text] of parts)
    it(`is the range of a part that has only a name: ${what}`, () => {
      const second = text.replace('anna', 'bob');
      const raw = post('multipart/form-data', `${text}\r\n${second}`);
      assert.equal(whole(raw, 'anna'), text);
      assert.equal(whole(raw, 'bob'), second);
      assert.equal(whole(text, 'anna'), text);
    });

  const others: readonly (readonly [what: string, part: string])[] = [
    ['another header before', part('--B', 'X: 1\r\nContent-Disposition: form-data; name="user"')],
    ['another header after', part('--B', 'Content-Disposition: form-data; name="user"\r\nX: 1')],
    ['another parameter', part('--B', 'Content-Disposition: form-data; name="user"; x=1')],
    ['a name of several words', part('--B', 'Content-Disposition: form-data; name="first name"')],
    ['an empty name', part('--B', 'Content-Disposition: form-data; name=""')],
    ['no name', part('--B', 'Content-Disposition: form-data')],
    ['another type', part('--B', 'Content-Disposition: attachment; name="user"')],
    ['another boundary', part('--B+C', 'Content-Disposition: form-data; name="user"')],
    ['a boundary of several words', part('--B --C', 'Content-Disposition: form-data; name="user"')],
    ['JSON', part('--B', 'Content-Disposition: form-data; name="user"').replace('anna', '{"name":"anna"}')],
    ['a very long name', part('--B', `Content-Disposition: form-data; name="${'u'.repeat(81)}"`)],
    ['a very long boundary', part(`--${'b'.repeat(81)}`, 'Content-Disposition: form-data; name="user"')],
    ['a file', part('--B', 'Content-Disposition: form-data; name="user"; filename="x.php"')],
  ];
  for (const [what, text] of others)
    it(`is only the value of a part with ${what}`, () =>
      assert.equal(whole(post('multipart/form-data', text), 'anna'), 'anna'));
});

describe('isIndex', () => {
  it('is true for numbers only', () => {
    for (const index of ['0', '5', '9', '10', '99999']) assert.ok(isIndex(index), index);
    for (const name of ['', 'a', '/0', ':0', '-1', 'a1', ' 1', '@id']) assert.ok(!isIndex(name), name);
  });
});
