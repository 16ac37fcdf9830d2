import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ValueReader } from '../../../src/redaction/requestValues.ts';
import { type HiddenRange, joined, segmentsOf } from '../../../src/redaction/segments.ts';
import { amount } from '../../proofs.ts';
import { hostileText } from '../formats/logs.ts';

const reader = new ValueReader([], 'shop.example');

function write(text: string, hidden: readonly HiddenRange[]): string {
  return joined(segmentsOf(text, hidden));
}

/** Returns the ranges of parts of a text. */
const partsOf = (text: string, parts: readonly string[]) =>
  parts.map((part) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length }));

const shownIn = (rawData: string, ...matches: readonly string[]) =>
  write(rawData, reader.request(rawData, partsOf(rawData, matches)));

const shownInTarget = (target: string, ...matches: readonly string[]) =>
  write(target, reader.target(target, partsOf(target, matches)));

const head = ['Host: shop.example', 'User-Agent: Mozilla/5.0 (X11)'];
const post = (type: string, body: string) =>
  ['POST /api/login HTTP/1.1', ...head, `Content-Type: ${type}`, '', body].join('\r\n');
const bodyOf = (type: string, body: string) => shownIn(post(type, body)).split('\r\n\r\n')[1];

describe('readRequest', function () {
  this.timeout(120_000);

  it('keeps the lines, the names, ordinary values and headers that describe client and content', () => {
    const lines = [
      'GET /shop/48547/reset-password?token=abc123&page=2&q=red%20shoes&=winter&wsdl HTTP/1.1',
      ...head,
      'Cookie: sid=6c355bc065b8; theme=dark',
      'Authorization: Bearer eyJhbGciOi',
      'Referer: https://shop.example/reset/Xa81kq02Lq?code=771234&page=3',
      'X-Kestrel-Owls: k-5f1d0c2b',
      'hunter2secret',
      '',
      '',
    ];
    assert.deepEqual(shownIn(lines.join('\r\n')).split('\r\n'), [
      'GET /shop/‹5 characters›/reset-password?token=‹6 characters›&page=2&q=‹11 characters›&=‹6 characters›&wsdl HTTP/1.1',
      ...head,
      'Cookie: sid=‹12 characters›; theme=‹4 characters›',
      'Authorization: ‹17 characters›',
      'Referer: ‹56 characters›',
      'X-Kestrel-Owls: ‹10 characters›',
      '‹13 characters›',
      '',
      '',
    ]);
  });

  /** Bodies with words that are neither names nor values: those that belong to the format are shown. */
  const structures: readonly (readonly [type: string, body: string, shown: string])[] = [
    [
      'application/json',
      '{"in":"\\u007b\\u0022list\\u0022\\u003a\\u005b\\u0022hunter2\\u0022\\u002c\\u0022anna\\u0022\\u005d\\u007d"}',
      '{"in":"\\u007b\\u0022list\\u0022\\u003a\\u005b\\u0022‹7 characters›\\u0022\\u002c\\u0022‹4 characters›\\u0022\\u005d\\u007d"}',
    ],
    [
      'application/x-www-form-urlencoded',
      'data=%7B%0A%09%22list%22%3A%5B%22hunter2%22%2c%22anna%22%5D%0d%0a%7D&more',
      'data=%7B%0A%09%22list%22%3A%5B%22‹7 characters›%22%2c%22‹4 characters›%22%5D%0d%0a%7D&more',
    ],
    [
      'application/x-www-form-urlencoded',
      'data=%3C%3Fxml%20version%3D%221.0%22%3F%3E%3Cuser%20id%3D%2242z%22%3E%3Cpass%3Ehunter2%3C%2Fpass%3E%3C%2Fuser%3E',
      'data=%3C%3Fxml%20version%3D%221.0%22%3F%3E%3Cuser%20id%3D%22‹3 characters›%22%3E%3Cpass%3E‹7 characters›%3C%2Fpass%3E%3C%2Fuser%3E',
    ],
    [
      'text/xml',
      '<x8Kq2mZ7pL><title a1b2c3d4e5="red">x</title> <!ELEMENT hunter2> </x8Kq2mZ7pL></otherword>',
      '<‹10 characters›><title ‹10 characters›="‹3 characters›">‹1 character›</title> ‹18 characters› </‹10 characters›></‹9 characters›>',
    ],
    [
      'application/graphql',
      'query Find($id: ID = 7) { # hunter2 is the password\n  user(id: $id, pin: 4711) @include(if: $x) { id } }',
      'query Find($id: ID = 7) { #‹24 characters›\n  user(id: $id, pin: ‹number, 4 characters›) @include(if: $x) { id } }',
    ],
    [
      'application/graphql',
      '{ me # x\n "hunter2" pass """hunter2""" { id } }',
      '{ me #‹2 characters›\n "‹7 characters›" pass """‹7 characters›""" { id } }',
    ],
    [
      'text/xml',
      '<user name="anna><address><street>x</street></address></user>',
      '<user name="‹5 characters›<address><street>‹1 character›</street></address></user>',
    ],
    [
      'application/x-www-form-urlencoded',
      'query=%7B%20me%20%23%20hunter2%0A%20%40skip%20%7B%0Aname%09email%0D%20pet%7Bid%7D%20%7D%20hunter-2%202-hunter%7D',
      'query=%7B%20me%20%23‹10 characters›%0A%20%40skip%20%7B%0Aname%09email%0D%20pet%7Bid%7D%20%7D%20‹8 characters›%20‹8 characters›%7D',
    ],
    [
      'multipart/form-data; boundary=Xq9Kf27Qz',
      [
        'hunter2\r\n--Xq9Kf27Qz\r\nContent-Disposition: form-data; name="username"\r\nContent-ID: cafe01',
        'anna\r\n--Xq9Kf27Qz\r\nContent-Disposition: form-data; name="k7Qz9Xw2Lm4"; filename="anna.petersen"',
        'true\r\n--Xq9Kf27Qz--\r\ncafe01, my hunter2, words (anna)',
      ].join('\n\n'),
      [
        '‹7 characters›\r\n‹11 characters›\r\nContent-Disposition: form-data; name="username"\r\nContent-ID: ‹6 characters›',
        '‹4 characters›\r\n‹11 characters›\r\nContent-Disposition: form-data; name="‹11 characters›"; filename="‹13 characters›"',
        '‹file, 4 characters›\r\n‹13 characters›\r\n‹6 characters›, my ‹7 characters›, ‹5 characters› (‹4 characters›)',
      ].join('\n\n'),
    ],
    [
      'multipart/form-data; boundary=b0',
      '--b0\nContent-Disposition: form-data; name="f"\n\nanna\n--b0--\nhunter2 kestrel \t\t anna\tbob     hunter3, tern\nowl',
      '--b0\nContent-Disposition: form-data; name="f"\n\n‹4 characters›\n--b0--\n‹7 characters› ‹7 characters› \t\t ‹4 characters›\t‹3 characters›     ‹7 characters›, ‹4 characters›\n‹3 characters›',
    ],
    [
      'application/x-www-form-urlencoded',
      'query=query%20Find(%24ids%3A%20%5BInt%21%5D)%20%7Bpets(ids%3A%20%24ids)%20%7Bid%7D%7D',
      'query=query%20Find(%24ids%3A%20%5BInt%21%5D)%20%7Bpets(ids%3A%20%24ids)%20%7Bid%7D%7D',
    ],
    [
      'multipart/form-data',
      '--Xq9Kf27Qz\nContent-Disposition: form-data; name="upload"\n\n{"filename":"shell.php","file":{"filename":"shell.php"}}\n--Xq9Kf27Qz--',
      '‹11 characters›\nContent-Disposition: form-data; name="upload"\n\n{"filename":"‹5 characters›.php","file":{"filename":"‹9 characters›"}}\n‹13 characters›',
    ],
  ];

  const bodies: readonly (readonly [type: string, body: string, shown: string])[] = [
    [
      'application/json',
      '{"user":"anna","n":482913,"ok":true,"list":["ab","cd"],"format":"short","in":"{\\"pw\\":\\"hunter2\\"}"}',
      '{"user":"‹4 characters›","n":‹number, 6 characters›,"ok":true,"list":["‹2 characters›","‹2 characters›"],"format":"short","in":"{\\"pw\\":\\"‹7 characters›\\"}"}',
    ],
    ['application/json', '{"a":"cut off', '{"a":"‹7 characters›'],
    ['application/json', '{"a":"my data:image/png;x"}', '{"a":"‹19 characters›"}'],
    [
      'application/json',
      '{"query":"\\u007bme\\u0028id\\u003a\\u0022hunter2\\u0022\\u0029\\u007bname\\u007d\\u007d"}',
      '{"query":"\\u007bme\\u0028id\\u003a\\u0022‹7 characters›\\u0022\\u0029\\u007bname\\u007d\\u007d"}',
    ],
    ['application/json', '{"a":{"filename":"shell.php"}}', '{"a":{"filename":"‹9 characters›"}}'],
    ['application/json', '{"長谷川":{"Hedwig Sommerlatte":1}}', '{"‹3 characters›":{"‹18 characters›":1}}'],
    [
      'application/json',
      '{"a":owls owls,"b":tern}',
      '{"a":‹4 characters› ‹4 characters›,"b":‹4 characters›}',
    ],
    [
      'application/json',
      '{"query":"{ fatima_alharbi_1988: member(id: 5) { status } }"}',
      '{"query":"{ ‹19 characters›: member(id: 5) { status } }"}',
    ],
    [
      'multipart/form-data; boundary=Traudl-Eschenbach',
      '--Traudl-Eschenbach\nContent-Disposition: form-data; name="Hedwig Sommerlatte"\n\n1\n--Traudl-Eschenbach--',
      '‹19 characters›\nContent-Disposition: form-data; name="‹6 characters› ‹11 characters›"\n\n1\n‹21 characters›',
    ],
    ['application/json', '{"sort":{"color":"rojo"}}', '{"sort":{"color":"rojo"}}'],
    ['application/json', `{"${'a b '.repeat(60)}c":1}`, '{"‹241 characters›":1}'],
    [
      'application/x-www-form-urlencoded',
      'user=anna&data=%7B%22pw%22%3A%22hunter2%22%7D&lang=en',
      'user=‹4 characters›&data=%7B%22pw%22%3A%22‹7 characters›%22%7D&lang=en',
    ],
    [
      'text/xml',
      '<?xml version="1.0"?><l:Login id="ab12cd"><User>anna</User><!-- a word --></l:Login>',
      '<?xml version="1.0"?><l:Login id="‹6 characters›"><User>‹4 characters›</User><!--‹8 characters›--></l:Login>',
    ],
    [
      'multipart/form-data; boundary=b0',
      '--b0\nContent-Disposition: form-data; name="f"; filename="shell.php"\nContent-Type: text/plain\n\n<?php x(); ?>\n--b0--\n',
      '--b0\nContent-Disposition: form-data; name="f"; filename="‹5 characters›.php"\nContent-Type: text/plain\n\n‹file, 13 characters›\n--b0--\n',
    ],
    [
      'application/json',
      '{"query":"mutation { login(user: \\"anna\\") { token } }","variables":{"pw":"hunter2"}}',
      '{"query":"mutation { login(user: \\"‹4 characters›\\") { token } }","variables":{"pw":"‹7 characters›"}}',
    ],
    ['application/x-www-form-urlencoded', '=summer', '=‹6 characters›'],
    ['application/x-www-form-urlencoded', 'summer', '‹6 characters›'],
    ['text/plain', 'my password is hunter2', '‹22 characters›'],
    ['text/plain', 'kestrel', '‹7 characters›'],
    ['image/jpeg', `\xff\xd8\xff\x00${'\x01\xe9'.repeat(1024)}`, '‹JPEG image, 2,052 characters›'],
    [
      'application/json',
      `{"image":"data:image/png;base64,${'A'.repeat(4000)}"}`,
      '{"image":"‹4,022 characters›"}',
    ],
  ];
  for (const [type, body, shown] of bodies.concat(structures)) {
    it(`hides the values of a body: ${type} ${body.slice(0, 20)}`, () =>
      assert.equal(bodyOf(type, body), shown));
  }

  const targets: readonly (readonly [target: string, shown: string, ...matches: readonly string[]])[] = [
    ["/?q=red'+OR+1=1--+shoes&id=7", "/?q=‹3 characters›'+OR+1=1--‹6 characters›&id=7", "'+OR+1=1--"],
    ["/?q=a'OR+owls+OR'b", "/?q=‹1 character›'OR+‹4 characters›+OR'‹1 character›", "'OR+", "+OR'"],
    ["/a?t=zzzz9'--&u=1", "/a?t=‹5 characters›'--&u=1", "'--"],
    ['/?q=1=1--shoes&id=8', '/?q=1=1--‹5 characters›&id=8', '1=1--'],
    ['/?anna_petersen=1&q=<b>', '/?‹13 characters›=1&q=<b>', '&q=<b>'],
    ['/?q=<b>&anna_petersen=1', '/?q=<b>&‹13 characters›=1', '<b>&anna_petersen='],
    ['/users/anna/app.config?anna@shop.example=1', '/users/‹4 characters›/app.config?‹17 characters›=1'],
    ['/customers/anna.petersen/login?page=2', '/customers/‹13 characters›/login?page=2'],
    ['/?summer&ulrike.pfannenstiel&8Kq2summer', '/?summer&‹19 characters›&‹10 characters›'],
    ['/?x8Kq2mZ7pLw91=1', '/?‹13 characters›=1'],
    ['/a;jsessionid=abcdef;page=2?host=anna', '/a;jsessionid=‹6 characters›;page=2?host=‹4 characters›'],
    ['/?location=/reset/Xa81kq02Lq', '/?location=‹17 characters›'],
    ['http://anna:hunter2@shop.example/', 'http://‹4 characters›:‹7 characters›@shop.example/'],
    [
      'https://anna:pw123@shop.example/a?t=zz9',
      'https://‹4 characters›:‹5 characters›@shop.example/a?t=‹3 characters›',
    ],
  ];
  for (const [target, shown, ...matches] of targets)
    it(`hides the values of a target: ${target}`, () => {
      assert.equal(shownIn(`GET ${target} HTTP/1.1\r\n\r\n`, ...matches), `GET ${shown} HTTP/1.1\r\n\r\n`);
      assert.equal(shownInTarget(target, ...matches), shown);
    });

  it('shows the reason of a response, unless it has unknown words', () => {
    assert.equal(shownIn('HTTP/1.1 403 Forbidden'), 'HTTP/1.1 403 Forbidden');
    assert.equal(shownIn('HTTP/1.1 200 Anna Petersen'), 'HTTP/1.1 ‹17 characters›');
  });

  it('is ascending and disjoint, and leaves no planted word but in the match', () => {
    const secret = 'Zq7hunterXw9kLm2';
    const planted = fc
      .tuple(
        hostileText,
        hostileText,
        fc.constantFrom('text/xml', 'application/json', 'x', 'multipart/form-data; boundary=b'),
      )
      .map(([before, after, type]) => post(type, `${before}"${secret}"${after}`));
    fc.assert(
      fc.property(planted, (rawData) => {
        const hidden = reader.request(rawData, []);
        let end = 0;
        for (const each of hidden) {
          assert.ok(each.start >= end && each.end > each.start && each.end <= rawData.length);
          ({ end } = each);
        }
        assert.ok(!write(rawData, hidden).includes(secret));
      }),
      { numRuns: amount(300) },
    );
  });
});

