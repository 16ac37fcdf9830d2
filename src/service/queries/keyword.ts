import { composed } from '../../text/folded.ts';
import type { LogRow } from '../model.ts';

/**
 * Returns a test for rows that contain `keyword` in any text, ignoring case. Characters other than letters and digits
 * are found percent-encoded as well, a space also as `+`, letters composed or in parts. Nothing of a row is copied, so that many rows can be searched
 * at each key press.
 */
export function keywordTest(keyword: string): (row: LogRow) => boolean {
  const pattern = new RegExp(Array.from(composed(keyword), characterPattern).join(''), 'i');
  const holds = (value: unknown) => {
    if (typeof value === 'string') return pattern.test(value);
    return value !== undefined && pattern.test(JSON.stringify(value));
  };
  return ({ idx, other, ...texts }) =>
    Object.values(texts).some(holds) || pattern.test(String(idx)) || Object.values(other).some(holds);
}

/** Returns the pattern of one code point, as it is or in parts. */
function characterPattern(character: string): string {
  const parts = character.normalize('NFD');
  if (parts === character) return codePointPattern(character);
  return `(?:${codePointPattern(character)}|${Array.from(parts, codePointPattern).join('')})`;
}

/** Returns the pattern of one code point, plain or as encoded in a URL. */
function codePointPattern(character: string): string {
  if (/^[a-z\d]$/i.test(character)) return character;
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
  const encoded = Array.from(new TextEncoder().encode(character), percentEncoded).join('');
  return character === ' ' ? '(?: |%20|\\+)' : `(?:${plain}|${encoded})`;
}

function percentEncoded(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}
