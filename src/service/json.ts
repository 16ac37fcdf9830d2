import { ServiceError } from './errors.ts';

/** Deeper values would overflow the stack of whoever walks them; the interface needs six levels. */
const MAX_DEPTH = 100;

/**
 * Parses JSON from the service, in linear time. Whole numbers beyond ±(2^53 − 1) become strings of their digits, so that
 * none is ever rounded; a decoder of numbers refuses such a string.
 *
 * @throws ServiceError `truncated` if the text ends inside a value, `not-json` if it is no JSON, `bad-shape` if it is
 * nested more than 100 levels deep
 */
export function parseJson(text: string): unknown {
  const { exact, depth, open } = scan(text);
  if (depth > MAX_DEPTH) {
    throw new ServiceError('bad-shape', 'The answer is nested too deep.', {
      field: 'the whole answer',
      expected: `at most ${MAX_DEPTH} levels of nesting`,
      found: 'more',
    });
  }
  try {
    const rounded: unknown = JSON.parse(text);
    return exact === text ? rounded : JSON.parse(exact);
  } catch {
    if (open) throw new ServiceError('truncated', 'The answer ends in the middle of its JSON.');
    throw new ServiceError('not-json', 'The answer is not JSON.', { found: 'text that is not JSON' });
  }
}

/** Characters of the shortest number without an exponent that may be rounded: with fewer digits each is exact. */
const SHORTEST_ROUNDED = 16;

/** What matters of a JSON text: brackets, the beginnings of strings, and numbers. */
const TOKEN = /["{}[\]]|-?\d[\d.eE+-]*/g;

/** Walks over the tokens of a JSON text: quotes unsafe integers, measures the nesting, tells if the text ends early. */
function scan(text: string): { exact: string; depth: number; open: boolean } {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let deepest = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [token] = match;
    if (token === '"') {
      const end = endOfString(text, match.index);
      if (end === undefined) return { exact: text, depth: deepest, open: true };
      TOKEN.lastIndex = end;
    } else if (token === '{' || token === '[') {
      deepest = Math.max(deepest, ++depth);
    } else if (token === '}' || token === ']') {
      depth--;
    } else if ((token.length >= SHORTEST_ROUNDED || /e/i.test(token)) && isUnsafeInteger(token)) {
      parts.push(text.slice(copied, match.index), `"${token}"`);
      copied = TOKEN.lastIndex;
    }
  }
  parts.push(text.slice(copied));
  return { exact: parts.join(''), depth: deepest, open: depth > 0 };
}

/** Whether a number as written is a whole number that a JavaScript number cannot hold exactly. */
function isUnsafeInteger(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  if (!Number.isInteger(value)) return false;
  return !Number.isSafeInteger(value) || (written.length >= SHORTEST_ROUNDED && !/^-?\d+$/.test(written));
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslash = quote - 1;
    while (text[backslash] === '\\') backslash--;
    if ((quote - backslash) % 2 === 1) return quote + 1;
  }
  return undefined;
}
