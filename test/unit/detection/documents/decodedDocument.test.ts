import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodedDocument, rangesOf } from '../../../../src/detection/documents/decodedDocument.ts';
import { amount } from '../../../proofs.ts';

const MIB = 1024 * 1024;
const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
const post = (body: string, ...headers: string[]) =>
  `POST /p HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`;
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

/** Returns the heading and the text of each section, without those of the request line and the headers. */
const sectionsOf = (raw: string) => {
  const { text } = decodedDocument(raw);
  const headings = headingsOf(text);
  const starts = headings.reduce<number[]>(
    (all, heading) => all.concat(text.indexOf(`${heading}\n`, all.at(-1))),
    [],
  );
  return headings
    .map((heading, index) => [
      heading,
      text
        .slice((starts[index] ?? 0) + heading.length + 1, starts[index + 1])
        .replace(/^ {4}/gm, '')
        .trimEnd(),
    ])
    .filter(([heading = '']) => !/^(?:Request line|Headers)(?: ←|$)/.test(heading));
};

describe('decodedDocument', function () {
  this.timeout(30_000);

  it('names each value and the layers that were undone, and shows the result', () => {
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
        'Body ← JSON',
        '    {',
        '      "note": "a\\nb",',
        '      "data": "rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA=="',
        '    }',
        '',
        'JSON body ▸ note ← JSON string',
        '    a',
        '    b',
        '',
        'JSON body ▸ data ← Base64, serialized Java object',
        '    00000000  ac ed 00 05 73 72 00 11 6a 61 76 61 2e 75 74 69  ....sr..java.uti',
        '    00000010  6c 2e 48 61 73 68 4d 61 70                       l.HashMap',
        '',
        '',
      ].join('\n'),
    );
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const gzip = gzipSync('{"a":"%27"}');
  const values: readonly (readonly [raw: string, ...sections: (readonly [string, string])[]])[] = [
    [get('/?a=%2527+b%2Bc'), ['Query parameter ▸ a ← percent-encoding × 2, + for a space', "' b+c"]],
    [get('/a%2fb/..%c0%af'), ['Path ▸ 1 ← percent-encoding of overlong UTF-8', '../']],
    [get(`/${base64('<script>x</script>')}`), ['Path ▸ 0 ← Base64', '<script>x</script>']],
    [get('/', 'X: &lt;b&#x3e;'), ['Header ▸ X ← HTML entities', '<b>']],
    [get('/', 'X: \\u003cb\\x3e'), ['Header ▸ X ← Unicode escapes, hex escapes', '<b>']],
    [
      get('/', `Authorization: Basic ${base64('admin:secret-word')}`),
      ['Header ▸ Authorization, Base64 ← Base64', 'admin:secret-word'],
    ],
    [
      post('a=1&b=%7B%22c%22%3A%22%2527%22%7D', 'Content-Type: application/x-www-form-urlencoded'),
      ['Form field ▸ a', '1'],
      ['Form field ▸ b ← percent-encoding, JSON', '{\n  "c": "%27"\n}'],
      ['Form field ▸ b ▸ c ← percent-encoding × 2', "'"],
    ],
    [
      post(
        '--B\r\nContent-Disposition: form-data; name="f"; filename="a%2f"\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+\r\nPC9iPg==\r\n--B--',
        'Content-Type: multipart/form-data; boundary=B',
      ),
      ['Part ▸ f ▸ filename ← percent-encoding', 'a/'],
      ['Part ▸ f', 'PGI+\nPC9iPg=='],
    ],
    [post('3\r\n%27\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'), ['Body ← chunked, percent-encoding', "'"]],
    [
      post(gzip.toString('latin1'), 'Content-Encoding: gzip'),
      ['Body ← gzip, JSON', '{\n  "a": "%27"\n}'],
      ['JSON body ▸ a ← gzip, percent-encoding', "'"],
    ],
    [
      post('not gzip 漢', 'Content-Encoding: gzip'),
      [
        'Body',
        'Note: Its content encoding could not be decoded: the log does not have the bytes as they were sent.\nnot gzip 漢',
      ],
    ],
    ['%2525252541', ['Body ← percent-encoding × 5', 'A']],
  ];
  for (const [raw, ...sections] of values)
    it(`decodes ${JSON.stringify(raw).slice(0, 100)}`, () => assert.deepEqual(sectionsOf(raw), sections));

  it('shows each place of a range of the raw data', () => {
    const document = decodedDocument(rawData);
    const shown = (part: string) => {
      const start = rawData.indexOf(part);
      return rangesOf(document, { start, end: start + part.length }).map((range) =>
        document.text.slice(range.start, range.end),
      );
    };
    assert.deepEqual(shown('%3D'), ['=', '=']);
    assert.deepEqual(shown('id=%3Cb%3E'), ['id=%3Cb%3E', '<b>']);
    assert.deepEqual(shown('a\\nb'), ['a\\nb', 'a\n    b']);
    assert.deepEqual(shown('page=2'), ['page=2', '2']);
  });

  it('shows no place for the spaces of JSON that it laid out', () => {
    const sent = post('{"a"   :1}');
    const laidOut = decodedDocument(sent);
    const fromRaw = (part: string) => {
      const start = sent.indexOf(part);
      return rangesOf(laidOut, { start, end: start + part.length }).map((range) =>
        laidOut.text.slice(range.start, range.end),
      );
    };
    assert.deepEqual(fromRaw('   '), []);
    assert.deepEqual(fromRaw('"a"   :1'), ['"a": 1']);
  });

  it('shows bytes as codes with printable characters next to them, at most 64 KiB', () => {
    assert.match(
      decodedDocument(post('\x1f ~\x7f\x80\xff')).text,
      /\n {4}00000000 {2}1f 20 7e 7f 80 ff {30} {2}\. ~\.\.\.\n$/m,
    );
    const { text } = decodedDocument(post('\x01\xfe'.repeat(40_000)));
    assert.match(text, /\n {4}0000fff0 {2}[^\n]*\nNote: 14,464 more bytes are not shown\.\n/);
  });

  it('shows at most 1,000 values and 8 Mi units, and says so', () => {
    const many = decodedDocument(get(`/?${'a=1&'.repeat(1000)}`));
    assert.match(many.text, /\n {4}1\n\nNote: Only the first 1,000 values are shown\.\n$/);
    const long = decodedDocument('x'.repeat(9 * MIB));
    assert.match(long.text.slice(-100), /\nNote: [\d,]+ more characters are not shown\.\n\n$/);
    assert.ok(long.text.length < 8 * MIB + 200);
  });

  it('stops at 16 layers of a value, and at 8 MiB of decompressed data', () => {
    const deep = Array.from({ length: 17 }).reduce<string>((text) => text.replaceAll('%', '%25'), '%41');
    assert.match(
      decodedDocument(get(`/?q=${deep}`)).text,
      /× 16\nNote: More than 16 layers: the rest is not decoded\.\n/,
    );
    const bomb = gzipSync(Buffer.alloc(9 * MIB)).toString('latin1');
    assert.match(
      decodedDocument(post(bomb, 'Content-Encoding: gzip')).text,
      /\nNote: Not decompressed \(gzip\): /,
    );
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
    ...[
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Encoding: gzip',
      'Transfer-Encoding: chunked',
    ],
    ...['Content-Type: application/x-www-form-urlencoded', gzipSync('{"a":"%27"}').toString('base64')],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const anything = fc.array(fragment, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('decodedDocument, for any text', function () {
  this.timeout(30_000);

  it('has places inside the raw data, and headings that no text can forge', () => {
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
