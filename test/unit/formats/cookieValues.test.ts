import assert from 'node:assert/strict';
import { cookieValues, trimmed } from '../../../src/formats/cookieValues.ts';

describe('cookieValues', () => {
  const rows: readonly (readonly [
    what: string,
    header: 'Cookie' | 'Set-Cookie',
    value: string,
    ...expected: (readonly [name: string, value: string])[],
  ])[] = [
    ['one cookie', 'Cookie', 'sid=kestrel', ['sid', 'kestrel']],
    [
      'several cookies with white space and quotes',
      'Cookie',
      ' sid = \t"kestrel 7" ;theme= dark ;\t a=b=c',
      ['sid', 'kestrel 7'],
      ['theme', 'dark'],
      ['a', 'b=c'],
    ],
    ['a value without a name', 'Cookie', 'kestrel; sid=1', ['', 'kestrel'], ['sid', '1']],
    ['no empty values', 'Cookie', 'sid=; theme="";  ;; lang=en', ['lang', 'en']],
    ['names of attributes in a request', 'Cookie', 'path=/a; secure', ['path', '/a'], ['', 'secure']],
    [
      'no attributes in a response',
      'Set-Cookie',
      'sid=kestrel; Path=/; DOMAIN = shop.example; HttpOnly ; Secure',
      ['sid', 'kestrel'],
    ],
    [
      'no attributes of any kind',
      'Set-Cookie',
      'comment=a; expires=b; max-age=1; partitioned; priority=low; samesite=lax; version=1; versions=2',
      ['versions', '2'],
    ],
    ['a flag that is no attribute', 'Set-Cookie', 'sid=1; kestrel', ['sid', '1'], ['', 'kestrel']],
    [
      'cookies of several headers that are joined by commas',
      'Set-Cookie',
      'sid=1; Path=/,  theme = dark; Max-Age=60,lang=en; Expires=Fri, 27 Nov 2026 10:00:00 GMT, a=b',
      ['sid', '1'],
      ['theme', 'dark'],
      ['lang', 'en'],
      ['a', 'b'],
    ],
    ['no date as a cookie', 'Set-Cookie', 'sid=1; Expires=Fri, 27 Nov 2026', ['sid', '1']],
    ['no cookie after a flag', 'Set-Cookie', 'sid=1; Secure, theme', ['sid', '1'], ['', 'Secure, theme']],
    [
      'an image as one value',
      'Cookie',
      'icon=data:image/png;base64,iVBORw0KGgo=; base64=1; xbase64,=2',
      ['icon', 'data:image/png'],
      ['base64', '1'],
      ['xbase64,', '2'],
    ],
    [
      'no image without padding',
      'Cookie',
      'icon=data:;base64,iVBO;base64',
      ['icon', 'data:'],
      ['', 'base64'],
    ],
  ];
  for (const [what, header, value, ...expected] of rows)
    it(`yields ${what}`, () =>
      assert.deepEqual(
        Array.from(cookieValues(value, header === 'Set-Cookie'), ({ name, start, end }) => [
          name,
          value.slice(start, end),
        ]),
        expected,
      ));
});

describe('trimmed', () => {
  const rows: readonly (readonly [text: string, start: number, end: number, expected: string, at: number])[] =
    [
      ['anna', 0, 4, 'anna', 0],
      [' \t\nanna b\r\n ', 0, 12, 'anna b', 3],
      ['x  anna  x', 1, 9, 'anna', 3],
      ['x    x', 2, 4, '', 4],
      [' "anna"\t', 0, 8, 'anna', 2],
      ['" anna "', 0, 8, ' anna ', 1],
      ['""anna""', 0, 8, '"anna"', 1],
      ['""', 0, 2, '', 1],
      ['"', 0, 1, '"', 0],
      ['"anna', 0, 5, '"anna', 0],
      ['anna"', 0, 5, 'anna"', 0],
      ['"anna"', 0, 5, '"anna', 0],
      ['', 0, 0, '', 0],
      ['x"', 1, 2, '"', 1],
    ];
  for (const [text, from, to, expected, at] of rows)
    it(`returns ${JSON.stringify(expected)} for ${JSON.stringify(text.slice(from, to))} in ${JSON.stringify(text)}`, () => {
      const { start, end } = trimmed(text, { start: from, end: to });
      assert.deepEqual([text.slice(start, end), start, end], [expected, at, at + expected.length]);
    });
});
