/**
 * Finds the part of a logged request that the rule matched. The service sends the matched text in `detected_value`
 * (list row) or in `basestr` (section 2.2). Nothing is guessed: if the text is not found, no location is reported.
 */

import { isTooLargeHere } from '../base/errors.ts';
import { type Message, message } from '../text/l10n.ts';
import { cutName, placeName } from '../text/strings.ts';
import { type DecodedRequest, decodeRequest } from './decode/decodeRequest.ts';
import type { TextRange } from './decode/offsetMap.ts';
import type { DecodedPart } from './decode/peel.ts';
import type { Field } from './fields/field.ts';
import { readFields } from './fields/readFields.ts';
import { findAll, foldCase } from './findAll.ts';
import { parseRawRequest, type RawRequest } from './rawHttp.ts';
import type { RuleMatch, RuleMatches } from './ruleMatch.ts';

export interface MatchedLog {
  readonly rawData: string;
  /** `basestr`. */
  readonly description: string;
  /** `detected_value`, if a list contained it. */
  readonly detectedValue?: string | undefined;
  /** True if the log might be redacted. Matches then never begin or end inside a placeholder. */
  readonly mayHavePlaceholders?: boolean | undefined;
}

/** A redaction placeholder in an exported log. */
const PLACEHOLDER = /‹redacted: [^‹›]{1,60}›/g;

/** Returns a string of the same length in which placeholders match nothing. */
export function withoutPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, ({ length }) => '\uffff'.repeat(length));
}

const MATCHES_LIMIT = 1000;
/** Maximum length, in UTF-16 units, of a value to search for. The search needs four bytes for each unit. */
export const VALUE_LIMIT = 8 * 1024 * 1024;
/** Maximum number of characters of the description to search for the name of a location. */
const DESCRIPTION_LIMIT = 10_000;

/**
 * Returns the locations of the matched text, or undefined if it is not found. Searches for the detected value, then the
 * description, then the text quoted in the description: each literally, then in decoded form, then case-folded. The
 * first text found is used. Literal text in the request is found even if decoding fails.
 * @throws TooLargeHere under the same conditions as `decodeRequest`
 */
export function findRuleMatches(
  { rawData, description, detectedValue = '', mayHavePlaceholders = false }: MatchedLog,
  decoded: () => DecodedRequest = () => decodeRequest(rawData),
): RuleMatches | undefined {
  const quoted = description.slice(description.indexOf('"') + 1, Math.max(0, description.lastIndexOf('"')));
  const sources = [
    ['detected value', detectedValue],
    ['description', description],
    ['text quoted in the description', quoted],
  ] as const;
  for (const [source, value] of sources) {
    const isRedacted = value.replace(PLACEHOLDER, '').trim() === '';
    const isSearched = mayHavePlaceholders && withoutPlaceholders(value) === value;
    const searched = isSearched ? withoutPlaceholders : (text: string) => text;
    const found = isRedacted ? [] : findValue(value, rawData, decoded, searched);
    if (found.length === 0) continue;
    const places = new Places(rawData, partsOf(decoded));
    const words = wordsAround(description, value);
    const matches = found.map((match) => {
      const { place, name, member = '' } = places.at(match);
      const isNamed = (each: string) => each.length <= DESCRIPTION_LIMIT && words.has(each.toLowerCase());
      return { ...match, place, named: isNamed(name) || isNamed(member) };
    });
    return { value, source, matches: matches.slice(0, MATCHES_LIMIT), more: matches.length > MATCHES_LIMIT };
  }
  return undefined;
}

type Found = Omit<RuleMatch, 'place' | 'named'>;

/** @param searched returns the text with everything that must not match replaced by text of the same length */
function findValue(
  value: string,
  rawData: string,
  decoded: () => DecodedRequest,
  searched: (text: string) => string,
): Found[] {
  if (value.length > VALUE_LIMIT) return [];
  const asSent = findAll(searched(rawData), value, MATCHES_LIMIT + 1);
  if (asSent.length > 0) return asSent.map((range) => ({ ...range, how: 'exact', layers: [] }));
  const { parts } = decoded();
  const inDecoded = findDecoded(value, 'decoded', parts, searched);
  if (inDecoded.length > 0) return inDecoded;
  const folded = foldCase(value);
  const foldedText = (text: string) => foldCase(searched(text));
  const inRaw = findAll(foldedText(rawData), folded, MATCHES_LIMIT + 1);
  return inRaw.length > 0
    ? inRaw.map((range) => ({ ...range, how: 'case-folded', layers: [] }))
    : findDecoded(folded, 'decoded and case-folded', parts, foldedText);
}

function partsOf(decoded: () => DecodedRequest): readonly DecodedPart[] {
  try {
    return decoded().parts;
  } catch (error) {
    if (isTooLargeHere(error)) throw error;
    return [];
  }
}

