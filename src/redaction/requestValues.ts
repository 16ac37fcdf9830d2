/**
 * Finds the values in a request that a report does not need. Names and structure, ordinary values (`ordinary.ts`), and
 * the attack in matched text (`matchedText.ts`) are shown. Everything else, recognized or not, is hidden.
 */
import { fullyDecoded } from '../http/decode/levels.ts';
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { ascending, matchSpans, mergeSpans, overlapping, shifted, without } from '../text/spans.ts';
import { hiddenInMatch } from './matchedText.ts';
import { isIdentifier, isName, isRouteSegment } from './names.ts';
import { headerKind, isOrdinary } from './ordinary.ts';
import type { HiddenRange } from './segments.ts';
import { isOfAttacks } from './vocabulary.ts';

/** The text of a request that a rule matched, in ascending order and disjoint. */
type Matches = readonly TextRange[];

/** The first line of a response. */
const STATUS_LINE = /^HTTP\/\d[^\r\n]{0,100}$/;
/** Maximum number of UTF-16 units of a header's value to show. */
const LONGEST_HEADER = 512;

/**
 * Finds the ranges of a text to hide, in ascending order and disjoint. The values under the names whose values the user
 * allows to be shown are among them, as shown.
 */
export class ValueReader {
  /** The lowercase names whose values the user allows to be shown. */
  readonly #names: ReadonlySet<string>;
  /** The protected host. */
  readonly host: string;

  constructor(shownNames: readonly string[] = [], host = '') {
    this.#names = new Set(shownNames.map((name) => name.trim().toLowerCase()));
    this.host = host;
  }

  isAllowed(name: string): boolean {
    return this.#names.has(name.trim().toLowerCase());
  }

  /**
   * Reads a request (`raw_data`, section 2.2). Linear in the length of the text. Text that is not a request is treated
   * as a body.
   * @param read the request, if it has already been read
   */
  request(rawData: string, matches: Matches, read = readFields(rawData)): readonly HiddenRange[] {
    if (STATUS_LINE.test(rawData)) return hiddenInMatch(rawData);
    return new RequestReader(this, rawData, matches, read).read();
  }

  /** Reads a target, which is a path with its query or a URL. */
  target(target: string, matches: Matches): readonly HiddenRange[] {
    if (/^\s*$|[\r\n]/.test(target)) return this.value('', target, matches);
    return this.#part('GET ', target, ' HTTP/1.1', matches);
  }

  /** Reads a header's value. */
  header(name: string, value: string, matches: Matches): readonly HiddenRange[] {
    const read = /^\s*set-cookie\s*$/i.test(name) ? 'Cookie' : name.trim();
    return this.#part(`GET / HTTP/1.1\r\n${read}: `, value.replace(/[\r\n]/g, ' '), '', matches);
  }

  /** Reads the value of a field. */
  value(name: string, value: string, matches: Matches): readonly HiddenRange[] {
    const range = { start: 0, end: value.length };
    if (this.isAllowed(name)) return [{ ...range, isShown: true }];
    return isOrdinary(name, value) ? [] : hiddenIn(value, range, matches, name);
  }

  /** Reads a part of a request, given the text before and after it. */
  #part(before: string, part: string, after: string, matches: Matches): readonly HiddenRange[] {
    const moved = matches.map((range) => shifted(range, before.length));
    const range = { start: before.length, end: before.length + part.length };
    return overlapping(this.request(before + part + after, moved), range).map((each) =>
      shifted(each, -before.length),
    );
  }
}

/** Returns the parts of a value to hide: all that is not clearly ordinary and, in matched text, not the attack. */
function hiddenIn(text: string, range: HiddenRange, matches: Matches, name: string): readonly HiddenRange[] {
  const matched = overlapping(matches, range);
  if (matched.length === 0) return [range];
  const partOf = ({ start, end }: TextRange) => text.slice(start, end);
  const hidden = matched.flatMap((part) =>
    hiddenInMatch(partOf(part), name).map((each) => shifted(each, part.start)),
  );
  const others = without(range, matched).filter((part) => isOrdinary(name, partOf(part).trim()));
  return without(range, ascending([...others, ...matched.flatMap((part) => without(part, hidden))]));
}

