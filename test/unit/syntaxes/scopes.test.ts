import assert from 'node:assert/strict';
import { loadGrammar, scopesOf } from './grammar.ts';

const http = 'source.partner-log-http';
const decoded = 'source.partner-log-decoded';
const POST = ['POST / HTTP/1.1'];
const FORM = [...POST, 'Content-Type:  application/x-www-form-urlencoded', ''];
const PARTS = [...POST, 'content-type: multipart/form-data; boundary=b', ''];
const PART = [...PARTS, '--b'];

describe('grammar scopes', () => {
  for (const [grammar, before, line, expected] of [
    [
      http,
      [],
      'GET /a%20b?q=%3C&plain HTTP/1.1 ',
      [
        'GET keyword.control.method',
        '/a string.unquoted.target',
        '%20 constant.character.escape',
        'b string.unquoted.target',
        '? punctuation.separator.parameter',
        'q variable.parameter',
        '= punctuation.separator.key-value',
        '%3C constant.character.escape',
        '& punctuation.separator.parameter',
        'plain string.unquoted.target',
        'HTTP/1.1 constant.language.version',
      ],
    ],
    [http, [], 'GET  /a b HTTP/1.1 c   HTTP/1.0\t', ['/a b HTTP/1.1 c string.unquoted.target']],
    [http, POST, 'Host : a', ['Host entity.name.tag.header', ' : punctuation.separator.header']],
    [http, POST, 'Host : a', ['a string.unquoted.header-value']],
    [http, POST, 'X: \\u0041', ['\\u0041 constant.character.escape']],
    [http, [...POST, ''], 'a&lt;', ['a meta.body', '&lt; constant.character.escape']],
    [http, FORM, 'a%41=1', ['a variable.parameter', '%41 constant.character.escape']],
    [http, FORM, 'a%41=1', ['= punctuation.separator.key-value', '1 meta.embedded.block.urlencoded']],
    [http, FORM, 'a&b=2=3', ['b variable.parameter', '2=3 meta.embedded.block.urlencoded']],
    [http, PARTS, '--b', ['--b markup.heading.boundary']],
    [http, PART, 'Content-Disposition: form-data', ['form-data string.unquoted.header-value']],
    [http, [...PART, ''], 'x', ['x meta.embedded.block.multipart']],
    [
      decoded,
      [],
      'Query q ← Base64 × 2',
      ['Query q markup.heading.place', 'Base64 × 2 keyword.other.layers'],
    ],
    [decoded, [], 'Note: cut', ['Note: cut comment.line.note']],
    [decoded, ['Body'], '    00000000  41  A', ['00000000 comment.line.offset', '41  constant.numeric.hex']],
    [decoded, ['Note: cut'], 'Body', ['Body markup.heading.place']],
  ] as const) {
    it(`color ${expected.join(', ')}`, async () => {
      const tokens = scopesOf(await loadGrammar(grammar), [...before, line]).at(-1) ?? [];
      const scopes = tokens.map(([text, scope]) => `${text} ${scope?.replace(/\.partner-log-\w+$/, '')}`);
      // The expected tokens, in this order.
      assert.deepEqual(
        scopes.filter((each) => expected.some((one) => one === each)),
        expected,
        scopes.join('\n'),
      );
    });
  }

  for (const line of ['GET  HTTP/1.1', 'GET /', 'HTTP/1.1 200 OK']) {
    it(`do not color ${line}, which is not a request line`, async () => {
      const [tokens = []] = scopesOf(await loadGrammar(http), [line]);
      assert.ok(tokens.every(([, scope]) => scope === undefined));
    });
  }
});
