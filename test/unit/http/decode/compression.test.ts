import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decompressByStart, undoContentCoding } from '../../../../src/http/decode/codings.ts';

const text = 'some text, '.repeat(100);
const LIMIT = 1024 * 1024;

/** Returns the layer and the text of decompressed data, or the layer and true if it is too large. */
function shown(undone: ReturnType<typeof undoContentCoding>) {
  if (!undone) return undefined;
  return 'bytes' in undone
    ? [undone.layer, Buffer.from(undone.bytes).toString()]
    : [undone.layer, undone.tooLarge];
}

describe('undoContentCoding', () => {
  const codings = [
    ['gzip', 'gzip', gzipSync(text)],
    ['x-gzip', 'gzip', gzipSync(text)],
    ['deflate', 'deflate', deflateSync(text)],
    ['deflate', 'deflate', deflateRawSync(text)],
    ['br', 'Brotli', brotliCompressSync(text)],
  ] as const;
  for (const [index, [coding, layer, bytes]] of codings.entries())
    it(`decodes ${coding} up to a limit (${index})`, () => {
      assert.deepEqual(shown(undoContentCoding(coding, bytes, LIMIT)), [layer, text]);
      assert.deepEqual(shown(undoContentCoding(coding, bytes, text.length)), [layer, text]);
      assert.deepEqual(shown(undoContentCoding(coding, bytes, text.length - 1)), [layer, true]);
      assert.equal(undoContentCoding(coding, Buffer.from(text), LIMIT), undefined);
    });

  it('decodes truncated gzip and deflate, but not the start of their headers', () => {
    for (const [coding, bytes] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
    ] as const) {
      const early = String(shown(undoContentCoding(coding, bytes.subarray(0, -6), LIMIT))?.[1]);
      assert.ok(early.length > 0 && text.startsWith(early), early);
      assert.equal(undoContentCoding(coding, bytes.subarray(0, 2), LIMIT), undefined);
    }
  });

  it('returns undefined for an unknown coding', () => {
    for (const coding of ['zstd', 'toString', ''])
      assert.equal(undoContentCoding(coding, gzipSync(text), LIMIT), undefined);
  });
});

describe('decompressByStart', () => {
  it('recognizes gzip and zlib data of any level', () => {
    assert.deepEqual(shown(decompressByStart(gzipSync(text), LIMIT)), ['gzip', text]);
    for (const level of [0, 1, 6, 9]) {
      assert.deepEqual(shown(decompressByStart(deflateSync(text, { level }), LIMIT)), ['deflate', text]);
      assert.deepEqual(shown(decompressByStart(deflateSync(text, { level, windowBits: 9 }), LIMIT)), [
        'deflate',
        text,
      ]);
    }
    assert.deepEqual(shown(decompressByStart(gzipSync(text), 10)), ['gzip', true]);
    assert.deepEqual(shown(decompressByStart(deflateSync(text), 10)), ['deflate', true]);
  });

  it('returns undefined for other data', () => {
    const zlib = deflateSync(text);
    const other = [
      Buffer.from(text),
      Buffer.from('x\x9d'),
      new Uint8Array(),
      deflateRawSync(text),
      Buffer.concat([Buffer.from([0x1f, 0x8c]), gzipSync(text).subarray(2)]),
      Buffer.concat([Buffer.from([0x78, 0x9d]), zlib.subarray(2)]),
      Buffer.concat([Buffer.from([0x88, 0x1c]), zlib.subarray(2)]),
      Buffer.concat([Buffer.from([0x77, 0x9e]), zlib.subarray(2)]),
    ];
    for (const bytes of other)
      assert.equal(decompressByStart(bytes, LIMIT), undefined, JSON.stringify(bytes));
  });
});
