import assert from 'node:assert/strict';
import { minimalRequest } from '../../../../src/formats/report/minimalRequest.ts';

const head = ['Host: shop.example', 'User-Agent: x', 'Cookie: sid=abc; cart=<b>', 'X-Note: <i>'];
const request = (line: string, type = '', body = '') =>
  [line, ...head, ...(type === '' ? [] : [`Content-Type: ${type}`]), '', body].join('\r\n');

/** Returns the lines of the smallest request that reproduces a match of `matched`. */
function least(rawData: string, matched: string) {
  const start = rawData.indexOf(matched);
  return minimalRequest(rawData, { start, end: start + matched.length })?.split('\r\n');
}

describe('minimalRequest', () => {
  const cases: readonly (readonly [
    name: string,
    rawData: string,
    matched: string,
    lines: readonly string[],
  ])[] = [
    [
      'a path',
      request('GET /a/<s>/b?x=1 HTTP/1.1'),
      '<s>',
      ['GET /a/<s>/b HTTP/1.1', 'Host: shop.example', '', ''],
    ],
    [
      'the host, without the headers before it',
      'GET /<s> HTTP/1.1\r\nA: b\r\nHost: h\r\n\r\n',
      '<s>',
      ['GET /<s> HTTP/1.1', 'Host: h', '', ''],
    ],
    [
      'a host whose name ends with a space',
      'GET /a HTTP/1.1\r\nHost : <h>\r\n\r\n',
      '<h>',
      ['GET /a HTTP/1.1', 'Host : <h>', '', ''],
    ],
    [
      'a cookie whose header ends with a space',
      'GET /a HTTP/1.1\r\nHost: h\r\nCookie : a=1; b=<b>\r\n\r\n',
      '<b>',
      ['GET /a HTTP/1.1', 'Host: h', 'Cookie : b=<b>', '', ''],
    ],
    [
      'an element of JSON far behind in a list',
      request('POST /a HTTP/1.1', 'application/json', '{"items":[0,1,2,3,4,5,6,7,8,9,10,"<s>"]}'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 17',
        '',
        '{"items":["<s>"]}',
      ],
    ],
    [
      'a parameter',
      request('GET /a?x=1&q=<s>&y=2 HTTP/1.1'),
      '<s>',
      ['GET /a?q=<s> HTTP/1.1', 'Host: shop.example', '', ''],
    ],
    [
      'a parameter without a path',
      request('GET ?x=1&q=<s> HTTP/1.1'),
      '<s>',
      ['GET ?q=<s> HTTP/1.1', 'Host: shop.example', '', ''],
    ],
    ...[
      ['1', '?x=1'],
      ['x', '?x=1'],
      ['=1&', '?x=1&y=2'],
      ['&y=', '?x=1&y=2'],
      ['a?w', '?w=0'],
      ['?', '?w=0'],
      ['a', ''],
      ['0&x=1&y', '?w=0&x=1&y=2'],
    ].map(
      ([matched = '', query = '']) =>
        [
          `the parameters around ${matched}`,
          request('GET /a?w=0&x=1&y=2&z=3 HTTP/1.1'),
          matched,
          [`GET /a${query} HTTP/1.1`, 'Host: shop.example', '', ''],
        ] as const,
    ),
    [
      'the version',
      request('GET /a?x=1 HTTP/1.1'),
      ' HTTP',
      ['GET /a HTTP/1.1', 'Host: shop.example', '', ''],
    ],
    [
      'a cookie',
      request('GET /a?x=1 HTTP/1.1'),
      '<b>',
      ['GET /a HTTP/1.1', 'Host: shop.example', 'Cookie: cart=<b>', '', ''],
    ],
    [
      'all cookies for the name of their header',
      request('GET /a HTTP/1.1'),
      'Cookie',
      ['GET /a HTTP/1.1', 'Host: shop.example', 'Cookie: sid=abc; cart=<b>', '', ''],
    ],
    [
      'a header between two line breaks, without the body',
      request('POST /a HTTP/1.1', '', 'body'),
      '\r\nCookie: sid=abc; cart=<b>\r\n',
      ['POST /a HTTP/1.1', 'Host: shop.example', 'Cookie: sid=abc; cart=<b>', '', ''],
    ],
    [
      'the last header, without the body',
      request('POST /a HTTP/1.1', '', 'body'),
      'X-Note: <i>\r\n\r\n',
      ['POST /a HTTP/1.1', 'Host: shop.example', 'X-Note: <i>', '', ''],
    ],
    [
      'several headers, and the form field after them',
      request('POST /a HTTP/1.1', '', 'a=1&b=2'),
      'cart=<b>\r\nX-Note: <i>\r\n\r\na',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Cookie: cart=<b>',
        'X-Note: <i>',
        'Content-Length: 3',
        '',
        'a=1',
      ],
    ],
    [
      'a header of pairs that is no cookie',
      'GET /a HTTP/1.1\r\nHost: h\r\nX: a=1; b=<b>\r\n\r\n',
      '<b>',
      ['GET /a HTTP/1.1', 'Host: h', 'X: a=1; b=<b>', '', ''],
    ],
    [
      'a header',
      request('GET /a?x=1 HTTP/1.1'),
      '<i>',
      ['GET /a HTTP/1.1', 'Host: shop.example', 'X-Note: <i>', '', ''],
    ],
    [
      'the host',
      'GET /a HTTP/1.1\r\nHost: <h>\r\nA: b\r\n\r\n',
      '<h>',
      ['GET /a HTTP/1.1', 'Host: <h>', '', ''],
    ],
    [
      'a field of a form',
      request('POST /a?x=1 HTTP/1.1', 'application/x-www-form-urlencoded', 'a=1&q=<s>&b=2'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 5',
        '',
        'q=<s>',
      ],
    ],
    [
      'a member of JSON in a list',
      request('POST /a HTTP/1.1', 'application/json', '{"u":"x","items":[{"id":1},{"name":"<s>","n":2}]}'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 26',
        '',
        '{"items":[{"name":"<s>"}]}',
      ],
    ],
    [
      'a part of a multipart body',
      request(
        'POST /a HTTP/1.1',
        'multipart/form-data; boundary=b',
        'a\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="q"\r\n\r\n<s>\r\n--b--\r\n',
      ),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 61',
        '',
        '--b',
        'Content-Disposition: form-data; name="q"',
        '',
        '<s>',
        '--b--',
        '',
      ],
    ],
    [
      'a member of JSON whose name is a number, which is no index',
      request('POST /a HTTP/1.1', 'application/json', '{"7":[{"8":"<s>"}],"9":[1]}'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 19',
        '',
        '{"7":[{"8":"<s>"}]}',
      ],
    ],
    [
      'a member of JSON beside lists',
      request('POST /a?7=[1] HTTP/1.1', 'application/json', '[{"7":{"8":[1],"9":{"0":12345}}}]'),
      '12345',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 25',
        '',
        '[{"7":{"9":{"0":12345}}}]',
      ],
    ],
    [
      'a member of JSON whose name is that of a list in the query',
      request('POST /a?7=[1] HTTP/1.1', 'application/json', '{"7":{"8":12345}}'),
      '12345',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 17',
        '',
        '{"7":{"8":12345}}',
      ],
    ],
    [
      'a member of JSON whose name ends with a digit',
      request('POST /a HTTP/1.1', 'application/json', '{"a":1,"line2":"<s>"}'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 15',
        '',
        '{"line2":"<s>"}',
      ],
    ],
    [
      'a body of text with a boundary, as a whole',
      request('POST /a HTTP/1.1', 'text/plain; boundary=b', 'a\r\n--b\r\n\r\n<s>\r\n--b--'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: text/plain; boundary=b',
        'Content-Length: 20',
        '',
        'a',
        '--b',
        '',
        '<s>',
        '--b--',
      ],
    ],
    [
      'a body that starts with the match',
      request('POST /a HTTP/1.1', 'text/plain', '<s>'),
      '<s>',
      ['POST /a HTTP/1.1', 'Host: shop.example', 'Content-Type: text/plain', 'Content-Length: 3', '', '<s>'],
    ],
    [
      'a part of a multipart body without a content type',
      request('POST /a HTTP/1.1', '', '--b\r\nA: a\r\n\r\n1\r\n--b\r\nA: q\r\n\r\n<s>\r\n--b--\r\n'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Length: 25',
        '',
        '--b',
        'A: q',
        '',
        '<s>',
        '--b--',
        '',
      ],
    ],
    [
      'a body of JSON that ends within a text, as a whole',
      request('POST /a HTTP/1.1', 'application/json', '{"a":1,"b":"<s>'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: application/json',
        'Content-Length: 15',
        '',
        '{"a":1,"b":"<s>',
      ],
    ],
    [
      'a body of no known grammar, as a whole',
      request('POST /a HTTP/1.1', 'text/plain', 'some <s> text'),
      '<s>',
      [
        'POST /a HTTP/1.1',
        'Host: shop.example',
        'Content-Type: text/plain',
        'Content-Length: 13',
        '',
        'some <s> text',
      ],
    ],
  ];
  for (const [name, rawData, matched, lines] of cases) {
    it(`has the method, the path and ${name}`, () => assert.deepEqual(least(rawData, matched), lines));
  }

  it('is undefined where the raw data is not a request', () => {
    assert.equal(least('<s>', '<s>'), undefined);
  });
});
