import type { LogRow } from '../model.ts';

/**
 * Returns a test for rows that contain `keyword` in any text, ignoring case. Characters other than letters and digits
 * are found percent-encoded as well, a space also as `+`. Nothing of a row is copied, so that many rows can be searched
 * at each key press.
 */
export function keywordTest(keyword: string): (row: LogRow) => boolean {
  const pattern = new RegExp(Array.from(keyword, characterPattern).join(''), 'i');
  const holds = (value: unknown) => {
    if (typeof value === 'string') return pattern.test(value);
    return value !== undefined && pattern.test(JSON.stringify(value));
  };
  return ({ idx, other, ...texts }) =>
    Object.values(texts).some(holds) || pattern.test(String(idx)) || Object.values(other).some(holds);
}

/** Returns the pattern of one code point, plain or as encoded in a URL. */
function characterPattern(character: string): string {
  if (/^[a-z\d]$/i.test(character)) return character;
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
  const encoded = Array.from(new TextEncoder().encode(character), percentEncoded).join('');
  return character === ' ' ? '(?: |%20|\\+)' : `(?:${plain}|${encoded})`;
}

function percentEncoded(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}
