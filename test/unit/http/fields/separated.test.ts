import assert from 'node:assert/strict';
import {
  boundaryOf,
  cookies,
  formFields,
  multipartFields,
  type Pair,
  parameter,
  separate,
  splitAt,
} from '../../../../src/http/fields/separated.ts';

const wholeOf = (text: string) => ({ start: 0, end: text.length });

describe('separate', () => {
  const shown = (text: string, pairs: Iterable<Pair>) =>
    Array.from(pairs, ({ name, nameStart, value }) => [name, nameStart, text.slice(value.start, value.end)]);

  it('yields the pairs inside the range only', () => {
    const text = 'a=1;b=2;c=3';
    assert.deepEqual(shown(text, separate(text, { start: 2, end: 7 }, ';')), [
      ['', 2, '1'],
      ['b', 4, '2'],
    ]);
    assert.deepEqual(shown(text, separate(text, { start: 4, end: 5 }, ';')), [['', 4, 'b']]);
    assert.deepEqual(shown(text, separate(text, { start: 4, end: 4 }, ';')), []);
  });

  it('skips empty pairs, but no empty names or values', () => {
    const text = '&&a=&=2&c==3&d&';
    assert.deepEqual(shown(text, formFields(text, wholeOf(text))), [
      ['a', 2, ''],
      ['', 5, '2'],
      ['c', 8, '=3'],
      ['', 13, 'd'],
    ]);
  });

  it('yields cookies with the offsets of their names without white space', () => {
    const text = 'sid=1; \ttheme =dark;lang=en';
    assert.deepEqual(shown(text, cookies(text, wholeOf(text))), [
      ['sid', 0, '1'],
      ['theme', 8, 'dark'],
      ['lang', 20, 'en'],
    ]);
  });
});

describe('splitAt', () => {
  it('yields the parts inside the range that are not empty', () => {
    const text = '/shop//red/shoes';
    const parts = (start: number, end: number) =>
      Array.from(splitAt('/', text, { start, end }), (part) => text.slice(part.start, part.end));
    assert.deepEqual(parts(0, text.length), ['shop', 'red', 'shoes']);
    assert.deepEqual(parts(2, 12), ['hop', 'red', 's']);
    assert.deepEqual(parts(5, 6), []);
  });
});

describe('multipartFields', () => {
  const shown = (text: string, boundary = 'B') =>
    Array.from(multipartFields(text, boundary), ({ name, value, fileName, head, base64 }) => ({
      name,
      value: text.slice(value.start, value.end),
      head: text.slice(head.start, head.end),
      ...(fileName && { fileName: text.slice(fileName.start, fileName.end) }),
      ...(base64 && { base64 }),
    }));
  const head = 'Content-Disposition: form-data; name="a"';

  it('yields names, values, headers, and names of files', () => {
    const file = 'Content-Disposition: form-data; name="f"; filename="x.php"\r\nX: 1';
    assert.deepEqual(
      shown(`--B\r\n${head}\r\n\r\n1\r\n--B\r\n${file}\r\n\r\n<?php\r\n\r\n2\r\n--B--\r\nlast`),
      [
        { name: 'a', value: '1', head },
        { name: 'f', value: '<?php\r\n\r\n2', head: file, fileName: 'x.php' },
      ],
    );
  });

  it('reads lines that end with a line feed only', () => {
    assert.deepEqual(shown(`first\n--B\n${head}\n\n1\n--B\n${head}\r\n\n2\n--B--`), [
      { name: 'a', value: '1', head },
      { name: 'a', value: '2', head },
    ]);
  });

  it('leaves out a part that has no blank line', () => {
    assert.deepEqual(shown(`--B\r\nX: 1\r\n--B\r\n${head}\r\n\r\n2\r\n--B\r\nX: 1`), [
      { name: 'a', value: '2', head },
    ]);
  });

  it('reads boundaries of up to 200 characters', () => {
    for (const [length, parts] of [
      [200, 1],
      [201, 0],
    ] as const) {
      const boundary = 'b'.repeat(length);
      assert.equal(shown(`--${boundary}\r\n${head}\r\n\r\n1\r\n--${boundary}--`, boundary).length, parts);
    }
  });

  it('recognizes Base64 by its header', () => {
    for (const [header, isBase64] of [
      ['Content-Transfer-Encoding: base64', true],
      ['content-transfer-encoding:\t BASE64; x=1', true],
      ['Content-Transfer-Encoding:base64', true],
      ['Content-Transfer-Encoding: base64url', false],
      ['Content-Transfer-Encoding: binary base64', false],
      ['X-Content-Transfer-Encoding: base64', false],
    ] as const)
      assert.equal(
        [...multipartFields(`--B\r\n${head}\r\n${header}\r\n\r\nMQ==\r\n--B--`, 'B')][0]?.base64,
        isBase64,
        header,
      );
  });

  it('yields nothing without the boundary at the start of a line', () => {
    for (const text of [
      `x--B\r\n${head}\r\n\r\n1`,
      `--C\r\n${head}\r\n\r\n1`,
      '',
      `--B--\r\n${head}\r\n\r\n1`,
    ])
      assert.deepEqual(shown(text), [], text);
  });
});

describe('parameter', () => {
  const rows: readonly (readonly [header: string, expected: string | undefined])[] = [
    ['form-data; name=anna', 'anna'],
    ['form-data; NAME \t= \t"anna b; c"; x=1', 'anna b; c'],
    ['form-data;name=anna;x=1', 'anna'],
    ['form-data; name=anna b', 'anna'],
    ['form-data; name=anna"b"', 'anna'],
    ['form-data; name=""', ''],
    ['form-data;\r\n name=anna', 'anna'],
    ['form-data; filename="x.php"', undefined],
    ['form-data; name="anna\r\nb"', undefined],
    ['form-data; name="anna', undefined],
    ['form-data; name', undefined],
    ['form-data; name=', undefined],
    ['name=anna', undefined],
  ];
  for (const [header, expected] of rows)
    it(`is ${expected} in ${JSON.stringify(header)}`, () =>
      assert.equal(parameter(header, 'name'), expected));
});

describe('boundaryOf', () => {
  const rows: readonly (readonly [contentType: string, body: string, expected: string])[] = [
    ['multipart/form-data; boundary=Xq9', '--B\r\n', 'Xq9'],
    ['multipart/form-data; boundary="X q9"', '--B\r\n', 'X q9'],
    ['multipart/form-data; boundary=', '--B \r\nX: 1', 'B '],
    ['', '--B\nX: 1', 'B'],
    ['', `--${'b'.repeat(201)}\r\n`, 'b'.repeat(200)],
    ['', '--\r\n', ''],
    ['', 'x--B\r\n', ''],
    ['', '\n--B\r\n', ''],
  ];
  for (const [contentType, body, expected] of rows)
    it(`is ${JSON.stringify(expected.slice(0, 20))} for ${JSON.stringify(contentType)} and ${JSON.stringify(body.slice(0, 20))}`, () =>
      assert.equal(boundaryOf(contentType, body), expected));
});