describe('readTarget', () => {
  it('hides nothing in white space, and all of a target with a line break', () => {
    for (const blank of ['', ' ', '\n']) assert.equal(shownInTarget(blank), blank);
    assert.equal(shownInTarget('/a\n/b'), '‹5 characters›');
    assert.equal(shownInTarget("/a\n/b'--", "'--"), "‹5 characters›'--");
  });
});

describe('readHeader', () => {
  it('hides what the header contains, depending on its name', () => {
    const long = 'a'.repeat(513);
    for (const [name, value, expected, ...matches] of [
      [
        'Cookie',
        "sid=6c355bc065b8'%20OR%201; a=b",
        "sid=‹12 characters›'%20OR%201; a=‹1 character›",
        "'%20OR%201",
      ],
      ['Cookie', 'page=4711; path=red', 'page=‹4 characters›; path=‹3 characters›'],
      ['Priority', '{"host":"hunter2"}', '{"host":"‹7 characters›"}'],
      ['WWW-Authenticate', 'Digest nonce="abc123"', '‹21 characters›'],
      ['WWW-Authenticate-Key', 'Digest nonce', '‹12 characters›'],
      ['Set-Cookie', 'sid=abcdef; Path=/', 'sid=‹6 characters›; Path=/'],
      [' cookie ', 'sid=abcdef; a=b', 'sid=‹6 characters›; a=‹1 character›'],
      ['Cookie', 'sid=abcdef;\r\n b=a', 'sid=‹6 characters›;\r\n b=‹1 character›'],
      ['X-Any', 'a\r\nHost: hunter2', '‹16 characters›'],
      ['X-Any', 'a=1; true', '‹9 characters›'],
      ['X-Any', '192.0.2.1', '‹9 characters›'],
      ['User-Agent', 'Mozilla/5.0 (X11)', 'Mozilla/5.0 (X11)'],
      ['User-Agent', 'a/1 (iPhone von Sabine; iOS 17.2)', 'a/1 (iPhone ‹10 characters›; iOS 17.2)'],
      ...[
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)',
        'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Firefox/121.0',
      ].map((client) => ['User-Agent', client, client] as const),
      ['User-Agent', long, '‹513 characters›'],
      ['Accept', long, '‹513 characters›'],
      ['Accept', long.slice(1), long.slice(1)],
      ['X-Set-Cookie', 'sid=abcdef; Path=/', '‹18 characters›'],
      ['Set-Cookie2', 'sid=abcdef; Path=/', '‹18 characters›'],
      ['X-Forwarded-Host', 'shop.example', 'shop.example'],
      ['Via', '1.1 px-hq-07.corp.nordbank.lan', '‹30 characters›'],
      ['X-Forwarded-For', '192.0.2.1, [2001:db8::1]:80', '192.0.2.1, [2001:db8::1]:80'],
      ['X-Forwarded-For', '192.0.2.1, db7.lan', '‹18 characters›'],
      ['Content-Type', 'text/csv; charset=utf-8; name=pay.csv', 'text/csv; charset=utf-8;‹13 characters›'],
      ['Content-Type', 'a/b; boundary="upload-Traudl"', 'a/b;‹25 characters›'],
      ['Referer', '/shop?page=2', '‹12 characters›'],
      ['Authorization', 'Bearer abc', '‹10 characters›'],
      ['X-Auth', 'Bearer abc', '‹10 characters›'],
    ] as const)
      assert.equal(write(value, reader.header(name, value, partsOf(value, matches))), expected, name);
  });
});

describe('readValue', () => {
  it('hides a value that is not ordinary for its name, except for the match', () => {
    assert.deepEqual(reader.value('format', 'short', []), []);
    assert.deepEqual(reader.value('memo', 'shoes', []), [{ start: 0, end: 5 }]);
    assert.deepEqual(reader.value('memo', 'shoes;select', [{ start: 5, end: 12 }]), [{ start: 0, end: 5 }]);
  });

  it('shows an ordinary rest with white space around it', () => {
    assert.deepEqual(reader.value('page', "7 ' or 1=1", [{ start: 2, end: 10 }]), []);
    assert.deepEqual(reader.value('page', "' or 1=1 \t7", [{ start: 0, end: 8 }]), []);
  });
});
