import assert from 'node:assert/strict';
import { decodeHTML } from 'entities';
import {
  entitiesDecoded,
  percentDecoded,
  undoEntities,
  undoEscapes,
  undoPercentEncoding,
} from '../../../../src/http/decode/characterCodes.ts';

describe('undoPercentEncoding', () => {
  const texts: Readonly<Record<string, readonly [text: string, decoded: string, ...layers: string[]]>> = {
    ASCII: ['a%2Fb%00%7f', 'a/b\0\x7f', 'percent-encoding'],
    'UTF-8 of two, three, and four bytes': ['%c3%A9%ed%95%9c%F0%9f%98%80', 'é한😀', 'percent-encoding'],
    'overlong UTF-8': ['%c0%af%e0%80%af%f0%80%80%af', '///', 'percent-encoding of overlong UTF-8'],
    'the shortest UTF-8 of each length': [
      '%c2%80%e0%a0%80%f0%90%80%80',
      '\x80\u0800\u{10000}',
      'percent-encoding',
    ],
    'the last character': ['%f4%8f%bf%bf', '\u{10ffff}', 'percent-encoding'],
    'bytes of Latin-1': ['%ff%e9%c3%28%f4%90%80%80', 'ÿéÃ(ô\x90\x80\x80', 'percent-encoding'],
    'letters as digits': ['%aa%fa%AF', 'ªú¯', 'percent-encoding'],
    '%u escapes': ['%u003c%U0416%uD83D%uDE00', '<Ж😀', '%u escapes'],
    'several kinds': [
      '%3c%u003e%c0%af',
      '<>/',
      'percent-encoding',
      '%u escapes',
      'percent-encoding of overlong UTF-8',
    ],
  };
  for (const [name, [text, decoded, ...layers]] of Object.entries(texts))
    it(`decodes ${name}`, () => {
      const undone = undoPercentEncoding(text);
      assert.deepEqual([undone?.text, undone?.layers], [decoded, layers]);
      assert.equal(percentDecoded(text), decoded);
    });

  it('decodes short text like long text', () => {
    const long = 'x'.repeat(1000);
    for (const text of [
      '',
      'a',
      '%41',
      '%4',
      '%',
      '%%41',
      '%4%41',
      '%zz%7e',
      '%80',
      '%c3%a9%41',
      '+%2b+',
      '%0G',
      '%25',
      '%2525',
    ])
      for (const plus of [true, false])
        assert.equal(percentDecoded(text, { plus }) + long, percentDecoded(text + long, { plus }), text);
  });

  it('returns undefined for text without codes', () => {
    for (const text of ['', '%', '100%', '%2', '%g0', '%u12', 'a+b', '% 20'])
      assert.deepEqual([undoPercentEncoding(text), percentDecoded(text)], [undefined, text]);
  });

  it('decodes + as a space only if requested', () => {
    assert.deepEqual(undoPercentEncoding('a+b', { plus: true })?.layers, ['+ for a space']);
    assert.equal(undoPercentEncoding('a+%2B', { plus: true })?.text, 'a +');
    assert.equal(percentDecoded('a+%2B', { plus: true }), 'a +');
    assert.equal(percentDecoded('a+%2B'), 'a++');
    assert.equal(undoPercentEncoding('a+%2B')?.text, 'a++');
  });

  it('maps each character to its code', () => {
    const text = 'a%27한%ed%95%9c+b';
    const { text: decoded, map } = undoPercentEncoding(text, { plus: true }) ?? assert.fail();
    const codes = Array.from(decoded, (_, start) => map.outward({ start, end: start + 1 }));
    assert.deepEqual(
      codes.map(({ start, end }) => text.slice(start, end)),
      ['a', '%27', '한', '%ed%95%9c', '+', 'b'],
    );
  });
});

describe('undoEntities', () => {
  it('decodes the named references that attacks use, as the standard does', () => {
    const names =
      `amp AMP apos ast bsol colon comma commat dollar equals excl grave gt GT Hat lbrace lbrack lcub lowbar lpar
      lsqb lt LT midast nbsp NewLine num percnt period plus quest quot QUOT rbrace rbrack rcub rpar rsqb semi shy sol Tab
      UnderBar verbar vert VerticalLine ZeroWidthSpace zwj zwnj`.split(/\s+/);
    for (const name of names) {
      const undone = undoEntities(`&${name};`);
      assert.deepEqual([undone?.text, undone?.layers], [decodeHTML(`&${name};`), ['HTML entities']], name);
    }
  });

  it('decodes numeric references with any zeros, with or without a semicolon, as the standard does', () => {
    for (const text of [
      '&#60;',
      '&#x3c;',
      '&#X3C',
      '&#0000060',
      '&#39;&#x27',
      '&#128512;',
      '&#x1F600;',
      '&#x10ffff;',
      '&#x0000000000000000041;',
    ])
      assert.deepEqual(
        [undoEntities(text)?.text, entitiesDecoded(text)],
        Array(2).fill(decodeHTML(text)),
        text,
      );
  });

  it('leaves other text, also next to references', () => {
    for (const text of [
      '',
      '&',
      'a&b;',
      '&lt',
      '&LTE;',
      '&unknown;',
      '&#x;',
      '&#;',
      '&#x110000;',
      '&#1114112;',
      '& lt;',
    ]) {
      assert.deepEqual([undoEntities(text), entitiesDecoded(text)], [undefined, text]);
      assert.equal(undoEntities(`${text}&gt;`)?.text, `${text}>`);
    }
  });

  it('maps each character to its reference', () => {
    const text = 'a&lt;&unknown;&#x27b';
    const { text: decoded, map } = undoEntities(text) ?? assert.fail();
    const sent = [...decoded].map((_, start) => {
      const range = map.outward({ start, end: start + 1 });
      return text.slice(range.start, range.end);
    });
    assert.deepEqual(sent, ['a', '&lt;', ...'&unknown;', '&#x27b']);
  });
});

describe('undoEscapes', () => {
  it('decodes the escapes of JavaScript', () => {
    for (const [text, decoded, ...layers] of [
      ['\\u003cb\\u003E', '<b>', 'Unicode escapes'],
      ['\\u{3c}\\u{1F600}\\u{000041}', '<😀A', 'Unicode escapes'],
      ['\\x3cb\\X3e', '<b>', 'hex escapes'],
      ['\\u{110000}\\x3e', '\\u{110000}>', 'hex escapes'],
      ['\\u{3c}\\x3e', '<>', 'Unicode escapes', 'hex escapes'],
    ] as const) {
      const undone = undoEscapes(text);
      assert.deepEqual([undone?.text, undone?.layers], [decoded, layers], text);
    }
    for (const text of ['', '\\n', '\\u12', '\\u{}', '\\u{1234567}', '\\x3', 'u003c'])
      assert.equal(undoEscapes(text), undefined, text);
  });
});
