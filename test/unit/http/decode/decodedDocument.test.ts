import assert from 'node:assert/strict';
import { decodedDocument } from '../../../../src/http/decode/decodedDocument.ts';
import { logOf } from './log.ts';

const MIB = 1024 * 1024;
const rawData = [
  'POST /search?q=%27%20OR%201%3D1--&page=2 HTTP/1.1',
  'Host: shop.example',
  'Cookie: theme=dark; id=%3Cb%3E',
  'Content-Type: application/json',
  '',
  '{"note":"a\\nb","data":"rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA=="}',
].join('\r\n');

describe('decodedDocument', function () {
  this.timeout(30_000);

  const document = decodedDocument(
    logOf(rawData, [
      ['Host', 'shop.example'],
      ['X-Client-IP', '192.0.2.1\n    Forged: yes'],
    ]),
  );
  const rangeOf = (text: string, part: string) => {
    const start = text.indexOf(part);
    assert.ok(start >= 0, part);
    return { start, end: start + part.length };
  };
  const shown = (part: string) =>
    document.fromRaw(rangeOf(rawData, part)).map(({ start, end }) => document.text.slice(start, end));

  it('names each part and what was undone, and shows what came out', () => {
    assert.equal(
      document.text,
      [
        'Request line ← percent-encoding',
        "    POST /search?q=' OR 1=1--&page=2 HTTP/1.1",
        '',
        'Query parameter q ← percent-encoding',
        "    ' OR 1=1--",
        '',
        'Query parameter page',
        '    2',
        '',
        'Headers',
        '    Host: shop.example',
        '    Cookie: theme=dark; id=%3Cb%3E',
        '    Content-Type: application/json',
        '',
        'Cookie id ← percent-encoding',
        '    <b>',
        '',
        'Body ← JSON',
        '    {',
        '      "note": "a\\nb",',
        '      "data": "rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA=="',
        '    }',
        '',
        'Body, JSON member note ← JSON string',
        '    a',
        '    b',
        '',
        'Body, JSON member data ← Base64, serialized Java object',
        '    00000000  ac ed 00 05 73 72 00 11 6a 61 76 61 2e 75 74 69  ....sr..java.uti',
        '    00000010  6c 2e 48 61 73 68 4d 61 70                       l.HashMap',
        '',
        'Headers added by the service',
        '    X-Client-IP: 192.0.2.1␊    Forged: yes',
        '',
      ].join('\n'),
    );
  });

  it('states how many parts are decoded if there are more', () => {
    const { text } = decodedDocument(logOf(`GET /?${'a=1&'.repeat(1000)} HTTP/1.1\r\n\r\n`));
    assert.match(text, /\n {4}1\n\nNote: Only the first 1,000 parts are decoded\.\n$/);
  });

  it('has the text of each part below its heading', () => {
    for (const { start, end } of document.contents) {
      const lineStart = document.text.lastIndexOf('\n', start - 2) + 1;
      assert.match(document.text.slice(lineStart, start), /^\S.*\n$/);
      assert.match(document.text.slice(start, end), /^ {4}.*\n$/s);
    }
    assert.equal(document.contents.length, document.text.split('\n\n').length - 1);
  });

  it('shows printable bytes as characters next to their codes', () => {
    const { text } = decodedDocument(logOf('POST / HTTP/1.1\r\n\r\n\x1f ~\x7f\x80\xff'));
    assert.match(text, /\n {4}00000000 {2}1f 20 7e 7f 80 ff {30} {2}\. ~\.\.\.\n$/m);
  });

  it('counts a layer that occurs several times', () => {
    const { text } = decodedDocument(logOf('%2525252541'));
    assert.equal(text, 'Raw data ← percent-encoding × 5\n    A\n\n');
  });

  it('shows part of the digits of Base64 as the text of that part', () => {
    const digits = Buffer.from("admin' OR '1'='1").toString('base64url');
    const sent = `GET /?id=${digits} HTTP/1.1\r\n\r\n`;
    const decoded = decodedDocument(logOf(sent));
    const ranges = decoded.fromRaw(rangeOf(sent, digits.slice(0, 8)));
    assert.equal(decoded.text.slice(ranges.at(-1)?.start, ranges.at(-1)?.end), "admin'");
  });

  it('knows every place where a part is shown', () => {
    assert.deepEqual(shown('%3D'), ['=', '=']);
    assert.deepEqual(shown('id=%3Cb%3E'), ['id=%3Cb%3E', '<b>']);
    assert.deepEqual(shown('a\\nb'), ['a\\nb', 'a\n    b']);
    assert.deepEqual(shown('page=2'), ['page=2', '2']);
    assert.deepEqual(shown('OR%201%3D1'), ['OR 1=1', 'OR 1=1']);
    assert.deepEqual(shown('shop.example'), ['shop.example']);
    assert.deepEqual(shown('"note":"a'), ['"note": "a', 'a']);
  });

  it('shows no place for the spaces of JSON that it laid out', () => {
    const sent = 'POST / HTTP/1.1\r\n\r\n{"a"   :1}';
    const laidOut = decodedDocument(logOf(sent));
    const fromRaw = (part: string) =>
      laidOut.fromRaw(rangeOf(sent, part)).map(({ start, end }) => laidOut.text.slice(start, end));
    assert.deepEqual(fromRaw('   '), []);
    assert.deepEqual(fromRaw('"a"   :1'), ['"a": 1']);
  });

  it('shows headers that look like bytes as bytes', () => {
    const { text } = decodedDocument(logOf('GET / HTTP/1.1\r\nX: \x80\x81\x82\x83\r\n\r\n'));
    assert.match(text, /\nHeaders\n {4}00000000 {2}58 3a 20 80 81 82 83 /);
  });

  it('says so when the raw data is too long', () => {
    const long = decodedDocument(logOf(`GET / HTTP/1.1\r\n\r\n${'a'.repeat(20 * MIB)}`));
    assert.match(long.text, /^Raw data\nNote: It is too long to decode\.\n {4}GET/);
    assert.match(long.text, /\nNote: [\d,]+ more characters are not shown\.\n\n$/);
  });

  it('shows 16 Mi units, with the indentation of their lines', () => {
    const heading = 'Raw data\n'.length;
    const lengthOf = (rawData: string) => {
      const { text } = decodedDocument(logOf(rawData));
      assert.match(text.slice(-100), /\nNote: [\d,]+ more characters are not shown\.\n\n$/);
      return text.indexOf('\nNote: ') - heading;
    };
    const lines = lengthOf(`${'x'.repeat(1023)}\n`.repeat(16 * 1024));
    assert.ok(lines > 16 * MIB - 2 * 1024 && lines < 16 * MIB + 2 * 1024, String(lines));
    const oneLine = lengthOf(`${'x'.repeat(17 * MIB)}\n${'x'.repeat(MIB)}`);
    assert.equal(oneLine, 16 * MIB - heading + '    '.length);
  });

  it('shows 1,000,000 lines', () => {
    const { text } = decodedDocument(logOf('x\n'.repeat(1_000_010)));
    assert.equal(text.match(/^ {4}/gm)?.length, 1_000_000);
    assert.ok(text.endsWith('\n    x\n    \nNote: 22 more characters are not shown.\n\n'), text.slice(-100));
  });

  it('shows at most 64 KiB of bytes', () => {
    const { text } = decodedDocument(logOf(`POST / HTTP/1.1\r\n\r\n${'\x01\xfe'.repeat(40_000)}`));
    assert.match(text, /\n {4}0000fff0 {2}[^\n]*\nNote: 14,464 more bytes are not shown\.\n/);
  });

  it('has 1 Mi units of the headers that the service added', () => {
    const of = (units: number) =>
      decodedDocument(logOf('GET / HTTP/1.1\r\n\r\n', [['X', 'v'.repeat(units - '    X'.length)]])).text;
    assert.match(of(MIB), /\n {4}X: v+\n$/);
    assert.match(of(MIB + 1), /\nNote: 1 more headers are not shown\.\n$/);
  });
});
