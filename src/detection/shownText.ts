/** Shortens texts of a log for its panel, and limits their number. */
import type { TextRange } from '../http/decode/mappedText.ts';
import { cutText } from '../text/strings.ts';
import { type Field, type ShownText, VALUE_LIMIT, type ValuePlace } from './logView.ts';

/** Number of UTF-16 units on either side of a match in its context, and of the match itself. */
const AROUND_MATCH = 40;
const LONGEST_MATCH = 400;

/** Returns a match in its line. Where the line continues, the text begins or ends with `…`. */
export function excerptOf(text: string, { start, end }: TextRange): ShownText {
  const match = cutText(text.slice(start, end), LONGEST_MATCH);
  const isWhole = match.length === end - start;
  const before = text.slice(Math.max(0, start - AROUND_MATCH - 1), start).replace(/^[\s\S]*[\r\n]/, '');
  const after = isWhole ? (/^[^\r\n]*/.exec(text.slice(end, end + AROUND_MATCH + 1))?.[0] ?? '') : '';
  const from =
    before.length > AROUND_MATCH ? `…${before.slice(1).replace(/^[\udc00-\udfff]/, '')}` : before.trimStart();
  const to = after.length > AROUND_MATCH ? `${cutText(after, AROUND_MATCH)}…` : after;
  return {
    text: from + match + to,
    marked: { start: from.length, end: from.length + match.length },
    ...(!isWhole && { length: end - start }),
  };
}

/** Number of characters that are shown before a match in a part of a long value. */
const NEAR = 200;

/** Returns the offset of a character that is near an offset and before it. */
export function startNear(text: string, offset: number, distance = NEAR): number {
  const start = Math.max(0, offset - distance);
  return start > 0 && /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start;
}

/** Returns a range of a text as a range of its part. */
export function within({ start, end }: TextRange, from: number, length: number): TextRange {
  return { start: Math.max(0, start - from), end: Math.min(end - from, length) };
}

/** Returns a field with the start of a long value or, if the match is not in it, the part around the match. */
export function fieldOf(
  name: string,
  value: string,
  whole: ValuePlace,
  marked?: TextRange,
): Omit<Field, 'fields'> {
  const start = !marked || marked.end <= VALUE_LIMIT ? 0 : startNear(value, marked.start);
  const text = cutText(value.slice(start), VALUE_LIMIT);
  return {
    name: cutText(name, VALUE_LIMIT),
    text,
    ...(text.length < value.length && { length: value.length, whole }),
    ...(marked && { marked: within(marked, start, text.length) }),
  };
}

/** Maximum number of fields or headers of one kind, and their maximum length in UTF-16 units. */
export const FIELDS_LIMIT = 3_000;
const FIELDS_LENGTH = 256 * 1024;

/** Limits the fields of a table in number and total length. */
export class Budget {
  #fields = FIELDS_LIMIT;
  #units = FIELDS_LENGTH;

  fits(name: string, text: string): boolean {
    this.#fields--;
    this.#units -= name.length + Math.min(text.length, VALUE_LIMIT);
    return this.#fields >= 0 && this.#units >= 0;
  }
}
