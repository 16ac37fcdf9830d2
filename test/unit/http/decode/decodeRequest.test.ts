import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import { isTooLargeHere } from '../../../../src/base/errors.ts';
import { decodeRequest } from '../../../../src/http/decode/decodeRequest.ts';
import { english } from '../../../../src/text/l10n.ts';

/** Returns the place, layers, and text of each part, except for an unchanged request line and headers. */
function decode(rawData: string) {
  return decodeRequest(rawData)
    .parts.map((part) => ({ ...part, place: english(part.place) }))
    .filter(({ place }) => place !== 'Request line' && place !== 'Headers')
    .map(({ place, stages }) => [place, stages.at(-1)?.layers, stages.at(-1)?.text]);
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a.example\r\n\r\n`;
const post = (body: string, ...headers: string[]) =>
  `POST /p HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`;
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('decodeRequest', function () {
  this.timeout(30_000);

  it('has each query parameter, percent-encoding undone as often as it is there', () => {
    assert.deepEqual(decode(get('/s?page=3&q=%2527+OR%20%27a%27%3D%27a&lang')), [
      ['Query parameter page', [], '3'],
      ['Query parameter q', ['percent-encoding', '+ for a space', 'percent-encoding'], "' OR 'a'='a"],
      ['Query parameter without a name', [], 'lang'],
    ]);
  });

  it('reads + as a space only in queries and forms, and only as it was sent', () => {
    assert.deepEqual(decode(get('/a+b?q=1%2B1')), [['Query parameter q', ['percent-encoding'], '1+1']]);
  });

  it('decodes the path and the request line', () => {
    const { parts } = decodeRequest(get('/static/..%c0%af%2e%2e/etc'));
    assert.deepEqual(
      parts.map(({ place, stages }) => [english(place), stages.at(-1)?.text]),
      [
        ['Request line', 'GET /static/../../etc HTTP/1.1'],
        ['Path', '/static/../../etc'],
        ['Headers', 'Host: a.example'],
      ],
    );
    assert.deepEqual(
      parts.map(({ name }) => name),
      [undefined, 'path', undefined],
    );
    assert.deepEqual(parts[1]?.stages.at(-1)?.layers, [
      'percent-encoding of overlong UTF-8',
      'percent-encoding',
    ]);
  });

  it('undoes %u, HTML entities, Unicode and hex escapes', () => {
    const text = (value: string) => decode(get(`/?q=${value}`))[0]?.slice(1);
    assert.deepEqual(text('%u003cb%u003E'), [['%u escapes'], '<b>']);
    assert.deepEqual(text('&lt;a&colon;&#39;&#x27&#0000039;'), [[], '']);
    assert.deepEqual(decode(post('&lt;a&colon;&#39;&#x27&#0000039;&unknown;&#x110000;')), [
      ['Body', ['HTML entities'], "<a:'''&unknown;&#x110000;"],
    ]);
    assert.deepEqual(text('\\u003cb\\x3e\\u{1F600}'), [['Unicode escapes', 'hex escapes'], '<b>😀']);
    assert.deepEqual(text('\\u{110000}\\x3e'), [['hex escapes'], '\\u{110000}>']);
  });

  it('reads a byte that is not UTF-8 as Latin-1', () => {
    assert.deepEqual(decode(get('/?q=%ff%c3%28%ED%95%9C'))[0]?.[2], 'ÿÃ(한');
  });

  it('reads four bytes beyond the last character as Latin-1', () => {
    const text = (value: string) => decode(get(`/?q=${value}`))[0]?.[2];
    assert.equal(text('%f4%8f%bf%bf'), '\u{10ffff}');
    assert.equal(text('%f7%bf%bf%bf'), '÷¿¿¿');
  });

  it('takes Base64 for it only when it decodes to something readable', () => {
    const text = 'SELECT * FROM users';
    assert.deepEqual(decode(get(`/?q=${base64(text)}`)), [['Query parameter q', ['Base64'], text]]);
    const url = Buffer.from('<<???>>ÿ').toString('base64url');
    assert.match(url, /[-_]/);
    assert.deepEqual(decode(get(`/?q=${url}`))[0]?.slice(1), [['Base64url'], '<<???>>ÿ']);
    for (const word of [
      'password',
      'AAAAAAAAAAAAAAAAAAAAAAAA',
      '0123456789abcdef0123456789abcdef',
      'configuration',
    ]) {
      assert.deepEqual(decode(get(`/?q=${word}`)), [['Query parameter q', [], word]]);
    }
  });

  it('finds Base64 among other text', () => {
    const token = base64('{"alg":"none","typ":"JWT"}').replaceAll('=', '');
    assert.deepEqual(decode(`GET / HTTP/1.1\r\nAuthorization: Bearer ${token}.x\r\n\r\n`), [
      ['Header Authorization, Base64 1', ['Base64', 'JSON'], '{\n  "alg": "none",\n  "typ": "JWT"\n}'],
    ]);
  });

  it('decodes each cookie', () => {
    assert.deepEqual(decode('GET / HTTP/1.1\r\nCookie: a=1; id=%27--; b\r\n\r\n'), [
      ['Cookie id', ['percent-encoding'], "'--"],
    ]);
  });

  it('lays JSON out without changing a token, and decodes its strings', () => {
    const json =
      '{"n":12345678901234567890.10,"n":[],"q":"\\u003cb\\u003e\\n%27","o":{"list":["\\"x\\"",{}]}}';
    assert.deepEqual(decode(post(json, 'Content-Type: application/json')), [
      [
        'Body',
        ['JSON'],
        [
          '{',
          '  "n": 12345678901234567890.10,',
          '  "n": [],',
          '  "q": "\\u003cb\\u003e\\n%27",',
          '  "o": {',
          '    "list": [',
          '      "\\"x\\"",',
          '      {}',
          '    ]',
          '  }',
          '}',
        ].join('\n'),
      ],
      ['Body, JSON member q', ['JSON string', 'percent-encoding'], "<b>\n'"],
      ['Body, JSON member list', ['JSON string'], '"x"'],
    ]);
  });

  it('decodes names in JSON, and strings in a list without a name', () => {
    assert.deepEqual(decode(post('{"%41":["%42"],"c":["%43"]}')).slice(1), [
      ['Body, JSON name', ['percent-encoding'], 'A'],
      ['Body, JSON member %41', ['percent-encoding'], 'B'],
      ['Body, JSON member c', ['percent-encoding'], 'C'],
    ]);
    assert.deepEqual(decode(post('["%41"]')).at(-1), ['Body, JSON string', ['percent-encoding'], 'A']);
  });

  it('stops when the texts of all layers take too much memory, and says so', () => {
    const stopped = (body: string) => decodeRequest(post(body)).parts.at(-1)?.stopped;
    const words = 'some text '.repeat(2000);
    assert.equal(stopped(`%25252541${words}`), undefined);
    assert.match(stopped(`%2525252525252541${words}`) ?? '', /its layers take too much memory/);
    const list = `${'['.repeat(60)}1${',1'.repeat(1000)}${']'.repeat(60)}`;
    assert.equal(stopped('['.repeat(60) + ']'.repeat(60)), undefined);
    assert.match(stopped(list) ?? '', /its layers take too much memory/);
    // Base64 and the escapes of a JSON string are layers, too.
    const sevenLayers = `%252525252541${words}`;
    assert.equal(stopped(base64(sevenLayers)), undefined);
    assert.match(stopped(base64(`%25${sevenLayers.slice(1)}`)) ?? '', /its layers take too much memory/);
    assert.equal(stopped(`["%2525252541${words}\\n"]`), undefined);
    assert.match(stopped(`["${sevenLayers}\\n"]`) ?? '', /its layers take too much memory/);
  });

  it('leaves JSON that is broken or very deep as it is', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    for (const body of ['{"a":', deep]) {
      assert.deepEqual(decode(post(body, 'Content-Type: application/json')), [['Body', [], body]]);
    }
  });

  it('has each field of a form', () => {
    assert.deepEqual(
      decode(post('a=%3Cb%3E&c=d+e', 'Content-Type: application/x-www-form-urlencoded; charset=utf-8')),
      [
        ['Form field a', ['percent-encoding'], '<b>'],
        ['Form field c', ['+ for a space'], 'd e'],
      ],
    );
    assert.deepEqual(decode(post('a=1', 'Content-Type: Application/x-www-form-urlencoded ; charset=utf-8')), [
      ['Form field a', [], '1'],
    ]);
  });

  it('has each part of a multipart body', () => {
    const lines = [
      'preamble',
      '--b 1',
      'Content-Disposition: form-data; name="title"',
      '',
      'Hello',
      '--b 1',
      'Content-Disposition: form-data; name=file; filename="x.php"',
      'Content-Transfer-Encoding: base64',
      '',
      'PD9waHAgc3lz',
      'dGVtKCk7',
      '--b 1--',
      '',
    ];
    assert.deepEqual(decode(post(lines.join('\r\n'), 'Content-Type: multipart/form-data; boundary="b 1"')), [
      ['Part title', [], 'Hello'],
      ['Headers of file file', [], lines.slice(6, 8).join('\r\n')],
      ['File file (x.php)', ['Base64'], '<?php system();'],
    ]);
    assert.deepEqual(decode(post(lines.slice(1).join('\r\n'), 'Content-Type: multipart/form-data'))[0], [
      ...['Part title', [], 'Hello'],
    ]);
    assert.deepEqual(decode(post('no boundary', 'Content-Type: multipart/form-data; boundary=b')), [
      ['Body', [], 'no boundary'],
    ]);
  });

  it('undoes chunks and content codings, also of data that ends early', () => {
    const zipped = latin1(gzipSync('a=%27&b=2'));
    const chunks = `${(5).toString(16)};x=y\r\n${zipped.slice(0, 5)}\r\n${(zipped.length - 5).toString(16)}\r\n${zipped.slice(5)}\r\n0\r\n\r\n`;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    assert.deepEqual(decode(post(chunks, type, 'Transfer-Encoding: chunked', 'Content-Encoding: gzip')), [
      ['Form field a', ['chunked', 'gzip', 'percent-encoding'], "'"],
      ['Form field b', ['chunked', 'gzip'], '2'],
    ]);
    assert.deepEqual(decode(post(latin1(deflateSync('<b>')), 'Content-Encoding: deflate'))[0]?.slice(1), [
      ['deflate'],
      '<b>',
    ]);
    const long = latin1(gzipSync('no one '.repeat(2000)));
    const early = decode(post(long.slice(0, -12), 'Content-Encoding: gzip'))[0];
    assert.match(String(early?.[2]), /^no one no one /);
    assert.deepEqual(decode(post('3\r\nab한', 'Transfer-Encoding: chunked'))[0]?.slice(1), [
      ['chunked'],
      'ab한',
    ]);
    assert.deepEqual(decode(post('6\r\nab😀\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'))[0]?.slice(1), [
      ['chunked'],
      'ab😀',
    ]);
    for (const [body, ...headers] of [
      ['not chunked', 'Transfer-Encoding: chunked'],
      ['2\r\nhi\r\n0\r\n\r\n', 'Transfer-Encoding: gzip'],
      ['2\r\nhi\r\n0\r\n\r\n'],
    ] as const)
      assert.deepEqual(decode(post(body, ...headers)), [['Body', [], body]]);
  });

  it('undoes several content codings in reverse order', () => {
    const text = 'a text that is coded twice';
    const coded = latin1(gzipSync(deflateSync(text)));
    for (const coding of ['deflate, gzip', 'Deflate ,, identity, GZIP'])
      assert.deepEqual(decode(post(coded, `Content-Encoding: ${coding}`)), [
        ['Body', ['gzip', 'deflate'], text],
      ]);
    assert.deepEqual(decode(post(text, 'Content-Encoding: identity')), [['Body', [], text]]);
    const once = decodeRequest(post(latin1(gzipSync(text)), 'Content-Encoding: deflate, gzip')).parts.at(-1);
    assert.match(once?.stopped ?? '', /could not be decoded/);
    assert.equal(once?.stages.at(-1)?.text, text);
    const large = latin1(deflateSync(gzipSync(Buffer.alloc(9 * 1024 * 1024))));
    const bomb = decodeRequest(post(large, 'Content-Encoding: br, gzip, deflate')).parts.at(-1);
    assert.match(bomb?.stopped ?? '', /^Not decompressed \(gzip\)/);
    assert.equal(bomb && english(bomb.place), 'Body');
    const many = (count: number) =>
      decodeRequest(post('x', `Content-Encoding: ${Array(count).fill('gzip')}`)).parts.at(-1);
    assert.match(many(16)?.stopped ?? '', /could not be decoded/);
    const tooMany = many(17);
    assert.match(tooMany?.stopped ?? '', /^More than 16 layers/);
    assert.equal(tooMany && english(tooMany.place), 'Body');
  });

  it('finds gzip in Base64, and Base64 in JSON in a form', () => {
    const inner = gzipSync('{"run":"id"}').toString('base64');
    const form = `data=${encodeURIComponent(JSON.stringify({ v: [inner] }))}`;
    assert.deepEqual(decode(post(form, 'Content-Type: application/x-www-form-urlencoded')).slice(1), [
      [
        'Form field data, JSON member v',
        ['percent-encoding', 'Base64', 'gzip', 'JSON'],
        '{\n  "run": "id"\n}',
      ],
    ]);
  });

  it('finds deflate by its first bytes, as sent or in Base64 that is declared', () => {
    const zipped = deflateSync('<b>some text</b>');
    assert.deepEqual(decode(post(latin1(zipped)))[0]?.slice(1), [['deflate'], '<b>some text</b>']);
    const part = `--B\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n${zipped.toString('base64')}\r\n--B--`;
    assert.deepEqual(decode(post(part, 'Content-Type: multipart/form-data; boundary=B'))[0]?.slice(1), [
      ['Base64', 'deflate'],
      '<b>some text</b>',
    ]);
  });

  it('keeps what is not text as bytes, and says what they are', () => {
    const [part] = decodeRequest(get('/?q=rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA==')).parts.slice(1);
    assert.deepEqual(part?.stages.at(-1)?.layers, ['Base64', 'serialized Java object']);
    assert.deepEqual([...(part?.bytes ?? [])].slice(0, 4), [0xac, 0xed, 0, 5]);
    assert.equal(part?.stages.at(-1)?.text, '');
    const upload = decodeRequest(post(`\x89PNG\r\n\x1a\n\0\0\0${'\x01\xfe'.repeat(20)}`)).parts.at(-1);
    assert.deepEqual(upload?.stages.at(-1)?.layers, ['PNG image']);
    const unknown = decodeRequest(post('\x01\xfe'.repeat(20))).parts.at(-1);
    assert.deepEqual(unknown?.stages.at(-1)?.layers, ['binary data']);
    const image = Buffer.from(`\x89PNG\r\n\x1a\n${'\x01\xfe'.repeat(20)}`, 'latin1');
    const zipped = decodeRequest(post(latin1(gzipSync(image)), 'Content-Encoding: gzip')).parts.at(-1);
    assert.deepEqual(zipped?.stages.at(-1)?.layers, ['gzip', 'PNG image']);
    assert.deepEqual(Buffer.from(zipped?.bytes ?? []), image);
  });

  it('keeps a request line with bytes that are not text as it is', () => {
    const line = `GET /${'\x01\xfe'.repeat(20)} HTTP/1.1`;
    const [first, path] = decodeRequest(`${line}\r\n\r\n`).parts;
    assert.deepEqual(
      first?.stages.map(({ text }) => text),
      [line],
    );
    assert.deepEqual(path?.stages.at(-1)?.layers, ['binary data']);
  });

  it('decodes compressed data that is several hundred times as long', () => {
    const text = 'some text '.repeat(20_000);
    const [, parameter] = decodeRequest(get(`/?q=${gzipSync(text).toString('base64url')}`)).parts;
    const last = parameter?.stages.at(-1);
    assert.deepEqual([parameter?.stopped, last?.text], [undefined, text]);
    const value = parameter?.stages[0].toRaw();
    assert.deepEqual(parameter?.stages[0].toRaw({ start: 5, end: 9 }), { start: 13, end: 17 });
    assert.deepEqual([value?.start, last?.toRaw({ start: 5, end: 9 })], ['GET /?q='.length, value]);
  });

  it('stops at a decompression bomb, and says so', () => {
    const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024));
    for (const [raw, place] of [
      [post(latin1(bomb), 'Content-Encoding: gzip'), 'Body'],
      [`GET /?q=${bomb.toString('base64url')} HTTP/1.1\r\n\r\n`, 'Query parameter q'],
    ] as const) {
      const [last] = decodeRequest(raw).parts.slice(-1);
      assert.equal(last && english(last.place), place);
      assert.equal(
        last?.stopped,
        'Not decompressed (gzip): all compressed data of a log may grow to 8 MiB, and this would be more.',
      );
    }
  });

  it('throws if decompressed data exceeds a limit that the caller set', () => {
    const target = get(`/?a=${gzipSync('a'.repeat(2000)).toString('base64url')}`);
    assert.throws(() => decodeRequest(target, 1000), isTooLargeHere);
    assert.equal(decodeRequest(target, 2000).parts[1]?.stages.at(-1)?.text.length, 2000);
    const twice = target.replace(/a=(\S*)/, 'a=$1&b=$1');
    for (const limit of [2000, 3999]) assert.throws(() => decodeRequest(twice, limit), isTooLargeHere);
    assert.equal(decodeRequest(twice, 4000).parts[2]?.stages.at(-1)?.text.length, 2000);
  });

  it('says so when the coding of a body is not known', () => {
    const [body] = decodeRequest(post('a=1', 'Content-Encoding: constructor')).parts.slice(-1);
    assert.match(body?.stopped ?? '', /could not be decoded/);
    assert.equal(body?.stages.at(-1)?.text, 'a=1');
  });

  it('says so when a compressed body did not survive as text', () => {
    const [body] = decodeRequest(post('\ufffd\u0008', 'Content-Encoding: gzip')).parts.slice(-1);
    assert.match(body?.stopped ?? '', /does not have the bytes/);
  });

  it('stops after 16 layers, and says so', () => {
    const [, parameter] = decodeRequest(get(`/?q=%${'25'.repeat(40)}27`)).parts;
    assert.match(parameter?.stopped ?? '', /^More than 16 layers/);
    assert.equal(parameter?.stages.length, 17);
  });

  it('searches no text for Base64 in which decoding stopped', () => {
    const token = base64('{"alg":"none"}');
    const places = (codes: number) =>
      decode(post(`%${'25'.repeat(codes)}41 ${token}`)).map(([place]) => place);
    assert.deepEqual(places(15), ['Body', 'Body, Base64 1']);
    assert.deepEqual(places(16), ['Body']);
  });

  it('decodes other encodings in JSON that is too deep to lay out, and says so', () => {
    const nested = (depth: number) =>
      decodeRequest(post(`${'['.repeat(depth)}"%41"${']'.repeat(depth)}`)).parts.at(-1);
    assert.equal(nested(64)?.stopped, undefined);
    assert.equal(nested(65)?.stopped, 'Not laid out: as JSON, it is nested more than 64 levels deep.');
    assert.match(nested(65)?.stages.at(-1)?.text ?? '', /^\[+"A"\]+$/);
  });

  it('names parts by their parameter, header, cookie, field, or member', () => {
    const names = (raw: string) => decodeRequest(raw).parts.map(({ name }) => name);
    const token = base64('{"alg":"none"}').replaceAll('=', '');
    const target = 'POST /?q=%41 HTTP/1.1\r\nX : %42\r\nCookie: c=%43\r\n';
    assert.deepEqual(names(`${target}\r\n{"m":["%45"]}`), [
      undefined,
      'q',
      undefined,
      'X',
      'c',
      undefined,
      'm',
    ]);
    assert.deepEqual(names(`GET /?q=(${token}) HTTP/1.1\r\n\r\n`), [undefined, 'q', 'q']);
    const file = `--B\r\nContent-Disposition: form-data; name=f; filename=${token}\r\n\r\n%46\r\n--B--`;
    assert.deepEqual(names(post(file, 'Content-Type: multipart/form-data; boundary=B')).slice(2), ['f', 'f']);
    assert.deepEqual(names(post('g=%47', 'Content-Type: application/x-www-form-urlencoded')).slice(2), ['g']);
  });

  it('keeps 1000 parts, and says that there are more', () => {
    const { parts, more } = decodeRequest(get(`/?${'a=1&'.repeat(2000)}`));
    assert.equal(parts.length, 1000);
    assert.equal(more, true);
    const field = '--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n';
    const multipart = decodeRequest(
      post(`${field.repeat(2000)}--B--`, 'Content-Type: multipart/form-data; boundary=B'),
    );
    assert.deepEqual([multipart.parts.length, multipart.more], [1000, true]);
  });

  it('reads what is no request as one part', () => {
    assert.deepEqual(decode('%3Cb%3E'), [['Raw data', ['percent-encoding'], '<b>']]);
    assert.deepEqual(decode(''), [['Raw data', [], '']]);
  });

  it('takes a method of any length', () => {
    const line = `${'A'.repeat(500_000)} /a HTTP/1.1`;
    const [first] = decodeRequest(`${line}\r\n\r\n${' '.repeat(500_000)}`).parts;
    assert.equal(first?.stages[0]?.text, line);
  });
});
