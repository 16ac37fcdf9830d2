import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import { asText, formatOf, isBinary } from '../../../../src/http/decode/bytes.ts';

describe('formatOf', () => {
  const starts: Readonly<Record<string, Uint8Array>> = {
    gzip: gzipSync('text'),
    'PNG image': Buffer.from('iVBORw0KGgo=', 'base64'),
    'JPEG image': Buffer.from('/9j/4AAQSkZJRg==', 'base64'),
    'GIF image': Buffer.from('GIF89a'),
    'ZIP archive': Buffer.from('UEsDBBQAAAA=', 'base64'),
    'PDF document': Buffer.from('%PDF-1.7\n'),
    'serialized Java object': Buffer.from('rO0ABXNyABFqYXZh', 'base64'),
    'serialized .NET object': Buffer.from('AAEAAAD/////AQAAAA==', 'base64'),
    'Java class': Buffer.from('yv66vgAAADQ=', 'base64'),
    'ELF program': Buffer.from('\x7fELF\x02\x01', 'latin1'),
  };
  for (const [name, bytes] of Object.entries(starts))
    it(`recognizes the start of a ${name}`, () => {
      assert.equal(formatOf(bytes), name);
      for (const other of [bytes.subarray(0, 2), bytes.subarray(1), Buffer.concat([Buffer.from('x'), bytes])])
        assert.equal(formatOf(other), undefined);
    });

  it('returns undefined for other data', () => {
    for (const bytes of [new Uint8Array(), Buffer.from('text'), Buffer.from('%PDG-'), deflateSync('text')])
      assert.equal(formatOf(bytes), undefined);
  });
});

describe('asText', () => {
  it('accepts UTF-8 with white space and no other control characters', () => {
    for (const text of ['', 'a\tb\r\nc\v\f', 'é한😀\u00a0\u2028\ufeff', '\u007e'])
      assert.equal(asText(Buffer.from(text)), text);
    for (const control of ['\0', '\b', '\x0e', '\x1f', '\x7f', '\x80', '\x9f'])
      assert.equal(asText(Buffer.from(`text${control}text`)), undefined, JSON.stringify(control));
    assert.equal(asText(Buffer.from('é', 'latin1')), undefined);
  });
});

describe('isBinary', () => {
  it('is true for bytes of which some are not ASCII and a tenth are control characters', () => {
    for (const text of ['\x1f\xffaaaaaaaa', '\0é', '\x7f\xff', '\x9f', '\x80', '\x08é', '\x0eé'])
      assert.ok(isBinary(text), JSON.stringify(text));
    for (const text of ['\0\x7f', '\xa0é', '\t\n\v\f\r é', '~é', '\0Ā\x80', '\0é\uffff', '\x1f\xffaaaaaaaaa'])
      assert.ok(!isBinary(text), JSON.stringify(text));
  });
});
