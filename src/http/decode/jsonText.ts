/** Splits JSON into tokens. The JSON can be truncated, malformed, or only look like JSON. */

/** The start and end of text that is clearly JSON, with optional white space around it. */
const START = /^\s{0,100}(?:\{\s{0,100}["}]|\[\s{0,100}(?:["{\]\d-]|\[\s{0,100}["{[\]\d-]|true|false|null))/;
const END = /[}\]]\s{0,100}$/;

/** Returns true for text that starts and ends like a JSON object or array. */
export function looksLikeJson(text: string): boolean {
  return START.test(text) && END.test(text.slice(-101));
}

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
  while (end < text.length && !ENDS_WORD.has(text.charCodeAt(end))) end++;
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

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}
