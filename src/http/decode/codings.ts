/** Decodes the chunked transfer coding (RFC 9112, section 7.1), and content codings (RFC 9110, section 8.4.1). */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { utf8Length } from './bytes.ts';
import { Rewriter, type Rewritten } from './mappedText.ts';

const SIZE_LINE = /[\da-f]{1,8}[ \t]*(?:;[^\r\n]{0,1000})?\r?\n/iy;

/** A whole line end after a chunk, or the part of it that was not truncated. */
const CHUNK_END = /(?<!\r)\n|\r\n|\r?$/y;

/**
 * Joins the chunks of a body, up to the point where it was truncated, or returns undefined if it is not chunked. Chunk
 * sizes are in bytes of UTF-8; if they do not match the text, each character is assumed to be one byte.
 */
export function undoChunked(text: string): Rewritten | undefined {
  return join(text, utf8Length) ?? join(text, () => 1);
}

function join(text: string, lengthOf: (codePoint: number) => number): Rewritten | undefined {
  const rewriter = new Rewriter(text);
  for (let offset = 0, chunks = 0; ; chunks++) {
    if (offset === text.length && chunks > 0) break;
    SIZE_LINE.lastIndex = offset;
    const [line] = SIZE_LINE.exec(text) ?? [];
    if (line === undefined) return undefined;
    const size = Number.parseInt(line, 16);
    if (size === 0) break;
    const start = offset + line.length;
    const end = skipBytes(text, start, size, lengthOf);
    rewriter.put('', start);
    rewriter.copy(end);
    CHUNK_END.lastIndex = end;
    const [after] = CHUNK_END.exec(text) ?? [];
    if (after === undefined) return undefined;
    offset = end + after.length;
  }
  return rewriter.finish(['chunked']);
}

/** Returns the offset `size` bytes after `start`, or the end of the text. */
function skipBytes(
  text: string,
  start: number,
  size: number,
  lengthOf: (codePoint: number) => number,
): number {
  let offset = start;
  for (let left = size; left > 0 && offset < text.length; ) {
    const codePoint = text.codePointAt(offset) ?? 0;
    left -= lengthOf(codePoint);
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return offset;
}

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
 * Decodes the content coding with this name, or returns undefined if it is unknown or the
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
