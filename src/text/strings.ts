/** Truncates, compares, and decodes strings, and formats numbers in English. For JSON values, see base/values.ts. */

/**
 * Returns the start of the text: at most `length` UTF-16 units, or one less if the cut would split a surrogate pair or
 * CRLF.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const pair = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  const lineEnd = text.startsWith('\r\n', length - 1);
  return text.slice(0, pair || lineEnd ? length - 1 : length);
}

/** Like `cutText`, but appends `…` if the text was truncated. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length)}…`;
}

/** Returns at most `longest` code points; the last one is `…` if the text was truncated. */
export function cutToCodePoints(text: string, longest: number): string {
  const start = Array.from(text.slice(0, 2 * longest + 2));
  return start.length <= longest ? text : `${start.slice(0, longest - 1).join('')}…`;
}

/**
 * Letters followed by combining accents, or the parts of a Hangul syllable, which can be composed into one character.
 */
const DECOMPOSED = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}{1,8}/gu;

/**
 * Composes characters that were typed or pasted in decomposed form, such as macOS file names; leaves other characters
 * unchanged.
 */
export function composed(text: string): string {
  return text.replace(DECOMPOSED, (parts) => parts.normalize('NFC'));
}

/** Returns a form of the text for comparisons that ignore case and whether characters are composed. */
export function caseFolded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Decodes percent-encoding; returns the text unchanged if the encoding is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Escapes text for a regular expression. */
export function escapedForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The formatter, which is created on first use because creating it takes several milliseconds. */
let whole: Intl.NumberFormat | undefined;

/**
 * Formats a number with thousands separators.
 * @example formatNumber(3000000) // '3,000,000'
 */
export function formatNumber(number: number): string {
  if (number >= 0 && number < 1000 && Number.isInteger(number)) return String(number);
  whole ??= new Intl.NumberFormat('en');
  return whole.format(number);
}

/**
 * Formats a number with its noun.
 * @example counted(1234, 'header') // '1,234 headers'
 */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}
