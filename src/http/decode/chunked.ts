/** Decodes the chunked transfer coding (RFC 9112, section 7.1). */
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
