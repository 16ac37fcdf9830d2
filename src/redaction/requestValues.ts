/**
 * Finds the values in a request that a report does not need. Names and structure, ordinary values (`ordinary.ts`), and
 * the attack in matched text (`matchedText.ts`) are shown. Everything else, recognized or not, is hidden.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { boundaryOf } from '../http/fields/separated.ts';
import { headerValue, hostOf } from '../http/rawHttp.ts';
import { ascending, matchSpans, mergeSpans } from '../text/spans.ts';
import { fullyDecoded } from './levels.ts';
import { hiddenInMatch, hiddenInMessage } from './matchedText.ts';
import { isBareName, isGenerated, isIdentifier, isRouteSegment } from './names.ts';
import { headerKind, hiddenInClient, isOrdinary, isSecretName, words } from './ordinary.ts';
import { type HiddenRange, JSON_STRING, overlapping, shifted, without } from './segments.ts';
import { isOfAttacks } from './vocabulary.ts';

/** The text of a request that a rule matched, in ascending order and disjoint. */
type Matches = readonly TextRange[];

/** Maximum number of UTF-16 units of a header's value to show. */
const LONGEST_HEADER = 512;

/**
 * Finds the ranges of a text to hide, in ascending order and disjoint. The values under the names whose values the user
 * allows to be shown are among them, as shown.
 */
export class ValueReader {
  /** The lowercase names whose values the user allows to be shown. */
  readonly #names: ReadonlySet<string>;

  constructor(shownNames: readonly string[] = []) {
    this.#names = new Set(shownNames.map((name) => name.trim().toLowerCase()));
  }

  isAllowed(name: string): boolean {
    return this.#names.size > 0 && this.#names.has(name.trim().toLowerCase());
  }

  /**
   * Reads a request (`raw_data`, section 2.2). Linear in the length of the text. Text that is not a request is treated
   * as a body.
   * @param read the request, if it has already been read
   */
  request(rawData: string, matches: Matches, read = readFields(rawData)): readonly HiddenRange[] {
    if (/^HTTP\/\d[^\r\n]{0,100}$/.test(rawData)) return [];
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
    const read = this.request(before + part + after, moved);
    return within(read, { start: before.length, end: before.length + part.length });
  }
}

/** Returns the parts of the ranges that are in another range, with offsets relative to its start. */
export function within(ranges: readonly HiddenRange[], range: TextRange): readonly HiddenRange[] {
  return overlapping(ranges, range).map((each) => shifted(each, -range.start));
}

/** Returns the parts of a value to hide: all that is not clearly ordinary and, in matched text, not the attack. */
function hiddenIn(
  text: string,
  range: TextRange,
  matches: Matches,
  name: string,
  isSecret = isSecretName(name),
): readonly HiddenRange[] {
  const matched = overlapping(matches, range);
  if (matched.length === 0) return [range];
  const partOf = ({ start, end }: TextRange) => text.slice(start, end);
  const others = without(range, matched).filter((part) => !isOrdinary(name, partOf(part).trim()));
  const inMatches = matched.flatMap((part) =>
    hiddenInMatch(partOf(part), name, isSecret).map((each) => shifted(each, part.start)),
  );
  const isHidden = ({ start, end }: TextRange) =>
    inMatches.some((each) => each.start === start && each.end === end);
  return matched.every(isHidden) ? [range] : ascending([...others, ...inMatches]);
}

