import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { DECOMPRESSED_LIMIT } from './decodeLimits.ts';

export type Decompressed =
  | { readonly layer: string; readonly bytes: Uint8Array }
  /** The output would exceed the limit, because of a decompression bomb or just large data. */
  | { readonly layer: string; readonly tooLarge: true };

type Method = readonly [
  layer: string,
  decompress: (bytes: Uint8Array, maxOutputLength: number) => Uint8Array,
];

/** Decompresses as much as possible of truncated data. */
const finishFlush = constants.Z_SYNC_FLUSH;

const GZIP: Method = [
  'gzip',
  (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength, finishFlush }),
];
const ZLIB: Method = [
  'deflate',
  (bytes, maxOutputLength) => inflateSync(bytes, { maxOutputLength, finishFlush }),
];
const DEFLATE: Method = ['deflate', (bytes, maxOutputLength) => inflateRawSync(bytes, { maxOutputLength })];
const BROTLI: Method = [
  'Brotli',
  (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
];

/** Content codings by name (RFC 9110, section 8.4.1). */
const CODINGS: Readonly<Record<string, readonly Method[]>> = {
  gzip: [GZIP],
  'x-gzip': [GZIP],
  deflate: [ZLIB, DEFLATE],
  br: [BROTLI],
};

/**
 * Decodes the content coding with this name, or returns undefined if it is unknown or the bytes are not in this coding.
 */
export function undoContentCoding(
  coding: string,
  bytes: Uint8Array,
  limit = DECOMPRESSED_LIMIT,
): Decompressed | undefined {
  const methods = Object.hasOwn(CODINGS, coding) ? CODINGS[coding] : undefined;
  return methods && decompress(methods, bytes, limit);
}

/** Decompresses bytes that begin with a gzip or zlib header. */
export function decompressByStart(bytes: Uint8Array, limit = DECOMPRESSED_LIMIT): Decompressed | undefined {
  return decompress([GZIP, ZLIB], bytes, limit);
}

function decompress(methods: readonly Method[], bytes: Uint8Array, limit: number): Decompressed | undefined {
  for (const [layer, method] of methods) {
    try {
      const decompressed = method(bytes, limit);
      if (decompressed.length > 0) return { layer, bytes: decompressed };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_BUFFER_TOO_LARGE') return { layer, tooLarge: true };
    }
  }
  return undefined;
}
