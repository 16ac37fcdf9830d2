/** Formats JSON in a log on several lines without changing any token. */
import { nextToken, tokenEnd } from '../../http/decode/jsonText.ts';
import { Rewriter, type Rewritten } from '../../http/decode/mappedText.ts';

/** Maximum nesting depth. */
const DEPTH_LIMIT = 64;
/** Maximum length, in UTF-16 units, of the JSON. */
const LENGTH_LIMIT = 2 * 1024 * 1024;

/**
 * Formats JSON, or returns undefined if the text is not a JSON object or array, or is too long or too deeply nested.
 * Numbers, escapes, and repeated names are kept as sent.
 */
export function layOutJson(text: string): Rewritten | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > LENGTH_LIMIT || !isJson(text)) return undefined;
  const rewriter = new Rewriter(text);
  let depth = 0;
  let last = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (let start = nextToken(text, 0); start < text.length; ) {
    const end = tokenEnd(text, start);
    const mark = text.charAt(start);
    const isEnd = mark === '}' || mark === ']';
    if (isEnd) depth--;
    const isInPlace = mark === ',' || mark === ':' || (isEnd && /[[{]/.test(last)) || last === '';
    rewriter.put(isInPlace ? '' : last === ':' ? ' ' : newLine(), start);
    rewriter.copy(end);
    if (mark === '{' || mark === '[') depth++;
    if (depth > DEPTH_LIMIT) return undefined;
    last = mark;
    start = nextToken(text, end);
  }
  return rewriter.finish(['JSON']);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
