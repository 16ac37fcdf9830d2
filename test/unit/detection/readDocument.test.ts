import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  decodedDocument,
  positionsIn,
  rangesOf,
  readDocument,
} from '../../../src/detection/documents/readDocument.ts';
import { amount } from '../../proofs.ts';

const MIB = 1024 * 1024;
const get = (target: string, header = '') => `GET ${target} HTTP/1.1\r\n${header}\r\n`;
const post = (body: string, header: string) => `POST /p HTTP/1.1\r\n${header}\r\n\r\n${body}`;
const rawData = [
  'POST /search?q=%27%20OR%201%3D1--&page=2 HTTP/1.1',
  'Host: shop.example',
  'Cookie: theme=dark; id=%3Cb%3E',
  'Content-Type: application/json',
  '',
  '{"note":"a\\nb","data":"rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA=="}',
].join('\r\n');

/** Returns the headings, which are the only lines that are neither indented nor notes. */
const headingsOf = (text: string) =>
  text.split(/\r\n|\r|\n/).filter((line) => line !== '' && !/^(?: {4}|Note: )/.test(line));

describe('readDocument', () => {
  const marked = (detectedValue: string, kind: 'raw' | 'decoded') => {
    const rawData = 'GET /?q=%2527evil HTTP/1.1\r\n\r\n';
    const { text, marks } = readDocument({ rawData, description: '', detectedValue, kind });
    const lines = (text || rawData).split(/\r?\n/);
    return marks.map(([line, start, , end]) => lines[line]?.slice(start, end));
  };

  it('marks the match in the raw and in the decoded data, and nothing if there is none', () => {
    assert.deepEqual(marked("'evil", 'raw'), ['%2527evil']);
    assert.deepEqual(marked("'evil", 'decoded'), ["'evil", "'evil"]);
    assert.deepEqual(marked('absent', 'raw'), []);
  });
});

describe('decodedDocument', function () {
  this.timeout(30_000);

  it('has the values in the order of the raw data, with the layers that were undone', () => {
    assert.equal(
      decodedDocument(rawData).text,
      [
        'Request line ← percent-encoding',
        "    POST /search?q=' OR 1=1--&page=2 HTTP/1.1",
        '',
        'Query parameter ▸ q ← percent-encoding',
        "    ' OR 1=1--",
        '',
        'Query parameter ▸ page',
        '    2',
        '',
        'Headers',
        '    Host: shop.example',
        '    Cookie: theme=dark; id=%3Cb%3E',
        '    Content-Type: application/json',
        '',
        'Cookie ▸ id ← percent-encoding',
        '    <b>',
        '',
        'Body',
        '    {"note":"a\\nb","data":"rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA=="}',
        '',
        'JSON body ▸ note ← JSON string',
        '    a',
        '    b',
        '',
        'JSON body ▸ data ← Base64, serialized Java object',
        '    Binary data, 25 bytes',
        '',
        '',
      ].join('\n'),
    );
  });

  for (const [raw, ...sections] of [
    [get('/a%2fb/..%c0%af'), 'Path ▸ 0 ← percent-encoding', 'Path ▸ 1 ← percent-encoding of overlong UTF-8'],
    [get('/', 'X: &lt;b&#x3e;\r\n'), 'Headers', 'Header ▸ X ← HTML entities'],
    [
      post('a=1&b=%7B%22c%22%3A%22%2527%22%7D', 'Content-Type: application/x-www-form-urlencoded'),
      'Headers',
      'Form field ▸ a',
      'Form field ▸ b ← percent-encoding',
      'Form field ▸ b ▸ c ← percent-encoding, percent-encoding',
    ],
    [
      post(gzipSync('{"a":"%27"}').toString('latin1'), 'Content-Encoding: gzip'),
      'Headers',
      'Body ← gzip',
      'JSON body ▸ a ← gzip, percent-encoding',
    ],
    ['%2525252541', `Body ← ${Array(5).fill('percent-encoding').join(', ')}`],
  ] as const)
    it(`has a section for each value of ${JSON.stringify(raw).slice(0, 60)}`, () => {
      const headings = headingsOf(decodedDocument(raw).text);
      assert.deepEqual(
        headings.filter((heading) => !heading.startsWith('Request line')),
        sections,
      );
    });

  it('shows each place of a range of the raw data', () => {
    const document = decodedDocument(rawData);
    for (const [part, ...places] of [
      ['%3D', '=', '='],
      ['id=%3Cb%3E', 'id=%3Cb%3E', '<b>'],
      ['a\\nb', 'a\\nb', 'a\n    b'],
      ['page=2', 'page=2', '2'],
    ] as const) {
      const start = rawData.indexOf(part);
      const ranges = rangesOf(document, { start, end: start + part.length });
      assert.deepEqual(
        ranges.map((range) => document.text.slice(range.start, range.end)),
        places,
      );
    }
  });

  it('shows at most 1,000 values and 8 Mi units, and says so', () => {
    const many = decodedDocument(get(`/?${'a=1&'.repeat(1000)}`));
    assert.match(many.text, /\n {4}1\n\nNote: Only the first 1,000 values are shown\.\n$/);
    const long = decodedDocument('x'.repeat(9 * MIB));
    assert.match(long.text.slice(-100), /\nNote: [\d,]+ more characters are not shown\.\n\n$/);
    assert.ok(long.text.length < 8 * MIB + 200);
  });

  it('says where decoding stopped', () => {
    const deep = Array.from({ length: 17 }).reduce<string>((text) => text.replaceAll('%', '%25'), '%41');
    const bomb = gzipSync(Buffer.alloc(9 * MIB)).toString('latin1');
    for (const [raw, note] of [
      [get(`/?q=${deep}`), /\nNote: More than 16 layers: the rest is not decoded\.\n/],
      [post(bomb, 'Content-Encoding: gzip'), /\nNote: Not decompressed \(gzip\): /],
      [post('no gzip 漢', 'Content-Encoding: gzip'), /\nNote: Its content encoding could not be decoded: /],
    ] as const)
      assert.match(decodedDocument(raw).text, note);
  });
});