/** A word of at least three characters between names and values, or an encoded punctuation mark. */
const WORD =
  /%(?:0[9ad]|2[\da-f]|3[a-f]|40|5[b-f]|60|7[b-e])|\\u00(?:2[\da-f]|3[a-f]|5[b-f]|7[b-e])|[^\s"'`<>{}[\]()=&;:,/?!|\\%@]{3,}/gi;
/** A name in a GraphQL document. */
const SELECTION = /^\$?[A-Za-z_]{1,40}$/;
/** A parameter of a media type other than the character set. */
const PARAMETER = /(?<=;)(?!\s*charset="?[\w-]{1,15}"?\s*(?:;|$))[^;]{1,512}/gi;
const ADDRESSES = /^[\s,[\]\d.:a-f]{2,500}$/i;
/** The extension of a file name; a longer one could be a last name. */
const EXTENSION = /\.[a-z\d]{1,5}$/i;
/** The start of a path after which a segment names a person, unless it is a known word such as `login`. */
const BEFORE_PERSON = /[/](?:users?|members?|accounts?|profiles?|people|customers?|patients?|u)[/]$/i;

class RequestReader {
  readonly #reader: ValueReader;
  readonly #raw: string;
  readonly #matches: Matches;
  readonly #read: ReadRequest;
  readonly #hidden: HiddenRange[] = [];
  /** The words, in lowercase, that are shown between names and values. */
  readonly #known = new Set<string>();
  /** The names that were judged, with true for those that are shown. */
  readonly #names = new Map<string, boolean>();

  constructor(reader: ValueReader, raw: string, matches: Matches, read: ReadRequest) {
    this.#reader = reader;
    this.#raw = raw;
    this.#matches = matches;
    this.#read = read;
  }

  read(): readonly HiddenRange[] {
    const { method = '', version = '' } = this.#read.request;
    this.#know(`${method} ${this.#reader.host} ${version}`);
    const places: TextRange[] = [];
    for (const field of this.#read.fields) {
      const { namePlace, kind, place, name, part, isInside } = field;
      if (isInside) continue;
      const isMatched = this.#matches.some(({ start, end }) => start < place.end && end > place.start);
      const isName = this.#isName(namePlace ? this.#text(namePlace) : name, part === 'header' || isMatched);
      if (namePlace) places.push(namePlace);
      if (namePlace && !isName) this.#hide(namePlace, '');
      if (kind === 'graphql')
        for (const [word] of this.#text(place).matchAll(WORD)) if (SELECTION.test(word)) this.#know(word);
      if (kind === 'object' || kind === 'list' || kind === 'graphql') continue;
      places.push(place);
      this.#readValue(field);
    }
    for (const gap of without({ start: 0, end: this.#raw.length }, mergeSpans(places))) this.#readGap(gap);
    return mergeSpans(this.#hidden);
  }

  #text({ start, end }: TextRange): string {
    return this.#raw.slice(start, end);
  }

  #hide(range: HiddenRange, name: string): void {
    this.#hidden.push(...hiddenIn(this.#raw, range, this.#matches, name));
  }

  /** Returns true for a name that is shown. The words in it are also shown when they occur between names and values. */
  #isName(sent: string, isTrusted: boolean): boolean {
    const judged = this.#names.get(sent);
    if (judged || (judged === false && !isTrusted)) return judged;
    const name = fullyDecoded(sent);
    const isShown = isTrusted ? isIdentifier(name) : isName(name);
    this.#names.set(sent, isShown);
    if (isShown) this.#know(sent);
    return isShown;
  }

  /** Shows the words in a text when they occur between names and values. */
  #know(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(WORD)) this.#known.add(word);
  }

  #readValue(field: Field): void {
    const { place, name, part, path, kind } = field;
    if (this.#reader.isAllowed(name)) this.#hidden.push({ ...place, isShown: true });
    else if (part === 'header' && path.length === 1)
      for (const each of this.#hiddenInHeader(name, this.#text(place)))
        this.#hide(shifted(each, place.start), name);
    else if (!isShown(field, this.#raw)) {
      const isFileName = part === 'multipart' && path[1] === 'filename';
      const extension = isFileName ? (EXTENSION.exec(field.value)?.[0].length ?? 0) : 0;
      const shownKind = kind === 'text' ? undefined : (field.format ?? kind);
      this.#hide({ start: place.start, end: place.end - extension, kind: shownKind }, name);
    }
  }

  #hiddenInHeader(name: string, value: string): readonly TextRange[] {
    const all = { start: 0, end: value.length };
    if (isOrdinary(name, value) || value === this.#reader.host) return [];
    const kind = value.length > LONGEST_HEADER ? undefined : headerKind(name);
    if (kind === 'description') return [];
    if (kind === 'client') return hiddenInMatch(value);
    if (kind === 'media type') return matchSpans(value, PARAMETER);
    return kind === 'addresses' && ADDRESSES.test(value) ? [] : [all];
  }

  /** Hides what follows the last field that was read, and the words between fields that are neither names nor syntax. */
  #readGap(gap: TextRange): void {
    const text = this.#text(gap);
    // Only for speed: most of them are punctuation.
    if (!/[^\s"'{}[\]<>:,=&]{3}/.test(text)) return;
    const isSyntax = (word: string) =>
      word.split(/[-.]/).every((part) => part.length < 3 || isOfAttacks(part));
    const isValue = (word: string) =>
      !/[%\\]/.test(word) && !this.#known.has(word.toLowerCase()) && !isSyntax(word);
    const isRest = this.#read.more && gap.end === this.#raw.length;
    const words = isRest ? [{ start: 0, end: text.length }] : matchSpans(text, WORD, isValue);
    for (const word of words) this.#hide(shifted(word, gap.start), '');
  }
}

function isShown({ part, name, value, kind, path, place }: Field, raw: string): boolean {
  if (kind === 'binary' || kind === 'file') return false;
  if (part === 'path' && name === '') {
    const isPerson = BEFORE_PERSON.test(raw.slice(Math.max(0, place.start - 12), place.start));
    return isRouteSegment(value) && (!isPerson || isOfAttacks(value));
  }
  // A word after `=`, or alone in a body, is a value.
  if ((part === 'query' || part === 'form') && name === '')
    return /[?&]/.test(raw[place.start - 1] ?? '') && isRouteSegment(value);
  return isOrdinary(part === 'cookie' ? part : path.join('.'), value);
}