/** Searches the text at every stage of decoding, and returns each location once. */
function findDecoded(
  value: string,
  how: RuleMatch['how'],
  parts: readonly DecodedPart[],
  form: (text: string) => string,
): Found[] {
  const found = new Map<string, Found>();
  for (const stage of parts.flatMap(({ stages }) => stages.slice(1))) {
    for (const range of findAll(form(stage.text), value, MATCHES_LIMIT + 1 - found.size)) {
      const raw = stage.toRaw(range);
      const id = `${raw.start}-${raw.end}`;
      if (raw.end > raw.start && !found.has(id)) found.set(id, { ...raw, how, layers: stage.layers });
    }
  }
  return [...found.values()].sort((left, right) => left.start - right.start);
}

/** Returns the words of the description, in lowercase, except those in the quoted value. */
function wordsAround(description: string, value: string): ReadonlySet<string> {
  const [quoted = { start: 0, end: 0 }] = findAll(description, value, 1);
  const around = `${description.slice(0, quoted.start)} ${description.slice(quoted.end)}`;
  return new Set(
    around
      .slice(0, DESCRIPTION_LIMIT)
      .toLowerCase()
      .match(/[^\s"',;()]+/g) ?? [],
  );
}

/**
 * Maximum length, in UTF-16 units, of a JSON body to parse for member names, and maximum number of names in a path to
 * display.
 */
const LONGEST_JSON = 256 * 1024;
const MOST_NAMES = 8;

interface Place {
  readonly place: Message;
  /** The name in the location. */
  readonly name: string;
  /** The innermost JSON member in the location. */
  readonly member?: string;
}

/** Describes the locations of ranges in a request. */
class Places {
  readonly #request: RawRequest;
  readonly #parts: readonly (Place & TextRange)[];
  readonly #rawData: string;
  /** The strings of a JSON body, in order. */
  #strings: readonly Field[] | undefined;

  constructor(rawData: string, parts: readonly DecodedPart[]) {
    this.#request = parseRawRequest(rawData);
    this.#rawData = rawData;
    this.#parts = parts
      .flatMap(({ place, name, stages: [first] }) =>
        name === undefined || first === undefined ? [] : [{ place, name, ...first.toRaw() }],
      )
      .sort((left, right) => left.end - left.start - (right.end - right.start));
  }

  /** Returns the smallest part that contains a range. */
  at(range: TextRange): Place {
    const { method, target = '', targetStart, targetEnd, bodyOffset } = this.#request;
    const holds = ({ start, end }: TextRange) => start <= range.start && range.end <= end;
    const part = this.#parts.find(holds);
    const inBody = range.start >= bodyOffset ? this.#inBody(range, bodyOffset) : undefined;
    // A part for a decoded member does not name the enclosing members.
    if (part && part.name !== inBody?.member) return part;
    if (inBody?.member !== undefined) return inBody;
    const header = lastBefore(this.#request.headers, range.start, ({ start }) => start);
    if (header && holds(header))
      return { place: placeName(message('Header'), header.name), name: header.name.trim() };
    if (method === undefined) return { place: message('Raw data'), name: '' };
    if (range.end <= targetStart) return { place: message('Request method'), name: 'method' };
    const [path = ''] = target.split('?', 1);
    if (holds({ start: targetStart, end: targetStart + path.length }))
      return { place: message('Path'), name: 'path' };
    if (range.start < targetEnd) return { place: message('Request line'), name: 'line' };
    return inBody ?? { place: message('Raw data'), name: '' };
  }

  #inBody({ start, end }: TextRange, bodyOffset: number): Place {
    const place = message('Body');
    this.#strings ??= jsonStrings(this.#rawData.slice(0, bodyOffset + LONGEST_JSON));
    const found = lastBefore(this.#strings, start, (field) => field.place.start);
    const names = found && end <= found.place.end ? found.path.filter((name) => !/^\d+$/.test(name)) : [];
    if (names.length === 0) return { place, name: 'body' };
    const path = message('JSON member {0}', cutName(names.slice(-MOST_NAMES).map(cutName).join('.')));
    return { place: message('{0}, {1}', place, path), name: 'body', member: names.at(-1) ?? '' };
  }
}

/** Returns the quoted strings of a JSON body. */
function jsonStrings(rawData: string): readonly Field[] {
  return readFields(rawData).fields.filter(
    ({ part, kind, place }) => part === 'json' && kind === 'text' && rawData[place.start - 1] === '"',
  );
}

/** Returns the last value that starts at or before an offset. The values must be in ascending order. */
function lastBefore<T>(all: readonly T[], offset: number, startOf: (each: T) => number): T | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const each = all[middle];
    if (each !== undefined && startOf(each) <= offset) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}
