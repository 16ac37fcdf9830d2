/** Keeps the attack in a value that goes by a secret's name: the report is about it, and an injection is no password. */
import { attackStart, fromFirstSign } from './attackSyntax.ts';
import { asSent, type DecodedText, decode } from './decodedText.ts';
import type { Finding } from './headerGrammar.ts';

/** What stands in a text for what was found before. Begins no sign of `tokenShapes.ts`: a long run of one that does is slow to search. */
export const MASK = 'X';

/** Units of a value that are looked at. */
const MOST_LOOKED_AT = 8192;
/** A shorter start of a value, such as the `1` of `1' OR 1=1`, belongs to the attack. */
const SHORTEST_START = 4;

/**
 * What of a finding is to be replaced: all of it when it holds no attack; what comes before the attack when that may be a secret;
 * nothing when the whole is the attack.
 *
 * @param matched what the rule matched, in lower case
 */
export function survivingAttack(
  finding: Finding,
  text: string,
  matched: readonly string[],
): readonly Finding[] {
  if (finding.name === undefined && finding.kind !== 'cookie' && finding.kind !== 'authorization')
    return [finding];
  const end = Math.min(finding.end, finding.start + MOST_LOOKED_AT);
  // A value that ends in a quote, or before one as in `O:8:"stdClass"`, may be the start of an attack with spaces in it.
  const isOpen =
    /['")]$/.test(text.slice(Math.max(finding.start, end - 1), end)) ||
    /^[OC]:\d{1,4}:$/.test(text.slice(Math.max(finding.start, end - 7), end));
  const value =
    text.slice(finding.start, end) +
    (isOpen ? (/^[^&\r\n]{0,200}/.exec(text.slice(end, end + 200))?.[0] ?? '') : '');
  if (value.includes('-----BEGIN')) return [finding];
  let inmost: DecodedText = asSent(value);
  for (let next = decode(inmost); next !== undefined; next = decode(inmost)) inmost = next;
  // In a query and a form, a plus is a space.
  const spaced = inmost.text.replaceAll('+', ' ');
  const lower = spaced.toLowerCase();
  // A rule that matched all of a value may have matched a password of many signs.
  const isMasked = inmost.text.startsWith(MASK.repeat(SHORTEST_START));
  const parts = isMasked ? matched.flatMap((part) => fromFirstSign(part) ?? []) : matched;
  const isMatched = parts.some(
    (part) => lower.includes(part) && (part.length < lower.length || part.length < SHORTEST_START),
  );
  const start = attackStart(inmost.text, isMatched) ?? attackStart(spaced, isMatched);
  if (start === undefined) return [finding];
  const attackAt = finding.start + inmost.origin(start);
  if (attackAt >= finding.end) return [finding];
  return inmost.text.slice(0, start).trim().length < SHORTEST_START ? [] : [{ ...finding, end: attackAt }];
}
