import type { TextRange } from '../http/decode/mappedText.ts';
import { cutText } from '../text/strings.ts';
import { CONTENT_LIMIT, FIELDS_LIMIT, type Field, VALUE_LIMIT } from './logView.ts';

/** Number of characters that are shown before a match in a part of a long text. */
export const NEAR = 200;

/** Returns a field whose value is the start of a very long one or, if the range is not in it, the part around it. */
export function field(
  name: string,
  value: string,
  range?: TextRange,
): Pick<Field, 'name' | 'value' | 'length' | 'matched'> {
  const start = range && range.end > VALUE_LIMIT ? Math.max(0, range.start - NEAR) : 0;
  const text = cutText(value.slice(start), VALUE_LIMIT);
  const matched = range && { start: range.start - start, end: Math.min(range.end - start, text.length) };
  return {
    name: cutText(name, VALUE_LIMIT),
    value: text,
    ...(text.length < value.length && { length: value.length }),
    ...(matched && { matched }),
  };
}

/** Limits the fields of a table in number and total length. */
export class Budget {
  #fields = FIELDS_LIMIT;
  #units = CONTENT_LIMIT;

  fits({ name, value }: { readonly name: string; readonly value: string }): boolean {
    this.#fields--;
    this.#units -= name.length + Math.min(value.length, VALUE_LIMIT);
    return this.#fields >= 0 && this.#units >= 0;
  }
}
