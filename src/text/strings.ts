/** The start of a text. Of a value that JSON knows, see service/valueStart.ts. */

/**
 * The start of a text: at most `length` UTF-16 units, one fewer where the cut would split a surrogate pair or CRLF.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const pair = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  const lineEnd = text.startsWith('\r\n', length - 1);
  return text.slice(0, pair || lineEnd ? length - 1 : length);
}

/** As `cutText`, with `…` after it if something is left out. */
export function cutWithMark(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length)}…`;
}

/** At most `longest` code points, the last of them `…` if something is left out. */
export function cutToCodePoints(text: string, longest: number): string {
  const start = Array.from(text.slice(0, 2 * longest + 2));
  return start.length <= longest ? text : `${start.slice(0, longest - 1).join('')}…`;
}

/** Letters and their accents, or the parts of Hangul syllables, that are one character when composed. */
const DECOMPOSED = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}{1,8}/gu;

/** Composes what was typed or pasted in parts, as file names of macOS are; other characters stay what they are. */
export function composed(text: string): string {
  return text.replace(DECOMPOSED, (parts) => parts.normalize('NFC'));
}

/** A text for comparison: equal for the same letters, in whatever case, composed or not. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Returns a text without its percent-encoding, or as it is when that is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The characters in a text that do not get everywhere. */
export interface UnusualCharacters {
  /** U+0000: a clipboard may cut a text there. */
  readonly nuls: number;
  /** Halves of a surrogate pair: no character, and without a form in UTF-8. */
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
