import assert from 'node:assert/strict';
import { undoChunked } from '../../../../src/http/decode/codings.ts';
import { MappedText } from '../../../../src/http/decode/mappedText.ts';

describe('undoChunked', () => {
  const bodies: Readonly<Record<string, readonly [sent: string, joined: string | undefined]>> = {
    'chunks of several lines': ['5\r\nhello\r\n8\r\n, \r\n\r\nok\r\n0\r\n\r\n', 'hello, \r\n\r\nok'],
    'line feeds only': ['5\nhello\n1\n!\n0\n\n', 'hello!'],
    'different line ends': ['5\nhello\r\n1\r\n!\n0\r\n\r\n', 'hello!'],
    'hexadecimal sizes with zeros': [
      '0000000a\r\n0123456789\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n',
      '0123456789abcdefghijklmnopqrstuvwxyz',
    ],
    'extensions, and white space after the size': ['2 \t;a=b; c\r\nhi\r\n1 \r\n!\r\n0;x\r\n\r\n', 'hi!'],
    'trailers, which are omitted': ['2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n', 'hi'],
    'only the last chunk': ['0\r\n\r\n', ''],
    'one character of two bytes before the end of a chunk': [
      'f\r\n{"name":"Zoé"}\r\n0\r\n\r\n',
      '{"name":"Zoé"}',
    ],
    'data that ends within the line end of a chunk': ['5\r\nhello\r', 'hello'],
    'data that ends in a chunk': ['5\r\nhello\r\n7\r\n, an', 'hello, an'],
    'data that ends after a chunk': ['5\r\nhello', 'hello'],
    'data that ends after the line end of a chunk': ['5\r\nhello\r\n', 'hello'],
    'sizes in bytes of UTF-8': [
      'f\r\né\u07ff\u0800\uffff😀!\r\n1\r\n?\r\n0\r\n\r\n',
      'é\u07ff\u0800\uffff😀!?',
    ],
    'sizes in bytes, one of which the log does not have': ['3\r\na\ufffdb\r\n0\r\n\r\n', 'a\ufffdb'],
    'sizes in bytes of UTF-8 that could all be bytes': ['6\r\nééé\r\n0\r\n\r\n', 'ééé'],
    'sizes in bytes that the log shows as characters': ['3\r\nÃ©!\r\n0\r\n\r\n', 'Ã©!'],
    'a size that is too small': [`2\r\nhello${'\n0'.repeat(9)}\n\n`, undefined],
    'a chunk that ends unlike its size': ['6\r\nhello\r\n0\r\n\r\n', undefined],
    'a size that is too large': ['7\r\nhello\r\n0\r\n\r\n', undefined],
    'no size': ['hello\r\n', undefined],
    'a size with a sign': ['-5\r\nhello\r\n0\r\n\r\n', undefined],
    'a size with too many digits': ['000000005\r\nhello\r\n0\r\n\r\n', undefined],
    'a size that is not alone in its line': ['5 hello\r\n0\r\n\r\n', undefined],
    nothing: ['', undefined],
  };
  for (const [name, [sent, joined]] of Object.entries(bodies))
    it(`${joined === undefined ? 'returns undefined for' : 'joins'} ${name}`, () =>
      assert.equal(undoChunked(sent)?.text, joined));

  it('maps each character to its place, and a range over several chunks to all of them', () => {
    const sent = '3;x\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
    const joined = MappedText.raw(sent).become(undoChunked(sent) ?? assert.fail());
    const { text } = joined;
    const sentOf = (part: string) => {
      const start = text.indexOf(part);
      const range = joined.toRaw({ start, end: start + part.length });
      return sent.slice(range.start, range.end);
    };
    for (const each of text) assert.equal(sentOf(each), each);
    assert.equal(sentOf('cd'), 'c\r\n2\r\nd');
    assert.equal(sentOf('abcde'), 'abc\r\n2\r\nde');
    assert.deepEqual(joined.fromRaw({ start: 0, end: sent.length }), { start: 0, end: 5 });
    assert.deepEqual(joined.layers, ['chunked']);
  });
});