/** Words between names and values that belong to the syntax of a format. */
const GRAMMAR = words(`
  cookie form-data name filename content-disposition content-type content-transfer-encoding content-length base64 binary 8bit 7bit
  quoted-printable application octet-stream image audio video text plain html png jpeg jpg gif webp pdf json xml multipart mixed
  charset utf-8 version encoding standalone yes no 1.0 1.1 query mutation subscription fragment on
`);
/** A word between names and values, or an encoded punctuation mark. */
const WORD =
  /%(?:0[9ad]|2[\da-f]|3[a-f]|40|5[b-f]|60|7[b-e])|\\u00(?:2[\da-f]|3[a-f]|5[b-f]|7[b-e])|[^\s"'`<>{}[\]()=&;:,/?!|\\%@]+/gi;
/** Text without a longer word needs no search. */
const LONG_WORD = /[^\s"'`<>{}[\]()=&;:,/?!|]{3}/;
/** The index of an element of a list. */
const INDEX = /^\d{1,6}$/;
/** The user of a URL. */
const USER = /(?<=^[a-z][a-z\d+.-]{0,20}:\/\/)[^/?#]{0,2000}(?=@)/i;
const SCHEME = /^[A-Za-z][\w-]{0,20}\s{1,10}(?=\S)/;
const CREDENTIALS = /^\s*(?:(?:proxy-)?authorization|www-authenticate)\s*$/i;
const URL_START = /^\s*(?:[a-z][a-z\d+.-]{0,20}:\/)?\//i;
/** The start of a URL up to its host, and the host. */
const ORIGIN = /^([a-z][a-z\d+.-]{0,20}:\/\/(?:[^/?#]{0,500}@)?)([^/?#@]{0,500})/i;
const PARAMETER = /(?<=;)[^;]{1,512}/g;
const LISTED = /[^\s,]{1,512}/g;
const ADDRESS = /^(?=.{0,60}[.:])[[\]\d.:a-f]{2,60}$/i;
/** The extension of a file name; a longer one could be a last name. */
const EXTENSION = /\.[a-z\d]{1,5}$/i;
/** The start of a path after which a segment names a person, unless it is a known word such as `login`. */
const BEFORE_PERSON = /[/](?:users?|members?|accounts?|profiles?|people|customers?|patients?|u)[/]$/i;

class RequestReader {
  readonly #reader: ValueReader;
  readonly #raw: string;
  readonly #matches: Matches;
  readonly #request: ReadRequest['request'];
  readonly #fields: readonly Field[];
  readonly #hidden: HiddenRange[] = [];
  /** The protected host. */
  readonly #host: string;
  /** The words, in lowercase, that are shown between names and values. */
  readonly #known = new Set(GRAMMAR);
  /** The names that were judged, with true for identifiers. */
  readonly #names = new Map<string, boolean>();

  constructor(reader: ValueReader, raw: string, matches: Matches, { request, fields }: ReadRequest) {
    this.#reader = reader;
    this.#raw = raw;
    this.#matches = matches;
    this.#request = request;
    this.#host = hostOf(request);
    this.#fields = fields.filter(({ isInside }) => !isInside);
  }

  read(): readonly HiddenRange[] {
    const { headers, bodyOffset, targetStart, targetEnd, version = '' } = this.#request;
    const boundary = boundaryOf(headerValue(headers, 'content-type'), this.#raw.slice(bodyOffset));
    this.#know(isGenerated(boundary) ? `${version} --${boundary}-- --${boundary}` : version);
    const places: TextRange[] = [];
    const documents: TextRange[] = [];
    for (const field of this.#fields) {
      const { namePlace, kind, place, path } = field;
      for (const each of path) if (!INDEX.test(each)) this.#isName(each);
      if (namePlace) {
        places.push(namePlace);
        this.#readName(namePlace);
      }
      if (kind === 'graphql') documents.push(place);
      else if (kind !== 'object' && kind !== 'list') {
        places.push(place);
        this.#readValue(field);
      }
    }
    const { 0: user = '', index = 0 } = USER.exec(this.#raw.slice(targetStart, targetEnd)) ?? {};
    if (user !== '') {
      const place = { start: targetStart + index, end: targetStart + index + user.length };
      places.push(place);
      this.#hide(place, '', false);
    }
    let end = 0;
    for (const place of ascending(places)) {
      this.#between(end, place.start, documents);
      end = Math.max(end, place.end);
    }
    this.#between(end, this.#raw.length, documents);
    return mergeSpans(this.#hidden);
  }

  #hide(range: HiddenRange, name: string, isSecret?: boolean): void {
    if (this.#matches.length === 0) this.#hidden.push(range);
    else this.#hidden.push(...hiddenIn(this.#raw, range, this.#matches, name, isSecret));
  }

  /** Hides a name that is a value. */
  #readName(place: TextRange): void {
    const sent = this.#raw.slice(place.start, place.end);
    if (!this.#isName(sent)) this.#hide(place, '');
  }

  /** Returns true for an identifier. The words in it are also shown when they occur between names and values. */
  #isName(name: string): boolean {
    const judged = this.#names.get(name);
    if (judged !== undefined) return judged;
    const decoded = fullyDecoded(name);
    const isName = isIdentifier(decoded);
    this.#names.set(name, isName);
    if (isName) this.#know(name);
    return isName;
  }

  /** Shows the words in a text when they occur between names and values. */
  #know(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(WORD)) this.#known.add(word);
  }

  #readValue(field: Field): void {
    const { place, name, part, path } = field;
    if (this.#reader.isAllowed(name)) this.#hidden.push({ ...place, isShown: true });
    else if (part === 'header' && path.length === 1) this.#readHeader(name, place);
    else if (!isShown(field, this.#raw)) {
      const isFileName = part === 'multipart' && path[1] === 'filename';
      const extension = isFileName ? (EXTENSION.exec(field.value)?.[0].length ?? 0) : 0;
      const range = { start: place.start, end: place.end - extension, kind: kindOf(field, this.#raw) };
      this.#hide(range, name, part === 'cookie' || undefined);
    }
  }

  #readHeader(name: string, place: TextRange): void {
    const value = this.#raw.slice(place.start, place.end);
    for (const range of this.#hiddenInHeader(name, value)) this.#hide(shifted(range, place.start), name);
  }

  #hiddenInHeader(name: string, value: string): readonly TextRange[] {
    const all = { start: 0, end: value.length };
    if (CREDENTIALS.test(name)) return [{ ...all, start: SCHEME.exec(value)?.[0].length ?? 0 }];
    if (isOrdinary(name, value) || (value !== '' && value === this.#host)) return [];
    const kind = value.length > LONGEST_HEADER ? undefined : headerKind(name);
    if (kind === 'description') return [];
    if (kind === 'client') return mergeSpans([...hiddenInMessage(value), ...hiddenInClient(value)]);
    if (kind === 'media type') return matchSpans(value, PARAMETER, (part) => !isOfMediaType(part));
    if (kind === 'addresses') return matchSpans(value, LISTED, (part) => !ADDRESS.test(part));
    if (kind === undefined || !URL_START.test(value)) return [all];
    const [origin = '', before = '', host = ''] = ORIGIN.exec(value) ?? [];
    const isForeign = host !== '' && host.toLowerCase() !== this.#host.toLowerCase();
    const foreign = isForeign ? [{ start: before.length, end: origin.length }] : [];
    return mergeSpans([...this.#reader.target(value, []), ...foreign]);
  }

  /** Hides the words between two names or values that are not part of a name or of a format's syntax. */
  #between(from: number, to: number, documents: readonly TextRange[]): void {
    const text = to - from < 3 ? '' : this.#raw.slice(from, to);
    if (!LONG_WORD.test(text)) return;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const place = { start: from + index, end: from + index + word.length };
      const isSelection =
        /^\$?[A-Za-z_]\w{0,40}$/.test(word) && isIdentifier(word) && without(place, documents).length === 0;
      const isSyntax = word.length < 3 || /[%\\]/.test(word) || this.#known.has(word.toLowerCase());
      if (place.start >= this.#request.targetEnd && !isSyntax && !isSelection) this.#hide(place, '');
    }
  }
}

function isShown({ part, name, value, kind, path, place }: Field, raw: string): boolean {
  if (kind === 'binary' || kind === 'file') return false;
  if (part === 'path' && name === '') {
    const isPerson = BEFORE_PERSON.test(raw.slice(Math.max(0, place.start - 12), place.start));
    return isRouteSegment(value) && (!isPerson || isOfAttacks(value));
  }
  if (part === 'path') return isOrdinary(name, value);
  // A word after `=`, or alone in a body, is a value.
  if ((part === 'query' || part === 'form') && name === '')
    return /[?&]/.test(raw[place.start - 1] ?? '') && isBareName(value);
  return isOrdinary(part === 'cookie' ? part : nameOf(path), value);
}

/** Returns the names in a path without the indexes of list elements. */
function nameOf(path: readonly string[]): string {
  let name = '';
  for (const each of path) if (!INDEX.test(each)) name += name === '' ? each : `.${each}`;
  return name;
}

/** Returns the kind of a value that is hidden as a whole, or undefined for text. */
function kindOf({ part, kind, format, value, place }: Field, raw: string): string | undefined {
  if (kind === 'binary') return format ?? 'binary data';
  if (kind === 'file' || kind === 'number') return kind;
  const media = /^data:([a-z]{1,20}\/[\w.+-]{1,20})[;,]/i.exec(value)?.[1];
  return media ?? (part === 'json' && raw[place.start - 1] === '"' ? JSON_STRING : undefined);
}

/** Returns true for a character set and a boundary without unknown words. */
function isOfMediaType(parameter: string): boolean {
  const [, name = '', value = ''] = /^\s*(charset|boundary)="?([^"]{0,200})"?\s*$/i.exec(parameter) ?? [];
  return /^c/i.test(name) ? /^[\w-]{1,15}$/.test(value) : name !== '' && isGenerated(value);
}
