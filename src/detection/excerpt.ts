import type { TextRange } from '../http/decode/mappedText.ts';
import { cutText } from '../text/strings.ts';

/** A match in its line. */
export interface Excerpt {
  readonly before: string;
  /** The match, or its start if it is long. */
  readonly match: string;
  readonly after: string;
  /** Length of the whole match, in UTF-16 units. */
  readonly length: number;
  /** True if the line continues before the excerpt. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Maximum number of UTF-16 units on either side of a match, and of the match itself. */
const AROUND_MATCH = 40;
const LONGEST_MATCH = 400;

export function excerptOf(text: string, { start, end }: TextRange): Excerpt {
  const match = cutText(text.slice(start, end), LONGEST_MATCH);
  const from = Math.max(0, start - AROUND_MATCH);
  const around = text.slice(from, start);
  const line = Math.max(around.lastIndexOf('\n'), around.lastIndexOf('\r')) + 1;
  const isWhole = match.length === end - start;
  const rest = isWhole ? text.slice(end, end + AROUND_MATCH + 2) : '';
  const lineEnd = rest.search(/[\r\n]/);
  const after = cutText(lineEnd < 0 ? rest : rest.slice(0, lineEnd), AROUND_MATCH);
  // Omits half of a split surrogate pair, or the line's indentation.
  const isLine = from === 0 || line > 0;
  const before = isLine ? around.slice(line).trimStart() : around.replace(/^[\udc00-\udfff]/, '');
  const isAtEnd = end + after.length >= text.length || /[\r\n]/.test(text[end + after.length] ?? '');
  return {
    before,
    match,
    after,
    length: end - start,
    isCutBefore: from > 0 && line === 0,
    isCutAfter: !isWhole || !isAtEnd,
  };
}
