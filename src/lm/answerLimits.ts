/** Size limits for answers to a language model. */
import { cutToCodePoints } from '../text/strings.ts';
import { toolJson } from './toolText.ts';

/** Maximum length, in UTF-16 units, of an answer's JSON. */
export const LONGEST_ANSWER = 100_000;
/** Maximum number of rows or domains in an answer. */
export const MOST_ITEMS = 20;
/** Maximum number of days of counts in an answer. The service provides fewer days than this. */
export const MOST_DAYS = 130;
/** Maximum length, in code points, of any string except raw data. */
const LONGEST_TEXT = 1000;
/** Maximum length, in UTF-16 units, of raw data in one answer. */
export const RAW_DATA_PAGE = 12_000;
/** Maximum number of headers in an answer for a request or a response. */
export const MOST_HEADERS = 60;
/** Number of attempts to shorten an answer; each allows half the length of the previous one. */
const TRIES = 8;

/** Maximum total length, in UTF-16 units, of all strings and names in one value. */
const MOST_UNITS = 200_000;
/** Maximum length, in UTF-16 units, of one string in a value. */
const LONGEST_VALUE = 8_000;
const LONGEST_NAME = 100;
/** Maximum number of elements in an array or members in an object. */
const MOST_MEMBERS = 60;
const DEEPEST = 4;

/**
 * Returns the most complete answer whose JSON is at most `LONGEST_ANSWER` units long.
 * @param make returns an answer with the given fraction of the full content, which is above 0 and at most 1
 * @throws Error if even the shortest answer is too long
 */
export function withinLimit<Answer>(make: (share: number) => Answer): Answer {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = make(2 ** -tries);
    if (toolJson(answer).length <= LONGEST_ANSWER) return answer;
  }
  throw new Error('The answer is too long.');
}

/** Returns text from the service, truncated if it is too long. */
export function shortened(text: string, share = 1): string {
  return cutToCodePoints(text, Math.ceil(LONGEST_TEXT * share));
}

/** Returns a value in which strings that are too long are truncated. */
export function shortenedAll(value: unknown, share = 1): unknown {
  if (typeof value === 'string') return shortened(value, share);
  if (Array.isArray(value)) return value.map((element) => shortenedAll(element, share));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shortenedAll(member, share)]),
  );
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
