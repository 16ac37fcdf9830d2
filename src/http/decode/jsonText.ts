/** Formats JSON in a log on several lines without changing any token, and finds its strings. */
import { LimitReached } from './allowance.ts';
import { JSON_DEPTH_LIMIT } from './decodeLimits.ts';
import { type OffsetMap, Rewriter, type TextRange } from './offsetMap.ts';

export interface JsonString extends TextRange {
  /** The name of the member that has this value, directly or in an array; undefined if the string is itself a name. */
  readonly member: string | undefined;
}

export interface JsonLayout {
  readonly text: string;
  readonly map: OffsetMap;
  /** The strings, in order and without quotes; offsets refer to the JSON as sent. */
  readonly strings: readonly JsonString[];
}

/**
 * Formats JSON, or returns undefined if the text is not a JSON object or array. Numbers, escapes, and repeated names
 * are kept as sent.
 * @param most maximum number of stretches in the offset map: two for each token and for each space before a token
 * @throws LimitReached if the JSON has too many tokens or is nested too deeply
 */
export function layOutJson(text: string, most = Number.POSITIVE_INFINITY): JsonLayout | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const depth = depthOf(text, most);
  if (!isJson(text)) return undefined;
  if (depth > JSON_DEPTH_LIMIT) throw new LimitReached(TOO_DEEP);
  const rewriter = new Rewriter(text, most);
  const strings: JsonString[] = [];
  const open: { readonly isObject: boolean; member: string | undefined }[] = [];
  const newLine = () => `\n${'  '.repeat(open.length)}`;
  let before: string | undefined;
  let last: string | undefined;
  const put = (space: string, start: number, end: number) => {
    rewriter.put(space, start);
    rewriter.copy(end);
  };

  for (let start = nextToken(text, 0); start < text.length; ) {
    const end = tokenEnd(text, start);
    const mark = text.charAt(start);
    const container = open.at(-1);
    if (mark === '}' || mark === ']') {
      open.pop();
      put(last === '{' || last === '[' ? '' : newLine(), start, end);
    } else if (mark === ',' || mark === ':') {
      if (mark === ':' && container) container.member = before;
      put('', start, end);
    } else {
      put(last === ':' ? ' ' : open.length === 0 ? '' : newLine(), start, end);
      if (mark === '{' || mark === '[') {
        open.push({ isObject: mark === '{', member: mark === '[' ? container?.member : undefined });
      } else if (mark === '"' && container) {
        const isName = container.isObject && last !== ':';
        const inside = { start: start + 1, end: end - 1 };
        before = text.slice(inside.start, inside.end);
        strings.push({ ...inside, member: isName ? undefined : (container.member ?? '') });
      }
    }
    last = mark;
    start = nextToken(text, end);
  }
  return { ...rewriter.finish(), strings };
}

/**
 * Returns the depth of nested brackets outside strings.
 * @throws LimitReached if there are too many tokens, before a parser allocates memory for them
 */
function depthOf(text: string, most: number): number {
  let deepest = 0;
  let depth = 0;
  let tokens = 0;
  for (let start = nextToken(text, 0); start < text.length; ) {
    const mark = text.charAt(start);
    if (mark === '{' || mark === '[') deepest = Math.max(deepest, ++depth);
    else if (mark === '}' || mark === ']') depth--;
    if (2 * ++tokens > most) throw new LimitReached(TOO_MANY_TOKENS);
    start = nextToken(text, tokenEnd(text, start));
  }
  return deepest;
}

const TOO_DEEP = `Not laid out: as JSON, it is nested more than ${JSON_DEPTH_LIMIT} levels deep.`;
const TOO_MANY_TOKENS = 'Not laid out: as JSON, it has too many values.';

/** Returns the offset past the white space at `start`. */
export function nextToken(text: string, start: number): number {
  let offset = start;
  while (isSpace(text.charCodeAt(offset))) offset++;
  return offset;
}

/** Returns the offset past the token at `start`: a string, a punctuation mark, or other text. */
export function tokenEnd(text: string, start: number): number {
  if (text.charCodeAt(start) === QUOTE) return Math.min(text.length, stringEnd(text, start) + 1);
  let end = start;
  while (end < text.length && !endsWord(text.charCodeAt(end))) end++;
  return Math.max(end, start + 1);
}

/**
 * Returns the offset of the quote that closes the string starting at `start`, or the text's length if the string is
 * truncated.
 */
export function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  let end = text.indexOf(quote, start + 1);
  while (isEscaped(text, end)) end = text.indexOf(quote, end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, offset: number): boolean {
  let escaped = false;
  for (let at = offset - 1; text[at] === '\\'; at--) escaped = !escaped;
  return escaped;
}

const QUOTE = 0x22;
const ENDS_WORD = new Set(Array.from('"{}[],: \t\r\n', (each) => each.charCodeAt(0)));

function endsWord(unit: number): boolean {
  return unit <= 0x7d && ENDS_WORD.has(unit);
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
