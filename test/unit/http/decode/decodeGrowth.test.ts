/** Tests large requests, for which the time and the memory of decoding must be proportional to their length. */
import assert from 'node:assert/strict';
import { findBase64, wholeBase64 } from '../../../../src/http/decode/base64.ts';
import { DecodedDocument, decodedDocument } from '../../../../src/http/decode/decodedDocument.ts';
import { decodeRequest } from '../../../../src/http/decode/decodeRequest.ts';
import { logOf } from './log.ts';

/** Returns the total length of all decoded texts. */
function work(text: string): number {
  const { parts } = decodeRequest(text);
  return parts.flatMap(({ stages }) => stages).reduce((sum, stage) => sum + stage.text.length, 0);
}

describe('decodeRequest, for large requests', function () {
  this.timeout(30_000);

  const hostile: Record<string, (size: number) => string> = {
    'percent signs of percent signs': (size) => `GET /?q=%${'25'.repeat(size / 2)} HTTP/1.1\r\n\r\n`,
    'percent codes': (size) => `GET /?q=${'%41'.repeat(size / 3)} HTTP/1.1\r\n\r\n`,
    parameters: (size) => `GET /?${'a&'.repeat(size / 2)} HTTP/1.1\r\n\r\n`,
    'entities of entities': (size) => `POST / HTTP/1.1\r\n\r\n&${'amp;'.repeat(size / 4)}`,
    'open entities': (size) => `POST / HTTP/1.1\r\n\r\n${'&#x0'.repeat(size / 4)}`,
    'a long entity': (size) => `POST / HTTP/1.1\r\n\r\n&#${'0'.repeat(size)}`,
    escapes: (size) => `POST / HTTP/1.1\r\n\r\n${'\\u005c'.repeat(size / 6)}`,
    'deep JSON': (size) => `POST / HTTP/1.1\r\n\r\n${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
    'indented JSON': (size) =>
      `POST / HTTP/1.1\r\n\r\n${'['.repeat(60)}1${',1'.repeat(size / 2)}${']'.repeat(60)}`,
    'strings of JSON': (size) => `POST / HTTP/1.1\r\n\r\n["a"${',"%41"'.repeat(size / 6)}]`,
    'backslashes in JSON': (size) => `POST / HTTP/1.1\r\n\r\n["${'\\\\'.repeat(size / 2)}"]`,
    'Base64 of Base64': (size) => {
      let text = 'a b '.repeat(size / 40);
      while (text.length < size) text = Buffer.from(text).toString('base64');
      return `POST / HTTP/1.1\r\n\r\n${text}`;
    },
    'runs of Base64': (size) => `POST / HTTP/1.1\r\n\r\n${'YWJjZGVmZ2hpamts '.repeat(size / 17)}`,
    'almost Base64 in lines': (size) =>
      `POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n${'abcdefghijklmnopq\r\n'.repeat(size / 19)}!\r\n--b--`,
    boundaries: (size) =>
      `POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(size / 7)}`,
    chunks: (size) =>
      `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(size / 6)}0\r\n\r\n`,
    cookies: (size) => `GET / HTTP/1.1\r\nCookie: ${'a=%41;'.repeat(size / 6)}\r\n\r\n`,
    bytes: (size) => `POST / HTTP/1.1\r\n\r\n${'\x01\xff'.repeat(size / 2)}`,
  };
  for (const [name, make] of Object.entries(hostile)) {
    it(`makes no more than a fixed number of texts of its size: ${name}`, () => {
      const small = make(64 * 1024);
      const large = make(1024 * 1024);
      assert.ok(work(large) <= 40 * large.length, `${work(large)} for ${large.length}`);
      assert.ok(work(large) / large.length <= 1.5 * (work(small) / small.length) + 1);
      assert.ok(decodedDocument(logOf(large)) instanceof DecodedDocument);
    });
  }
});

describe('wholeBase64, for large texts', function () {
  this.timeout(20_000);

  it('may be millions of digits, in one line or in many', () => {
    const plain = 'some text, '.repeat(1_500_000);
    const digits = Buffer.from(plain).toString('base64');
    assert.equal(wholeBase64(digits, { declared: true })?.text, plain);
    assert.equal(wholeBase64(digits.replace(/.{76}/g, '$&\r\n'), { declared: true })?.text, plain);
    assert.equal(wholeBase64(digits)?.text, plain);
    assert.equal([...findBase64(`a ${digits} b`)].length, 1);
  });
});

describe('decodedDocument, for large requests', function () {
  this.timeout(30_000);

  it('is of 16 Mi units and a million lines, and says what is left out', () => {
    const of = (body: string) => decodedDocument(logOf(`POST / HTTP/1.1\r\n\r\n${body}`));
    const room = 16 * 1024 * 1024 - (of('a').contents.at(-1)?.start ?? 0);
    assert.doesNotMatch(of('a'.repeat(room)).text, /Note/);
    assert.match(of('a'.repeat(room + 1)).text, /\nNote: 1 more characters are not shown\.\n\n$/);
    // The request line is a line, too, and the last line has no line end.
    assert.doesNotMatch(of('\n'.repeat(999_998)).text, /Note/);
    assert.match(of('\n'.repeat(999_999)).text, /\nNote: 1 more characters are not shown\.\n\n$/);
  });

  it('counts the indentation of blank lines in its length, and says how much it leaves out', () => {
    const blank = 8 * 1024 * 1024;
    const { text } = decodedDocument(logOf(`POST / HTTP/1.1\r\n\r\n${'\n'.repeat(blank)}`));
    assert.ok(text.length < 16 * 1024 * 1024 + 1000, String(text.length));
    const shown = text.match(/^ {4}$/gm)?.length ?? 0;
    const [, left = ''] = /\nNote: ([\d,]+) more characters are not shown\.\n\n$/.exec(text) ?? [];
    assert.equal(shown - 1 + Number(left.replaceAll(',', '')), blank);
  });
});
