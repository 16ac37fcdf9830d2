/** Decodes the chunked transfer coding (RFC 9112, section 7.1). */
import { utf8Length } from './bytes.ts';
import { type OffsetMap, Rewriter } from './offsetMap.ts';

export interface Dechunked {
  readonly text: string;
  readonly map: OffsetMap;
}

const SIZE_LINE = /([\da-f]{1,8})[ \t]*(?:;[^\r\n]{0,1000})?\r?\n/iy;

/**
 * Joins the chunks of a body, up to the point where it was truncated, or returns undefined if it is not chunked. Chunk
 * sizes are in bytes. Each character is assumed to be one byte if all of them can be, otherwise UTF-8; if the sizes then
 * do not match the text, the other is used.
 * @param most maximum number of stretches in the offset map
 * @throws LimitReached
 */
export function undoChunked(text: string, most = Number.POSITIVE_INFINITY): Dechunked | undefined {
  const oneByte = () => 1;
  const [likely, other] = /[\u0100-\uffff]/.test(text) ? [utf8Length, oneByte] : [oneByte, utf8Length];
  return join(text, most, likely) ?? join(text, most, other);
}

function join(text: string, most: number, lengthOf: (codePoint: number) => number): Dechunked | undefined {
  const rewriter = new Rewriter(text, most);
  for (let offset = 0, chunks = 0; ; chunks++) {
    if (offset === text.length && chunks > 0) break;
    SIZE_LINE.lastIndex = offset;
    const line = SIZE_LINE.exec(text);
    if (line === null) return undefined;
    const size = Number.parseInt(line[1] ?? '', 16);
    if (size === 0) break;
    const start = offset + line[0].length;
    const end = skipBytes(text, start, size, lengthOf);
    rewriter.put('', start);
    rewriter.copy(end);
    const lineEnd = /\r?\n|$/y;
    lineEnd.lastIndex = end;
    const after = lineEnd.exec(text);
    if (after === null) return undefined;
    offset = end + after[0].length;
  }
  rewriter.put('', text.length);
  return rewriter.finish();
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
