/** Tests what `readFields.test.ts` does not: the limits and headers of multipart bodies, and parameters of headers. */
import assert from 'node:assert/strict';
import { boundaryOf, multipartFields, parameter } from '../../../../src/http/fields/separated.ts';

const head = 'Content-Disposition: form-data; name="a"';

describe('multipartFields', () => {
  const fieldsOf = (text: string, boundary = 'B') => [...multipartFields(text, boundary)];
  const valuesOf = (text: string) =>
    fieldsOf(text).map(({ value, head }) => [
      text.slice(value.start, value.end),
      text.slice(head.start, head.end),
    ]);

  for (const [name, text, values] of [
    [
      'after a preamble, with line feeds only',
      `first\n--B\n${head}\n\n1\n--B\n${head}\r\n\n2\n--B--`,
      ['1', '2'],
    ],
    ['next to parts without a blank line', `--B\r\nX: 1\r\n--B\r\n${head}\r\n\r\n2\r\n--B\r\nX: 1`, ['2']],
    ['not without the boundary at the start of a line', `x--B\r\n${head}\r\n\r\n1`, []],
    ['not after the last boundary', `--B--\r\n${head}\r\n\r\n1`, []],
  ] as const)
    it(`yields parts ${name}`, () => {
      assert.deepEqual(
        valuesOf(text),
        values.map((value) => [value, head]),
      );
    });

  it('recognizes Base64 by its header', () => {
    for (const [header, isBase64] of [
      ['content-transfer-encoding:\t BASE64; x=1', true],
      ['Content-Transfer-Encoding: base64url', false],
      ['Content-Transfer-Encoding: binary base64', false],
      ['X-Content-Transfer-Encoding: base64', false],
    ] as const)
      assert.equal(fieldsOf(`--B\r\n${head}\r\n${header}\r\n\r\nMQ==\r\n--B--`)[0]?.base64, isBase64, header);
  });
});

describe('parameter', () => {
  for (const [header, expected] of [
    ['form-data; NAME* \t= \t"anna b; c"; x=1', 'anna b; c'],
    ['form-data;name=anna b', 'anna'],
    ['form-data; name=""', ''],
    ['form-data;\r\n name=anna', 'anna'],
    ['form-data; filename="x.php"', undefined],
    ['form-data; name="anna\r\nb"', 'anna'],
    ['form-data; filename="a; name=b"; name="c"', 'c'],
    ['form-data; x="; name=page "; name="password"', 'password'],
    ['form-data; "\\"; name=a"; name=b', 'b'],
    ['form-data; x=y"; name=a"; name=b', 'b'],
    [`form-data; name="${'\\'.repeat(60)}`, '\\'.repeat(60)],
    ['form-data; name=', undefined],
    ['name=anna', undefined],
  ] as const)
    it(`is ${expected} in ${JSON.stringify(header)}`, () =>
      assert.equal(parameter(header, 'name'), expected));
});

describe('boundaryOf', () => {
  for (const [contentType, body, expected] of [
    ['multipart/form-data; boundary="X q9"', '--B\r\n', 'X q9'],
    ['multipart/form-data; charset="x; boundary=F"; boundary=B', '', 'B'],
    ['multipart/form-data; boundary=', '--B \r\nX: 1', 'B '],
    ['', `--${'b'.repeat(201)}\r\n`, 'b'.repeat(200)],
    ['', '\n--B\r\n', ''],
  ] as const)
    it(`is ${JSON.stringify(expected.slice(0, 9))} for ${JSON.stringify([contentType, body.slice(0, 9)])}`, () =>
      assert.equal(boundaryOf(contentType, body), expected));
});
