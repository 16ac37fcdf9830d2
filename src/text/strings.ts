/** Truncates and compares strings. For JSON values, see service/valueStart.ts. */

/**
 * Returns the start of a text: at most `length` UTF-16 units, one fewer when the cut would split a surrogate pair or
 * CRLF.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const pair = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  const lineEnd = text.startsWith('\r\n', length - 1);
  return text.slice(0, pair || lineEnd ? length - 1 : length);
}

/** Like `cutText`, followed by `…` if the text is cut. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length)}…`;
}

/** Returns at most `longest` code points; the last one is `…` if the text is cut. */
export function cutToCodePoints(text: string, longest: number): string {
  const start = Array.from(text.slice(0, 2 * longest + 2));
  return start.length <= longest ? text : `${start.slice(0, longest - 1).join('')}…`;
}

/** Letters with their accents, or the parts of Hangul syllables, that form one character when composed. */
const DECOMPOSED = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}{1,8}/gu;

/** Composes characters that were typed or pasted in parts, such as macOS file names; leaves others unchanged. */
export function composed(text: string): string {
  return text.replace(DECOMPOSED, (parts) => parts.normalize('NFC'));
}

/** Returns a text for comparison: equal for the same letters in any case, composed or not. */
export function caseFolded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Decodes percent-encoding; returns the text unchanged when that is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Counts of characters that some programs do not accept. */
export interface UnusualCharacters {
  /** U+0000: a clipboard can cut a text there. */
  readonly nuls: number;
  /** Halves of a surrogate pair, which are not characters and have no UTF-8 form. */
  readonly loneSurrogates: number;
}

export function unusualCharacters(text: string): UnusualCharacters {
  return { nuls: count(text, /\0/g), loneSurrogates: count(text, /\p{Cs}/gu) };
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  while (pattern.test(text)) found++;
  return found;
}
