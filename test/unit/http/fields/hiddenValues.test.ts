import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type HiddenValue,
  hiddenInHeader,
  hiddenInRequest,
  hiddenInTarget,
  hiddenInValue,
} from '../../../../src/http/fields/hiddenValues.ts';
import { amount } from '../../../proofs.ts';
import { hostileText } from '../../formats/logs.ts';

function write(text: string, hidden: readonly HiddenValue[]): string {
  let [written, end] = ['', 0];
  for (const each of hidden) {
    written += text.slice(end, each.start) + each.mark;
    end = each.end;
  }
  return written + text.slice(end);
}

const shownIn = (rawData: string, match = '') => {
  const start = rawData.indexOf(match);
  const shown = match === '' ? [] : [{ start, end: start + match.length }];
  return write(rawData, hiddenInRequest(rawData, shown));
};

const head = ['Host: shop.example', 'User-Agent: Mozilla/5.0 (X11)'];
const post = (type: string, body: string) =>
  ['POST /api/login HTTP/1.1', ...head, `Content-Type: ${type}`, '', body].join('\r\n');
const bodyOf = (type: string, body: string, match?: string) =>
  shownIn(post(type, body), match).split('\r\n\r\n')[1];

describe('hiddenInRequest', function () {
  this.timeout(120_000);

  it('keeps the lines, the names, ordinary values and headers that describe client and content', () => {
    const lines = [
      'GET /shop/48547/summer-shoes?token=abc123&page=2&q=red%20shoes HTTP/1.1',
      ...head,
      'Cookie: sid=6c355bc065b8; theme=dark',
      'Authorization: Bearer eyJhbGciOi',
      'Referer: https://shop.example/reset/Xa81kq02Lq?code=771234&page=3',
      'X-Api-Key: k-5f1d0c2b',
      '',
      '',
    ];
    assert.deepEqual(shownIn(lines.join('\r\n')).split('\r\n'), [
      'GET /shop/48547/summer-shoes?token=‹6 characters›&page=2&q=‹11 characters› HTTP/1.1',
      ...head,
      'Cookie: sid=‹12 characters›; theme=‹4 characters›',
      'Authorization: Bearer ‹10 characters›',
      'Referer: https://shop.example/reset/‹10 characters›?code=‹6 characters›&page=3',
      'X-Api-Key: ‹10 characters›',
      '',
      '',
    ]);
  });

  it('shows the match at its place, and hides what is around it', () => {
    assert.match(
      shownIn("GET /?q=red'+OR+1=1--+shoes&id=7 HTTP/1.1\r\n\r\n", "'+OR+1=1--"),
      /^GET \/\?q=‹3 characters›'\+OR\+1=1--‹6 characters›&id=7 HTTP/,
    );
    const cookie = `GET / HTTP/1.1\r\nCookie: sid=6c355bc065b8'%20OR%201; a=bcdef\r\n\r\n`;
    assert.match(shownIn(cookie, "'%20OR%201"), /sid=‹12 characters›'%20OR%201; a=‹5 characters›/);
  });

  it('shows an ordinary start of the value that matched', () => {
    assert.match(shownIn("GET /?id=1'+OR+1=1 HTTP/1.1\r\n\r\n", "'+OR+1=1"), /\?id=1'\+OR\+1=1 HTTP/);
  });

  const bodies: readonly (readonly [type: string, body: string, shown: string])[] = [
    [
      'application/json',
      '{"user":"anna","n":482913,"ok":true,"list":["ab","cd"],"category":"shoes","in":"{\\"pw\\":\\"hunter2\\"}"}',
      '{"user":"‹JSON string, 4›","n":‹number, 6 digits›,"ok":true,"list":["‹JSON string, 2›","‹JSON string, 2›"],"category":"shoes","in":"{\\"pw\\":\\"‹JSON string, 7›\\"}"}',
    ],
    ['application/json', '{"a":"cut off', '{"a":"‹JSON string, 7›'],
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
      '--b0\nContent-Disposition: form-data; name="f"; filename="shell.php"\nContent-Type: text/plain\n\n‹file, 13 bytes›\n--b0--\n',
    ],
    [
      'application/json',
      '{"query":"mutation { login(user: \\"anna\\") { token } }","variables":{"pw":"hunter2"}}',
      '{"query":"mutation { login(user: \\"‹JSON string, 4›\\") { token } }","variables":{"pw":"‹JSON string, 7›"}}',
    ],
    ['text/plain', 'my password is hunter2', '‹22 characters›'],
    ['image/jpeg', `\xff\xd8\xff\x00${'\x01\xe9'.repeat(1024)}`, '‹JPEG image, 2 KB›'],
    [
      'application/json',
      `{"image":"data:image/png;base64,${'A'.repeat(4000)}"}`,
      '{"image":"‹image/png, 4 KB›"}',
    ],
  ];
  for (const [type, body, shown] of bodies) {
    it(`hides the values of a body: ${type} ${body.slice(0, 20)}`, () =>
      assert.equal(bodyOf(type, body), shown));
  }

  it('shows 512 characters of a header, and hides a longer one', () => {
    for (const [length, shown] of [
      [512, 'a'.repeat(512)],
      [513, '‹513 characters›'],
    ] as const)
      assert.equal(
        shownIn(`GET / HTTP/1.1\r\nUser-Agent: ${'a'.repeat(length)}\r\n\r\n`).split('\r\n')[1],
        `User-Agent: ${shown}`,
      );
  });

  it('hides all of a text that is not a request', () => {
    assert.equal(shownIn('my secret is hunter2'), '‹20 characters›');
    assert.equal(shownIn('HTTP/1.1 200 OK'), 'HTTP/1.1 200 OK');
  });

  it('hides header lines without a colon, and names that look random', () => {
    const shown = shownIn('GET /?x8Kq2mZ7pLw91=1 HTTP/1.1\r\nhunter2secret\r\nHost: a\r\n\r\n');
    assert.equal(shown, 'GET /?‹13 characters›=1 HTTP/1.1\r\n‹13 characters›\r\nHost: a\r\n\r\n');
  });

  it('hides a name that is an address or very long, and a login name in the path', () => {
    const long = 'a b '.repeat(60).trim();
    assert.equal(
      shownIn(`GET /users/anna.petersen/app.config?anna@shop.example=1&page=2 HTTP/1.1\r\n\r\n`),
      'GET /users/‹13 characters›/app.config?‹17 characters›=1&page=2 HTTP/1.1\r\n\r\n',
    );
    assert.equal(bodyOf('application/json', JSON.stringify({ [long]: 1 })), '{"‹239 characters›":1}');
  });

  it('shows a word without a name, and hides any other value without one', () => {
    const shown = shownIn('GET /?summer&x8Kq2mZ7 HTTP/1.1\r\n\r\n');
    assert.equal(shown, 'GET /?summer&‹8 characters› HTTP/1.1\r\n\r\n');
  });

  it('keeps names and marks of 100,000 fields', () => {
    const hidden = hiddenInRequest(post('application/json', `[${'"secret",'.repeat(120_000)}1]`));
    assert.equal(new Set(hidden.map(({ mark }) => mark)).size, 2);
    assert.ok(hidden.length >= 120_000, String(hidden.length));
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
        const hidden = hiddenInRequest(rawData);
        let end = 0;
        for (const each of hidden) {
          assert.ok(each.start >= end && each.end > each.start && each.end <= rawData.length);
          assert.match(each.mark, /^‹[^‹›\r\n]{1,60}›$/);
          ({ end } = each);
        }
        assert.ok(!write(rawData, hidden).includes(secret));
      }),
      { numRuns: amount(300) },
    );
  });
});

describe('hiddenInTarget, hiddenInHeader, hiddenInValue', () => {
  it('hide user information, queries, cookies and all but ordinary values', () => {
    const target = 'https://anna:pw123@shop.example/a?t=zzzz9';
    assert.equal(
      write(target, hiddenInTarget(target)),
      'https://‹4 characters›:‹5 characters›@shop.example/a?t=‹5 characters›',
    );
    const cookie = 'sid=abcdef; Path=/; HttpOnly';
    assert.match(write(cookie, hiddenInHeader('Set-Cookie', cookie)), /^sid=‹6 characters›; Path=/);
    assert.equal(write('secret', hiddenInHeader('X-Any', 'secret')), '‹6 characters›');
    assert.equal(write('shoes', hiddenInValue('category', 'shoes')), 'shoes');
    assert.equal(write('shoes', hiddenInValue('memo', 'shoes')), '‹5 characters›');
  });
});
