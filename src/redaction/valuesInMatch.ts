/**
 * Finds the values within matched text that are not part of the attack: the start of a value to which the attack was
 * appended, the text of a comment at the end, and data in statements and URLs. Used for the essential level, at which a
 * match is shown because of the attack.
 */
import { isOrdinarySegment } from '../http/fields/ordinary.ts';
import { attackStart } from './attackSyntax.ts';
import { asSent, type DecodedText, decode } from './decodedText.ts';
import { mergeSpans } from './findSecrets.ts';
import type { Finding, Span } from './headerGrammar.ts';

/** Minimum length, in units, of a value. A shorter start, such as the `1` of `1' OR 1=1`, is part of the attack. */
const SHORTEST_VALUE = 4;
/** Harmless values that attacks themselves use. */
const NEUTRAL =
  /^(?:admin(?:istrator)?|root|test|user|guest|null|true|false|\d{1,4}|\d{1,3}(?:\.\d{1,3}){3}|localhost|alert|script)$/i;
/** A string that is compared, assigned, or listed, after its opening quotation mark. */
const LITERAL = /(?:[=,:]|\b(?:eq|ne|like|is|values[ \t]?\(|in[ \t]?\())[ \t]{0,3}['"]([^'"\\]{4,200})['"]/gi;
/** A string that is code, a location, or markup. */
const SYNTAX = /['"<>(){};=/|$`]|^\w{1,10}:$/;
/** The name of a class or a member in a serialized object. */
const NAME = /^[a-z_$][\w$]{0,100}(?:\.[\w$]{1,100}){0,10}(?:,|$)/i;
/** Data that an attack does not need, in any position. */
const DATA: readonly RegExp[] = [
  // Email addresses
  /(?<![\w.+-])[\w.+-]{1,64}@[a-z\d.-]{3,100}/gi,
  // Groups of digits, such as telephone numbers
  /(?<![\w.-])\+?\d{2,6}[ -]\d{3,8}(?:[ -]\d{2,8})?(?![\w.-])/g,
  // Values with letters and digits
  /(?<=[=:(,]['"]?)(?=[a-z_-]{0,40}\d)(?=[\d_-]{0,40}[a-z])(?!0x)[\w-]{8,200}/gi,
  // Users in command lines
  /(?<=\s(?:-u|-U|--user(?:name)?|-l|--login)[ =])[\w.\\@-]{4,64}/g,
];
/** Signs that begin a comment of SQL. */
const COMMENTS = ['-- ', '--+', '#', '/*'];

/** Returns the values in matched text, ascending and disjoint, with offsets in the text as sent. */
export function valuesInMatch(match: string): readonly Finding[] {
  let inmost: DecodedText = asSent(match);
  for (let next = decode(inmost); next !== undefined; next = decode(inmost)) inmost = next;
  const { origin } = inmost;
  const text = inmost.text.replaceAll('+', ' ');
  const start = attackStart(text, true);
  if (start === undefined) return [];
  const spans = [...before(text, start), ...literals(text), ...data(text), comment(text, start)];
  const values = spans.filter((span) => isValue(text.slice(span.start, span.end)));
  return mergeSpans(values).map((span) => ({
    start: origin(span.start),
    end: origin(span.end),
    kind: 'secret',
  }));
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

function literals(text: string): readonly Span[] {
  return Array.from(text.matchAll(LITERAL), ({ 0: all, 1: value = '', index }) => {
    const end = index + all.length - 1;
    return { start: end - value.length, end, isName: all.startsWith(':') && NAME.test(value) };
  }).filter(({ start, end, isName }) => !isName && !SYNTAX.test(text.slice(start, end)));
}

function data(text: string): readonly Span[] {
  return DATA.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: value, index }) => ({
      start: index,
      end: index + value.length,
    })),
  );
}

/** Returns the text in a comment at the end of an attack. */
function comment(text: string, from: number): Span {
  const ends = COMMENTS.flatMap((sign) => {
    const at = text.lastIndexOf(sign);
    return at < from ? [] : [at + sign.length];
  });
  const start = Math.max(from, ...ends);
  const isText = ends.length > 0 && !SYNTAX.test(text.slice(start));
  return { start: isText ? start : text.length, end: text.length };
}

function isValue(text: string): boolean {
  const value = text.trim();
  return value.length >= SHORTEST_VALUE && !NEUTRAL.test(value);
}
