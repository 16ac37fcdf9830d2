import assert from 'node:assert/strict';
import { decodeHTML } from 'entities';
import { decoded, type Encoding, undo } from '../../../../src/http/decode/codes.ts';
import { fullyDecoded, levelsOf } from '../../../../src/http/decode/levels.ts';
import type { Rewritten } from '../../../../src/http/decode/mappedText.ts';

/** Returns the text from which each character was decoded. */
function sentFor(text: string, encoding: Encoding): string[] {
  const { text: inner, starts, ends }: Rewritten = undo(encoding, text) ?? assert.fail();
  return Array.from({ length: inner.length }, (_, unit) => text.slice(starts[unit], ends[unit]));
}

describe('percent-encoding', () => {
  const texts: Readonly<Record<string, readonly [text: string, plain: string, ...layers: string[]]>> = {
    ASCII: ['a%2Fb%00%7f', 'a/b\0\x7f', 'percent-encoding'],
    'UTF-8 of two, three, and four bytes': ['%c3%A9%ed%95%9c%F0%9f%98%80', 'é한😀', 'percent-encoding'],
    'overlong UTF-8': ['%c0%af%e0%80%af%f0%80%80%af', '///', 'percent-encoding of overlong UTF-8'],
    'the shortest UTF-8': ['%c2%80%e0%a0%80%f0%90%80%80', '\x80\u0800\u{10000}', 'percent-encoding'],
    'the last character': ['%f4%8f%bf%bf', '\u{10ffff}', 'percent-encoding'],
    'bytes of Latin-1': ['%ff%e9%c3%28%f4%90%80%80', 'ÿéÃ(ô\x90\x80\x80', 'percent-encoding'],
    'letters as digits': ['%aa%fa%AF', 'ªú¯', 'percent-encoding'],
    '%u escapes': ['%u003c%U0416%uD83D%uDE00', '<Ж😀', '%u escapes'],
    'several kinds': ['%3c%u003e', '<>', 'percent-encoding', '%u escapes'],
  };
  for (const [name, [text, plain, ...layers]] of Object.entries(texts))
    it(`decodes ${name}`, () => {
      const undone = undo('percent', text);
      assert.deepEqual([undone?.text, undone?.layers], [plain, layers]);
      assert.equal(decoded('percent', text), plain);
    });

  it('returns undefined for text without codes', () => {
    for (const text of ['', '%', '100%', '%2', '%g0', '%u12', 'a+b', '% 20'])
      assert.deepEqual([undo('percent', text), decoded('percent', text)], [undefined, text]);
  });

  it('decodes + as a space only if requested', () => {
    assert.deepEqual(undo('form', 'a+b')?.layers, ['+ for a space']);
    assert.equal(undo('form', 'a+%2B')?.text, 'a +');
    assert.equal(decoded('form', 'a+%2B'), 'a +');
    assert.equal(decoded('percent', 'a+%2B'), 'a++');
    assert.equal(undo('percent', 'a+%2B')?.text, 'a++');
  });

  it('maps each character to its code', () => {
    assert.deepEqual(sentFor('a%27한%ed%95%9c+b', 'form'), ['a', '%27', '한', '%ed%95%9c', '+', 'b']);
  });
});

describe('character references', () => {
  it('decodes the named references that attacks use, as the standard does', () => {
    const names =
      `amp AMP apos ast bsol colon comma commat dollar equals excl grave gt GT Hat lbrace lbrack lcub lowbar lpar
      lsqb lt LT midast nbsp NewLine num percnt period plus quest quot QUOT rbrace rbrack rcub rpar rsqb semi shy sol Tab
      UnderBar verbar vert VerticalLine ZeroWidthSpace zwj zwnj`.split(/\s+/);
    for (const name of names) {
      const undone = undo('entities', `&${name};`);
      assert.deepEqual([undone?.text, undone?.layers], [decodeHTML(`&${name};`), ['HTML entities']], name);
    }
  });

  it('decodes numeric references with any zeros, with or without a semicolon, as the standard does', () => {
    for (const text of ['&#X3C', '&#0000060', '&#39;&#x27', '&#x10ffff;', '&#x0000000000000000041;']) {
      assert.equal(undo('entities', text)?.text, decodeHTML(text), text);
      assert.equal(decoded('entities', text), decodeHTML(text), text);
    }
  });

  it('leaves other text, also next to references', () => {
    for (const text of ['a&b;', '&lt', '&LTE;', '&#x;', '&#;', '&#x110000;', '&#1114112;', '& lt;']) {
      assert.deepEqual([undo('entities', text), decoded('entities', text)], [undefined, text]);
      assert.equal(undo('entities', `${text}&gt;`)?.text, `${text}>`);
    }
  });

  it('maps each character to its reference', () => {
    assert.deepEqual(sentFor('a&lt;&unknown;&#x27b', 'entities'), ['a', '&lt;', ...'&unknown;', '&#x27b']);
  });
});

describe('escapes', () => {
  it('decodes the escapes of JavaScript', () => {
    for (const [text, plain, ...layers] of [
      ['\\u003cb\\u003E', '<b>', 'Unicode escapes'],
      ['\\u{3c}\\u{1F600}\\u{000041}', '<😀A', 'Unicode escapes'],
      ['\\x3cb\\X3e', '<b>', 'hex escapes'],
      ['\\u{110000}\\x3e', '\\u{110000}>', 'hex escapes'],
      ['\\u{3c}\\x3e', '<>', 'Unicode escapes', 'hex escapes'],
    ] as const) {
      const undone = undo('escapes', text);
      assert.deepEqual([undone?.text, undone?.layers], [plain, layers], text);
    }
    for (const text of ['', '\\n', '\\u12', '\\u{}', '\\u{1234567}', '\\x3', 'u003c'])
      assert.equal(undo('escapes', text), undefined, text);
  });
});

describe('levels', () => {
  it('are the text as it is and after decoding it once, twice, and three times', () => {
    for (const levels of [
      ['a b'],
      ['%252525253C', '%2525253C', '%25253C', '%253C'],
      ['%5cu003c&amp;lt;+b', '\\u003c&lt; b', '<< b'],
      ['%26lt;\\x26gt;\\+', '&lt;&gt;+', '<> '],
    ]) {
      const all = Array.from(levelsOf(levels[0] ?? ''), ({ text }) => text);
      assert.deepEqual([...all, fullyDecoded(levels[0] ?? '')], [...levels, levels.at(-1)]);
    }
  });
});