/** Fragments that decoders look for, and others. */
const fragment = fc.oneof(
  fc.constantFrom(
    ...'% %25 %27 %c0 %e3%81%82 %u0041 + & = ; &lt; &#x3c &amp; \\u0022 \\x41 \\ " { } [ ] , : {"a":"b"} --b --b--'.split(
      ' ',
    ),
    ...'eyJhIjoiYiJ9 PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== \0 \x1f\x8b \ud800 \ufeff 한'.split(' '),
    ...['\r\n', '\n', '\r', '\r\n\r\n', '1\r\n', '0\r\n\r\n', 'GET /?q=', ' HTTP/1.1', 'Cookie: a='],
    ...['Content-Type: multipart/form-data; boundary=b', 'Content-Encoding: gzip'],
    ...['Transfer-Encoding: chunked', 'Content-Type: application/x-www-form-urlencoded'],
    gzipSync('{"a":"%27"}').toString('base64'),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

describe('decodedDocument, for any text', function () {
  this.timeout(30_000);

  it('has places inside the raw data, and headings that no text can forge', () => {
    const anything = fc.array(fragment, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(anything, (text) => {
        const { text: shown, contents } = decodedDocument(text);
        assert.equal(headingsOf(shown).length, contents.length);
        for (const content of contents) {
          assert.equal(content.starts.length, content.end - content.start);
          for (const [unit, start] of content.starts.entries()) {
            const end = content.ends[unit] ?? -1;
            assert.ok(0 <= start && start <= end && end <= text.length);
          }
        }
      }),
      { numRuns: amount(500) },
    );
  });
});

describe('positionsIn', () => {
  it('counts lines as the editor does', () => {
    const text = 'a\r\nbc\rd\n\n\u2028e\u0085';
    for (const [given, offset, line, character] of [
      [text, text.indexOf('bc'), 1, 0],
      [text, text.indexOf('d'), 2, 0],
      [text, text.indexOf('e'), 4, 1],
      [text, text.length, 4, 3],
      ['ab\r\nc', 3, 0, 2],
      ['\ufeffab', 1, 0, 0],
    ] as const)
      assert.deepEqual(positionsIn(given)(offset), [line, character]);
  });
});
