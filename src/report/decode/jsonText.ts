/** JSON inside a log: laid out over lines without changing a token, and the strings in it. */
import { type OffsetMap, Rewriter, type TextRange } from './offsetMap.ts';

export interface JsonString extends TextRange {
  /** The member that it is the value of, directly or in an array; undefined for one that is itself a name. */
  readonly member: string | undefined;
}

export interface JsonLayout {
  readonly text: string;
  readonly map: OffsetMap;
  /** The strings, in order, without their quotes; offsets of the JSON as sent. */
  readonly strings: readonly JsonString[];
}

/** Deeper JSON is left as it is. */
const DEEPEST = 64;
/** How much longer the layout may be than the JSON: indentation grows with depth. */
const LARGEST_GROWTH = 8;

/** A token, or the quote that starts one. */
const TOKEN_START = /["{}[\],:]|[^\s"{}[\],:]+/g;
const QUOTE_OR_ESCAPE = /"|\\./g;

/** Undefined when the text is no object or array of JSON, or is too deep. Numbers, escapes and repeated names stay. */
export function layOutJson(text: string): JsonLayout | undefined {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return undefined;
  const rewriter = new Rewriter(text);
  const strings: JsonString[] = [];
  const open: { readonly isObject: boolean; member: string | undefined }[] = [];
  const newLine = () => `\n${'  '.repeat(open.length)}`;
  let written = 0;
  let [before, last] = ['', ''];
  const put = (space: string, { token, index }: Token) => {
    rewriter.put(space, index);
    rewriter.copy(index + token.length);
    written += space.length + token.length;
  };

  for (const match of tokensOf(text)) {
    const { token } = match;
    if (token === '}' || token === ']') {
      open.pop();
      put(last === '{' || last === '[' ? '' : newLine(), match);
    } else if (token === ',') {
      put('', match);
    } else if (token === ':') {
      const container = open.at(-1);
      if (container) container.member = before;
      put('', match);
    } else {
      put(last === ':' ? ' ' : open.length === 0 ? '' : newLine(), match);
      const container = open.at(-1);
      if (token === '{' || token === '[') {
        open.push({ isObject: token === '{', member: token === '[' ? container?.member : undefined });
        if (open.length > DEEPEST) return undefined;
      } else if (token.startsWith('"')) {
        const isName = container?.isObject === true && last !== ':';
        before = token.slice(1, -1);
        strings.push({
          start: match.index + 1,
          end: match.index + token.length - 1,
          member: isName ? undefined : (container?.member ?? ''),
        });
      }
    }
    if (written > LARGEST_GROWTH * text.length) return undefined;
    last = token;
  }
  return { ...rewriter.finish(), strings };
}

interface Token {
  readonly token: string;
  readonly index: number;
}

/** The tokens of a text that is JSON. */
function* tokensOf(text: string): Generator<Token, void, undefined> {
  TOKEN_START.lastIndex = 0;
  for (let start = TOKEN_START.exec(text); start !== null; start = TOKEN_START.exec(text)) {
    const { 0: token, index } = start;
    const end = token === '"' ? stringEnd(text, index) : TOKEN_START.lastIndex;
    yield { token: text.slice(index, end), index };
    TOKEN_START.lastIndex = end;
  }
}

/** Past the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  QUOTE_OR_ESCAPE.lastIndex = start + 1;
  while (QUOTE_OR_ESCAPE.exec(text)?.[0].startsWith('\\'));
  return QUOTE_OR_ESCAPE.lastIndex;
}

const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gi;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The inside of a JSON string without its escapes; undefined when there are none. */
export function undoJsonEscapes(
  text: string,
): { readonly text: string; readonly map: OffsetMap } | undefined {
  if (!text.includes('\\')) return undefined;
  const rewriter = new Rewriter(text);
  for (const { 0: written, 1: code, 2: character = '', index } of text.matchAll(ESCAPE)) {
    rewriter.copy(index);
    const decoded =
      code === undefined
        ? (SHORT_ESCAPES[character] ?? character)
        : String.fromCharCode(Number.parseInt(code, 16));
    rewriter.put(decoded, index + written.length);
  }
  rewriter.copy(text.length);
  return rewriter.finish();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
