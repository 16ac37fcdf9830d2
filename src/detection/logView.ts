/** The view of a log: plain data that the host creates and the page renders. All text is untrusted. */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Outcome, RowFilterField } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';
import { findAll, foldCase } from '../text/spans.ts';
import { cutText } from '../text/strings.ts';

export interface LogView {
  /** The title of the tab. */
  readonly title: string;
  /** The method and path of the request; empty if unknown. */
  readonly heading: string;
  /** The outcome of the request, if the action is one of the two known ones. */
  readonly outcome?: Outcome | undefined;
  /** The facts, each in one of the lists: the outcome and the rule, the client and the time, and all others. */
  readonly chips: readonly Field[];
  readonly head: readonly Field[];
  readonly details: readonly Field[];
  /** Undefined while the log is being read; the facts are then those in its row. */
  readonly content?: LogContent | undefined;
}

/** A value as sent. If it is very long, its start or the part around the match. */
export interface ShownValue {
  readonly text: string;
  /** The range that the rule matched. */
  readonly marked?: TextRange | undefined;
  /** The length of the whole value or, in a form of the match, of the whole match; set if a part is shown. */
  readonly length?: number | undefined;
}

export interface Field extends ShownValue {
  readonly name: string;
  /** The value to copy and to filter by, if it is not the text. */
  readonly value?: string | undefined;
  /** Text next to the value, such as its source. For an object, a list, or binary data, shown instead of the value. */
  readonly note?: string | Message | undefined;
  /** The list filter that can be set to the value. */
  readonly filter?: RowFilterField;
  /** True for a field that the rule matched. */
  readonly isMatched?: boolean;
  /** True for a request header that the service added and `raw_data` does not contain. */
  readonly isAdded?: boolean;
  /** Nested fields, and true if they are initially visible. */
  readonly fields?: readonly Field[];
  readonly isOpen?: boolean;
}

/** The fields of a part of the request, such as its query. */
export interface PayloadPart {
  readonly title: Message;
  readonly fields: readonly Field[];
}

/** A log without the facts about it: plain data that the page renders. All text is untrusted and as sent. */
export interface LogContent {
  /** The text that the rule matched; if there are several places, the one to show first. */
  readonly match?: ShownMatch | undefined;
  /** Why there is no match. */
  readonly noMatch?: Message | undefined;
  /** `detected_value`, if the match does not show it. */
  readonly detectedValue?: ShownValue | undefined;
  /** `basestr`. */
  readonly description: ShownValue;
  readonly payload: readonly PayloadPart[];
  /** True if the request has more fields than the payload contains. */
  readonly isPayloadCut: boolean;
  readonly request: ShownHead;
  readonly response: ShownHead;
  /** Fields that are not part of the interface. */
  readonly other: readonly Field[];
  /** The raw data around the match. */
  readonly raw: {
    readonly text: string;
    /** The offset of the text, and the length of all raw data. */
    readonly start: number;
    readonly length: number;
    /** The ranges of the text that the rule matched, without overlaps, and the index of the one to show first. */
    readonly marked: readonly TextRange[];
    readonly main: number;
  };
}

export interface ShownMatch {
  /** The location, for example `JSON body ▸ coupon`. */
  readonly place: Message;
  /** The other locations, or the first ones of many. */
  readonly others: readonly Message[];
  /** The match in its context: as sent, then the decoded forms that look different, in decoding order. */
  readonly forms: readonly (ShownValue & { readonly layers: readonly string[] })[];
}

/** One side of the exchange: its first line unless the raw data begins with it, and its headers. */
export interface ShownHead {
  readonly firstLine: ShownValue;
  readonly headers: readonly Field[];
  /** The number of all headers, and of those that the service added. */
  readonly total: number;
  readonly added: number;
}

/** Maximum lengths, in UTF-16 units, of a name and a value: a browser takes seconds to lay out longer ones. */
const NAME_LIMIT = 2_000;
export const VALUE_LIMIT = 8 * 1024;
/** Maximum number of values of one kind, and their maximum length in UTF-16 units. */
export const FIELDS_LIMIT = 3_000;
const FIELDS_LENGTH = 256 * 1024;

/** Limits the values of one kind in number and total length. */
export class Budget {
  #fields = FIELDS_LIMIT;
  #units = FIELDS_LENGTH;

  fits(name: string, value: string): boolean {
    this.#fields--;
    this.#units -= Math.min(name.length, NAME_LIMIT) + Math.min(value.length, VALUE_LIMIT);
    return this.#fields >= 0 && this.#units >= 0;
  }
}

/**
 * Returns a value or, of a long one, its start or the part around the match.
 * @param sought the matched text, whose first occurrence is marked, ignoring case
 */
export function shownValue(value: string, sought = ''): ShownValue {
  const [marked] = sought === '' ? [] : findAll(foldCase(value), foldCase(sought), 1);
  const start = !marked || marked.end <= VALUE_LIMIT ? 0 : startNear(value, marked.start);
  const text = cutText(value.slice(start), VALUE_LIMIT);
  return {
    text,
    ...(text.length < value.length && { length: value.length }),
    ...(marked && { marked: within(marked, start, text.length) }),
  };
}

/** Like `shownValue`, with a name. */
export function fieldOf(name: string, value: string, sought?: string): Omit<Field, 'fields'> {
  return { name: cutText(name, NAME_LIMIT), ...shownValue(value, sought) };
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

/** Number of UTF-16 units on either side of a match in its context, and of the match itself. */
const AROUND_MATCH = 40;
const LONGEST_MATCH = 400;

/** Returns a match in its line. Where the line continues, the text begins or ends with `…`. */
export function excerptOf(text: string, { start, end }: TextRange): ShownValue {
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
