/** Size limits for answers to a language model. */
import { cutText, cutToCodePoints } from '../text/strings.ts';
import { toolJson } from './toolText.ts';

/** Maximum length, in UTF-16 units, of the JSON of an answer's items; with notes, an answer has at most 100,000. */
export const LONGEST_ANSWER = 95_000;
/** Maximum number of rows or domains in an answer. */
export const MOST_ITEMS = 20;
/** Maximum number of days of counts in an answer. The service provides fewer days than this. */
export const MOST_DAYS = 130;
/** Maximum length, in code points, of any string except raw data. */
const LONGEST_TEXT = 1000;
/** Maximum length, in UTF-16 units, of raw data in one answer. */
const RAW_DATA_PAGE = 12_000;
/** Maximum number of headers in an answer for a request or a response. */
export const MOST_HEADERS = 60;
/** Maximum length, in UTF-16 units, of the indentation of an item or a header in an answer's JSON. */
const INDENTATION = 100;

/** Maximum total length, in UTF-16 units, of all strings and names in one value. */
const MOST_UNITS = 200_000;
/** Maximum length, in UTF-16 units, of one string in a value. */
const LONGEST_VALUE = 8_000;
const LONGEST_NAME = 100;
/** Maximum number of elements in an array or members in an object. */
const MOST_MEMBERS = 60;
const DEEPEST = 4;

/** Returns as many of the first items as fit into `longest` UTF-16 units of JSON, and at least `least`. */
export function fitting<Item>(items: readonly Item[], longest: number, least = 1): readonly Item[] {
  let length = 0;
  const end = items.findIndex((item, index) => {
    length += toolJson(item).length + INDENTATION;
    return index >= least && length > longest;
  });
  return end < 0 ? items : items.slice(0, end);
}

/** Returns text from the service, truncated if it is too long. */
export function shortened(text: string): string {
  return cutWhereEscaped(text, LONGEST_TEXT, cutToCodePoints);
}

/** Returns the raw data of one answer, starting at `offset`. */
export function rawDataPage(rawData: string, offset: number): string {
  return cutWhereEscaped(rawData.slice(offset), RAW_DATA_PAGE, cutText);
}

/** Cuts a text to `longest`, or to a sixth of that if its invisible characters, escaped, would more than double it. */
function cutWhereEscaped(text: string, longest: number, cut: typeof cutText): string {
  const start = cut(text, longest);
  return toolJson(start).length <= 2 * longest ? start : cut(text, Math.floor(longest / 6));
}

/** Returns a value in which strings that are too long are truncated. */
export function shortenedAll(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.map(shortenedAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortenedAll(member)]));
}

/**
 * Returns a copy of a JSON value in which `…` replaces strings that are too long and members that are too numerous or
 * nested too deeply.
 */
export function boundedValue<Value>(value: Value): Value {
  return new Bounds().cut(value, 0) as Value;
}

class Bounds {
  #left = MOST_UNITS;

  cut(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, LONGEST_VALUE);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === DEEPEST) return '…';
    if (Array.isArray(value)) {
      const elements = value.slice(0, MOST_MEMBERS).map((element) => this.cut(element, depth + 1));
      return value.length > MOST_MEMBERS ? [...elements, '…'] : elements;
    }
    const members: [string, unknown][] = [];
    for (const name in value) {
      if (members.length === MOST_MEMBERS) {
        members.push(['…', '…']);
        break;
      }
      const member = (value as Readonly<Record<string, unknown>>)[name];
      members.push([this.#text(name, LONGEST_NAME), this.cut(member, depth + 1)]);
    }
    return Object.fromEntries(members);
  }

  #text(text: string, longest: number): string {
    const length = Math.min(longest, this.#left);
    this.#left -= Math.min(text.length, length);
    return text.length <= length ? text : `${wholeWords(text.slice(0, length))}…`;
  }
}

/** Removes the last word, which was truncated, because a truncated secret might not be recognized. */
function wholeWords(start: string): string {
  let end = start.length;
  while (end > 0 && !/\s/.test(start.charAt(end - 1))) end--;
  return start.slice(0, end);
}
