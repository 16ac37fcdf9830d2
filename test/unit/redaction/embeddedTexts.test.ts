import assert from 'node:assert/strict';
import { MappedText } from '../../../src/http/decode/mappedText.ts';
import { embeddedTexts } from '../../../src/redaction/embeddedTexts.ts';

const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');
const utf16 = (text: string) => base64(text, 'utf16le');
const hex = (text: string) => Buffer.from(text).toString('hex');

function texts(text: string): string[] {
  return [...embeddedTexts(MappedText.raw(text))].map((each) => each.text);
}

/** Returns the encoded form of `part` in the only string embedded in `text`. */
function encoded(text: string, part: string): string {
  const [layer = MappedText.raw('')] = embeddedTexts(MappedText.raw(text));
  const start = layer.text.indexOf(part);
  const place = layer.toRaw({ start, end: start + part.length });
  return text.slice(place.start, place.end);
}

describe('embeddedTexts', () => {
  const rows: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ['text with entities', 'pin=&quot;1&quot; &amp; x', ['pin="1" & x']],
    [
      'text with entities and other text',
      `&lt; ${base64('pin=4711abcd')}`,
      [`< ${base64('pin=4711abcd')}`, 'pin=4711abcd'],
    ],
    ['nothing in text without an entity', 'a & b=c', []],
    ['nothing in short text', 'cGluPTQ3MTE=', []],
    ['Base64 with a name', `x ${base64('pin=4711abcd')}, y`, ['pin=4711abcd']],
    [
      'Base64 with a member, an element, or a header',
      [base64('"pin""4711"ab'), base64('<pin>4711abc'), base64('pin: 4711abc')].join(' '),
      ['"pin""4711"ab', '<pin>4711abc', 'pin: 4711abc'],
    ],
    ['Base64 with a key file', base64('-----BEGIN KEY-----'), ['-----BEGIN KEY-----']],
    ['no Base64 without a name', base64('kestrel hill and valley'), []],
    ['no Base64 that is an image', base64('\x89PNG\r\n\x1a\n=====kestrel', 'latin1'), []],
    ['Base64 of UTF-16', `-enc ${utf16('whoami /all\t1')} x`, ['whoami /all\t1']],
    ['Base64 of UTF-16 with a digit in fourth place', utf16('attack /all'), ['attack /all']],
    ['Base64 of UTF-16 with line breaks', utf16('dir\r\nwhoami\n~'), ['dir\r\nwhoami\n~']],
    ['no Base64 of UTF-16 with other letters', utf16('whoami 매 /all'), []],
    ['hexadecimal text with a name', `x'${hex('pin=4711abcd')}'`, ['pin=4711abcd']],
    ['hexadecimal text in capital letters', hex('<pin>kestrel').toUpperCase(), ['<pin>kestrel']],
    ['no short hexadecimal text', hex('pin=4711abc'), []],
    ['no hexadecimal text without a name', hex('kestrel hill'), []],
    ['no hexadecimal bytes', '9f86d0813d4c7d659a2feaa03d', []],
  ];
  for (const [what, text, expected] of rows)
    it(`yields ${what}`, () => assert.deepEqual(texts(text), expected));

  it('maps each part of a text to its encoded form', () => {
    assert.equal(encoded(`x ${base64('pin=47kestrel')}`, '=47'), base64('=47'));
    assert.equal(encoded(`x ${utf16('pin=47kestrel')}`, '=47'), utf16('=47'));
    assert.equal(encoded(`x ${hex('pin=47kestrel')}`, '=47'), hex('=47'));
    assert.equal(encoded('x &quot;pin&quot;', '"'), '&quot;');
    for (const encode of [base64, utf16, hex])
      assert.equal(encoded(`x ${encode('pin=47kestre')}.`, 'pin=47kestre'), encode('pin=47kestre'));
  });

  it('adds no layers to those of the text', () => {
    const all = `&quot; ${base64('pin=4711abcd')} ${utf16('pin=4711abcd')} ${hex('pin=4711abcd')}`;
    assert.deepEqual(
      [...embeddedTexts(MappedText.raw(all))].map(({ layers }) => layers),
      [[], [], [], []],
    );
  });

  const many: readonly (readonly [what: string, text: string])[] = [
    ['Base64', base64('pin=4711abcd')],
    ['Base64 of UTF-16', utf16('pin=4711abcd')],
    ['hexadecimal text', hex('pin=4711abcd')],
  ];
  for (const [what, text] of many)
    it(`yields a limited number of strings in ${what}`, () => {
      const others = many.map(([, other]) => other).join(' ');
      assert.equal(texts(`${text} `.repeat(1000)).length, 1000);
      assert.equal(texts(`${text} `.repeat(1001)).length, 1000);
      assert.equal(texts(`${text} `.repeat(1000) + others).length, 1000);
    });

  it('yields nothing in very long text', () => {
    const text = (length: number) => `${base64('pin=4711abcd')}${'&'.repeat(length - 16)}`;
    assert.deepEqual(texts(text(1024 * 1024)), ['pin=4711abcd']);
    assert.deepEqual(texts(text(1024 * 1024 + 1)), []);
  });
});
