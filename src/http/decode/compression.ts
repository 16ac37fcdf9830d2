import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export type Decompressed =
  | { readonly layer: string; readonly bytes: Uint8Array }
  /** The output would exceed the limit, because of a decompression bomb or just large data. */
  | { readonly layer: string; readonly tooLarge: true };

type Decompress = (bytes: Uint8Array, maxOutputLength: number) => Uint8Array;

/** Decompresses as much as possible of truncated data. */
const finishFlush = constants.Z_SYNC_FLUSH;
const gzip: Decompress = (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength, finishFlush });
const zlib: Decompress = (bytes, maxOutputLength) => inflateSync(bytes, { maxOutputLength, finishFlush });
const deflate: Decompress = (bytes, maxOutputLength) => inflateRawSync(bytes, { maxOutputLength });
const brotli: Decompress = (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength });

/**
 * Decodes the content coding with this name (RFC 9110, section 8.4.1), or returns undefined if it is unknown or the
 * bytes are not in this coding.
 */
export function undoContentCoding(
  coding: string,
  bytes: Uint8Array,
  limit: number,
): Decompressed | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return decompress('gzip', gzip, bytes, limit);
  if (coding === 'br') return decompress('Brotli', brotli, bytes, limit);
  if (coding !== 'deflate') return undefined;
  return decompress('deflate', zlib, bytes, limit) ?? decompress('deflate', deflate, bytes, limit);
}

/** Decompresses bytes that begin with a gzip or zlib header. */
export function decompressByStart(bytes: Uint8Array, limit: number): Decompressed | undefined {
  return decompress('gzip', gzip, bytes, limit) ?? decompress('deflate', zlib, bytes, limit);
}

function decompress(
  layer: string,
  method: Decompress,
  bytes: Uint8Array,
  limit: number,
): Decompressed | undefined {
  try {
    const decompressed = method(bytes, limit);
    return decompressed.length > 0 ? { layer, bytes: decompressed } : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? { layer, tooLarge: true } : undefined;
  }
}
