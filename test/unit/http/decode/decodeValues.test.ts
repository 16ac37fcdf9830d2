import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { decodeValues } from '../../../../src/http/decode/decodeValues.ts';
import { readFields } from '../../../../src/http/fields/readFields.ts';
import { english } from '../../../../src/text/l10n.ts';

const sent = (headers: string, body: string | Buffer = '') =>
  `POST / HTTP/1.1\r\n${headers}\r\n\r\n${body.toString('latin1')}`;
const chunked = 'Transfer-Encoding: chunked';
const gzip64 = (text: string) => gzipSync(text).toString('base64');
const tooDeep = 'More than 16 layers: the rest is not decoded.';
const unknown =
  'Its content encoding could not be decoded: the log does not have the bytes as they were sent.';

/** Returns the encoded names and the values that are decoded or not fully decoded: their last ten characters and layers. */
const shown = (raw: string, limit?: number) =>
  Array.from(decodeValues(raw, readFields(raw, limit)))
    .filter(({ isName, stages, stopped }) => isName || stages.length > 1 || stopped !== undefined)
    .map(({ field, place, isName, stages, bytes, stopped }) => [
      field === undefined ? english(place) : isName ? 'name' : 'value',
      bytes?.length ?? stages.at(-1)?.text.slice(-10),
      ...new Set(stages.at(-1)?.layers),
      ...(stopped === undefined ? [] : [stopped]),
    ]);

describe('decodeValues', () => {
  for (const [raw, ...expected] of [
    [sent('X-Note : hi\r\nCookie: a%5B\\n=1'), ['name', 'a[\\n', 'percent-encoding']],
    [sent('A: 1', '{"a\\nb":1}'), ['name', 'a\nb', 'JSON string']],
    [sent('A: b', '{"a":"\\"%3c"}'), ['value', '"<', 'JSON string', 'percent-encoding']],
    [sent('Content-Encoding: gzip', 'plain'), ['value', 'plain', unknown]],
    [sent('Content-Encoding: gzip', '{"a":"plain"}'), ['Body', '":"plain"}', unknown]],
    [sent('Content-Encoding: gzip', gzipSync('GIF8\0')), ['Body', 5, 'gzip', 'GIF image']],
    [sent('A: b', gzipSync('text')), ['value', 'text', 'gzip']],
    [sent(`A: ${gzip64('text')}`), ['value', 'text', 'Base64', 'gzip']],
    [sent(`A: ${'x'.repeat(70_000)}%41`), ['value', 'xxxxxxxxxA', 'percent-encoding']],
    [sent(`A: %${'25'.repeat(16)}`), ['value', '%', 'percent-encoding']],
    [sent(`A: %${'25'.repeat(17)}`), ['value', '%25', 'percent-encoding', tooDeep]],
    [sent(chunked, `21\r\n%${'25'.repeat(16)}`), ['value', '%', 'chunked', 'percent-encoding']],
  ] as const)
    it(`yields ${expected.join()}`, () => {
      assert.deepEqual(shown(raw), expected);
    });

  it('yields the first 1,000 values of Base64 among other text', () => {
    const values = shown(sent(`A: ${'dGV4dCBhbmQgdGV4dA== '.repeat(1001)}`));
    assert.deepEqual(values, Array(1000).fill(['value', 't and text', 'Base64']));
  });

  it('throws too-large if the decompressed values together exceed an explicit limit', () => {
    const value = `A: ${gzip64('x'.repeat(600))}\r\n`;
    assert.equal(shown(sent(value), 2000).length, 1);
    assert.throws(() => shown(sent(value.repeat(4)), 2000), { code: 'too-large' });
  });
});
