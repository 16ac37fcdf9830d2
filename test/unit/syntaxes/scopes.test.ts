import assert from 'node:assert/strict';
import { loadGrammar, scopesOf } from './grammar.ts';

/** Returns the tokens of each line that have a scope, as `text scope`, without the suffix that all scopes share. */
async function coloured(scopeName: string, lines: readonly string[]): Promise<string[][]> {
  const grammar = await loadGrammar(scopeName);
  return scopesOf(grammar, lines).map((pieces) =>
    pieces.flatMap(([text, scope]) =>
      scope === undefined || text === '' ? [] : [`${text} ${scope.replace(/\.partner-log-\w+$/, '')}`],
    ),
  );
}

describe('grammar scopes', () => {
  it('colour a request line, its parameters and its headers', async () => {
    const lines = [
      'GET /a%20b?q=%3Cx%3E&%71=1&plain HTTP/1.1 ',
      'Host : shop.example',
      'X: \\u0041',
      '',
      'a&lt;b',
    ];
    assert.deepEqual(await coloured('source.partner-log-http', lines), [
      [
        'GET keyword.control.method',
        '/a string.unquoted.target',
        '%20 constant.character.escape',
        'b string.unquoted.target',
        '? punctuation.separator.parameter',
        'q variable.parameter',
        '= punctuation.separator.key-value',
        '%3C constant.character.escape',
        'x string.unquoted.target',
        '%3E constant.character.escape',
        '& punctuation.separator.parameter',
        '%71 constant.character.escape',
        '= punctuation.separator.key-value',
        '1 string.unquoted.target',
        '& punctuation.separator.parameter',
        'plain string.unquoted.target',
        'HTTP/1.1 constant.language.version',
      ],
      [
        'Host entity.name.tag.header',
        ' : punctuation.separator.header',
        'shop.example string.unquoted.header-value',
      ],
      ['X entity.name.tag.header', ': punctuation.separator.header', '\\u0041 constant.character.escape'],
      [],
      ['a meta.body', '&lt; constant.character.escape', 'b meta.body'],
    ]);
  });

  it('keep the spaces of a target', async () => {
    assert.deepEqual(await coloured('source.partner-log-http', ['GET  /a b HTTP/1.1 c   HTTP/1.0\t']), [
      [
        'GET keyword.control.method',
        '/a b HTTP/1.1 c string.unquoted.target',
        'HTTP/1.0 constant.language.version',
      ],
    ]);
    for (const line of ['GET  HTTP/1.1', 'GET /', 'HTTP/1.1 200 OK']) {
      assert.deepEqual(await coloured('source.partner-log-http', [line]), [[]], line);
    }
  });

  it('colour the fields of a form and the heads of multipart bodies', async () => {
    const form = ['POST / HTTP/1.1', 'Content-Type:  application/x-www-form-urlencoded', '', 'a%41=1&b=2=3'];
    assert.deepEqual((await coloured('source.partner-log-http', form)).slice(1), [
      [
        'Content-Type entity.name.tag.header',
        ': punctuation.separator.header',
        'application/x-www-form-urlencoded string.unquoted.header-value',
      ],
      [],
      [
        'a variable.parameter',
        '%41 constant.character.escape',
        '= punctuation.separator.key-value',
        '1 meta.embedded.block.urlencoded',
        '& punctuation.separator.parameter',
        'b variable.parameter',
        '= punctuation.separator.key-value',
        '2=3 meta.embedded.block.urlencoded',
      ],
    ]);
    const parts = ['POST / HTTP/1.1', 'content-type: multipart/form-data; boundary=b', '', '--b'];
    const part = await coloured('source.partner-log-http', [
      ...parts,
      'Content-Disposition: form-data',
      '',
      'x',
    ]);
    assert.deepEqual(part.slice(3), [
      ['--b markup.heading.boundary'],
      [
        'Content-Disposition entity.name.tag.header',
        ': punctuation.separator.header',
        '  meta.embedded.block.multipart',
        'form-data string.unquoted.header-value',
      ],
      [],
      ['x meta.embedded.block.multipart'],
    ]);
  });

  it('colour headings, notes and bytes of a decoded log', async () => {
    const lines = ['Query parameter q ← Base64 × 2', 'Note: cut', '    00000000  41 42  AB', 'Body'];
    assert.deepEqual(await coloured('source.partner-log-decoded', lines), [
      [
        'Query parameter q markup.heading.place',
        '← punctuation.separator.layers',
        'Base64 × 2 keyword.other.layers',
      ],
      ['Note: cut comment.line.note'],
      ['00000000 comment.line.offset', '41 42  constant.numeric.hex'],
      ['Body markup.heading.place'],
    ]);
  });
});
