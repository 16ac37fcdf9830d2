/**
 * Keeps the attack in a value whose name indicates a secret, because the report is about the attack, and an injection
 * is not a password.
 */

import { attackStart, fromFirstSign } from './attackSyntax.ts';
import type { Finding } from './headerGrammar.ts';
import { fullyDecoded, innermost } from './levels.ts';

/**
 * Masks earlier findings in text. Must not be the first character of a sign in `tokenShapes.ts`, because a long run of
 * it would be slow to search.
 */
export const MASK = 'X';

/**
 * Marks the end of masked text, which ends words and values. On its own, it represents a range that does not need to be
 * searched.
 */
export const MASK_END = '·';

/** Maximum length, in UTF-16 units, of a value to examine. */
const MOST_LOOKED_AT = 8192;
/**
 * Minimum number of units before an attack. A shorter start of a value, such as the `1` in `1' OR 1=1`, is part of the
 * attack.
 */
const SHORTEST_START = 4;

/**
 * Returns the part of a finding to replace: all of it if it contains no attack, the text before the attack if that
 * might be a secret, or nothing if all of it is the attack.
 * @param matched the rule's matches, in lowercase
 */
export function survivingAttack(
  finding: Finding,
  text: string,
  matched: readonly string[],
): readonly Finding[] {
  if (finding.kind === 'credentials' && isConfusing(text.slice(finding.start, finding.end), matched))
    return [];
  if (finding.name === undefined && finding.kind !== 'cookie' && finding.kind !== 'authorization')
    return [finding];
  const end = Math.min(finding.end, finding.start + MOST_LOOKED_AT);
  // A value that ends with or before a quote, as in `O:8:"stdClass"`, might be the start of an attack that contains
  // spaces.
  const isOpen =
    /['")]$/.test(text.slice(Math.max(finding.start, end - 1), end)) ||
    /^[OC]:\d{1,4}:$/.test(text.slice(Math.max(finding.start, end - 7), end));
  const value =
    text.slice(finding.start, end) +
    (isOpen ? (/[^&\r\n]{0,200}/.exec(text.slice(end, end + 200))?.[0] ?? '') : '');
  if (value.includes('-----BEGIN')) return [finding];
  const inmost = innermost(value);
  // In queries and forms, a plus sign represents a space.
  const spaced = inmost.text.replaceAll('+', ' ');
  const lower = spaced.toLowerCase();
  // A rule that matched a complete value might have matched a password with many symbols.
  const isMasked = /^(?:X{4}|X{0,3}·)/.test(inmost.text) || text[finding.start - 1] === MASK_END;
  const parts = isMasked ? matched.flatMap((part) => fromFirstSign(part) ?? []) : matched;
  const isMatched = parts.some(
    (part) => lower.includes(part) && (part.length < lower.length || part.length < SHORTEST_START),
  );
  const start = attackStart(inmost.text, isMatched) ?? attackStart(spaced, isMatched);
  if (start === undefined) return [finding];
  const attackAt = finding.start + inmost.toRaw({ start, end: start }).start;
  if (attackAt >= finding.end) return [finding];
  return inmost.text.slice(0, start).trim().length < SHORTEST_START ? [] : [{ ...finding, end: attackAt }];
}

/** A host or address, possibly with a common port, where a user name would be. */
const HOST = /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}(?::(?:80|443|8080|8443|\w{0,2}))?$/;

/** Returns true for the user information of a matched URL that misleads about its host, as in `http://shop.example@127.0.0.1`. */
function isConfusing(user: string, matched: readonly string[]): boolean {
  const read = fullyDecoded(user).toLowerCase();
  return HOST.test(read) && matched.some((part) => part.includes(`${read}@`));
}
