/**
 * Finds the values within a matched text that are not part of the attack: the start of a value to which the attack was
 * appended, what follows it in a comment, and literals of a statement. Used for the essential level, at which a match
 * is shown because of the attack.
 */
import { isOrdinarySegment } from '../http/fields/ordinary.ts';
import { attackStart } from './attackSyntax.ts';
import { asSent, type DecodedText, decode } from './decodedText.ts';
import type { Finding, Span } from './headerGrammar.ts';

/** Minimum length, in units, of a value. A shorter start, such as the `1` of `1' OR 1=1`, is part of the attack. */
const SHORTEST_VALUE = 4;
/** Values that say nothing about a person, and which attacks use themselves. */
const NEUTRAL = /^(?:admin(?:istrator)?|root|test|user|guest|null|true|false|\d{1,4})$/i;
const LITERAL = /'([^'\\]{4,200})'|"([^"\\]{4,200})"/g;
/** An email address, digits of at least six, or a word with digits: the literals that an attack does not need. */
const PERSONAL =
  /^[\w.+-]{1,64}@[\w.-]{1,200}$|^\+?[\d() -]{6,30}$|^(?=\D*\d)(?=[^a-z]*[a-z])[\w.!?$#@-]{6,200}$/i;
/** Signs that begin a comment of SQL. */
const COMMENTS = ['-- ', '--+', '#', '/*'];
/** Characters of an attack, which a value after a comment does not contain. */
const SYNTAX = /['"<>(){};=]/;

/** Returns the values in a matched text, ascending and disjoint, with offsets in the text as sent. */
export function valuesInMatch(match: string): readonly Finding[] {
  let inmost: DecodedText = asSent(match);
  for (let next = decode(inmost); next !== undefined; next = decode(inmost)) inmost = next;
  const { text, origin } = inmost;
  const start = attackStart(text, true) ?? attackStart(text.replaceAll('+', ' '), true);
  if (start === undefined) return [];
  const attack = text.slice(start);
  const literals = Array.from(attack.matchAll(LITERAL), ({ index, 1: single, 2: double = '' }) => {
    return { start: start + index + 1, end: start + index + 1 + (single ?? double).length };
  }).filter((span) => PERSONAL.test(text.slice(span.start, span.end)));
  const last = start + commentAt(attack);
  return [
    ...before(text, start),
    ...literals.filter(({ end }) => end <= last),
    { start: last, end: text.length },
  ]
    .filter((span) => isValue(text.slice(span.start, span.end)))
    .map((span) => ({ start: origin(span.start), end: origin(span.end), kind: 'secret' }));
}

/** Returns the offset of the text in a comment at the end of an attack, or the end of the attack. */
function commentAt(attack: string): number {
  const ends = COMMENTS.flatMap((sign) => {
    const at = attack.lastIndexOf(sign);
    return at < 0 ? [] : [at + sign.length];
  });
  const at = Math.max(0, ...ends);
  return ends.length === 0 || SYNTAX.test(attack.slice(at)) ? attack.length : at;
}

/** Returns the parts of the text before an attack: each segment of a path that is not ordinary, or all of a value. */
function before(text: string, end: number): readonly Span[] {
  const head = text.slice(0, end);
  const isPath = head.includes('/');
  const spans: Span[] = [];
  for (const { 0: part, index } of head.matchAll(isPath ? /[^/?&=]{1,2000}/g : /[^=&]{1,2000}/g)) {
    const isName = head[index + part.length] === '=';
    if (!isName && !(isPath && isOrdinarySegment(part)))
      spans.push({ start: index, end: index + part.length });
  }
  return spans;
}

function isValue(text: string): boolean {
  const value = text.trim();
  return value.length >= SHORTEST_VALUE && !NEUTRAL.test(value);
}
