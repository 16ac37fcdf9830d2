/** Finds the values in Cookie and Set-Cookie headers. */
import type { TextRange } from '../http/decode/mappedText.ts';

const COOKIE_ATTRIBUTES = new Set(
  'comment domain expires httponly max-age partitioned path priority samesite secure version'.split(' '),
);

/** Yields the values in a Cookie or Set-Cookie header, without white space and quotes around them. */
export function* cookieValues(
  value: string,
  isSetCookie: boolean,
): Generator<TextRange & { readonly name: string }, void, undefined> {
  let start = 0;
  for (const part of value.split(';')) {
    const from = start;
    start += part.length + 1;
    // Text after the semicolon in a data URL is not a cookie.
    if (part.startsWith('base64,')) continue;
    const [name, valueStart] = cookieName(part, isSetCookie);
    const range = trimmed(value, { start: from + valueStart, end: from + part.length });
    if (range.start < range.end) yield { ...range, name };
  }
}

/** Returns the name in one part of the header and the start of its value, which is the part's end for an attribute. */
function cookieName(part: string, isSetCookie: boolean): [name: string, valueStart: number] {
  const equals = part.indexOf('=');
  const name = part.slice(0, Math.max(0, equals)).trim();
  if (!isSetCookie || !COOKIE_ATTRIBUTES.has((equals < 0 ? part : name).trim().toLowerCase()))
    return [name, equals + 1];
  // Several Set-Cookie headers might be joined by commas, in which case the next cookie follows an attribute.
  const joined = /,\s*([^\s=,]+)\s*=/.exec(part.slice(equals + 1));
  if (joined === null) return [name, part.length];
  return [joined[1] ?? '', equals + 1 + joined.index + joined[0].length];
}

/** Returns a range without the white space around it and one pair of quotes. */
export function trimmed(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  const isQuoted = end - start > 1 && text[start] === '"' && text[end - 1] === '"';
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}
