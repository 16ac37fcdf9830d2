/**
 * Finds the values in a request that a report does not need. Names and structure, ordinary values (`ordinary.ts`), and
 * the attack are shown. Everything else, recognized or not, is hidden.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { boundaryOf } from '../http/fields/separated.ts';
import { headerValue } from '../http/rawHttp.ts';
import { ascending, mergeSpans } from '../text/spans.ts';
import { attackRanges, isAuthorization } from './attack.ts';
import { namedValues } from './attackValues.ts';
import {
  headerKind,
  hiddenInClient,
  hiddenInName,
  isOrdinary,
  isOrdinarySegment,
  words,
} from './ordinary.ts';
import { type HiddenRange, JSON_STRING, without } from './segments.ts';

/** The result of reading a text: ranges in ascending order and disjoint. */
export interface ReadText {
  readonly hidden: readonly HiddenRange[];
  /** The parts of the match that contain the attack. */
  readonly attacks: readonly TextRange[];
  /** The values under names whose values the user allows to be shown. */
  readonly allowed: readonly TextRange[];
}

const SCHEME = /^[A-Za-z][\w-]{0,20}\s{1,10}(?=\S)/;
/** Maximum number of UTF-16 units of a header's value, and of a match, to show. */
const LONGEST_HEADER = 512;
export const LONGEST_MATCH = 2_000;

/** Reads texts. `matches` are the matched ranges of a text, in ascending order and disjoint. */
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
  request(rawData: string, matches: readonly TextRange[], read = readFields(rawData)): ReadText {
    if (/^HTTP\/\d[^\r\n]{0,100}$/.test(rawData)) return { hidden: [], attacks: [], allowed: [] };
    return new RequestReader(this, rawData, matches, read).read();
  }

  /** Reads a target, which is a path with its query or a URL. */
  target(target: string, matches: readonly TextRange[]): ReadText {
    if (/^\s*$|[\r\n]/.test(target)) return this.value('', target, matches);
    return this.part('GET ', target, ' HTTP/1.1', matches);
  }

  /** Reads a header's value. */
  header(name: string, value: string, matches: readonly TextRange[]): ReadText {
    const read = /^\s*set-cookie\s*$/i.test(name) ? 'Cookie' : name.trim();
    return this.part(`GET / HTTP/1.1\r\n${read}: `, value.replace(/[\r\n]/g, ' '), '', matches);
  }

  /** Reads the value of a field. */
  value(name: string, value: string, matches: readonly TextRange[]): ReadText {
    const range = { start: 0, end: value.length };
    const isAllowed = this.isAllowed(name);
    const hidden = isAllowed || isOrdinary(name, value) ? [] : outside(range, matches, name, value);
    return { hidden, attacks: matches, allowed: isAllowed ? [range] : [] };
  }

  /** Reads a part of a request, given the text before and after it. */
  part(before: string, part: string, after: string, matches: readonly TextRange[]): ReadText {
    const moved = matches.map((range) => shifted(range, before.length));
    const read = this.request(before + part + after, moved);
    return within(read, { start: before.length, end: before.length + part.length });
  }
}

/** Returns the part of a text that was read, with offsets relative to its start. */
export function within({ hidden, attacks, allowed }: ReadText, { start, end }: TextRange): ReadText {
  const inside = <Range extends TextRange>(ranges: readonly Range[]): readonly Range[] =>
    ranges
      .map((range) => ({ ...range, start: Math.max(range.start, start), end: Math.min(range.end, end) }))
      .filter((range) => range.start < range.end)
      .map((range) => shifted(range, -start));
  return { hidden: inside(hidden), attacks: inside(attacks), allowed: inside(allowed) };
}

function shifted<Range extends TextRange>(range: Range, by: number): Range {
  return { ...range, start: range.start + by, end: range.end + by };
}

/** Returns the parts of a range to hide: those that are outside the shown ranges and not clearly ordinary. */
function outside(
  range: TextRange,
  shown: readonly TextRange[],
  name: string,
  text: string,
  kind?: string,
): readonly HiddenRange[] {
  const { start, end } = range;
  const parts = without(range, shown);
  if (parts[0]?.start === start && parts[0].end === end) return [{ start, end, kind }];
  return parts.filter((part) => !isOrdinary(name, text.slice(part.start, part.end).trim()));
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

/** A range of the request that is a name or value, with its hidden parts. */
interface Piece extends TextRange {
  readonly hidden: readonly HiddenRange[];
}

class RequestReader {
  readonly #raw: string;
  readonly #request: ReadRequest['request'];
  readonly #fields: readonly Field[];
  readonly #attacks: readonly TextRange[];
  readonly #reader: ValueReader;
  readonly #allowed: TextRange[] = [];
  /** The words, in lowercase, that are shown between names and values. */
  readonly #known = new Set(GRAMMAR);
  /** The ranges to hide in each name. */
  readonly #hiddenNames = new Map<string, readonly TextRange[]>();

  constructor(
    reader: ValueReader,
    raw: string,
    matches: readonly TextRange[],
    { request, fields }: ReadRequest,
  ) {
    this.#reader = reader;
    this.#raw = raw;
    this.#request = request;
    this.#fields = fields.filter(({ isInside }) => !isInside);
    this.#attacks = attackRanges(this.#fields, raw, matches);
  }

  read(): ReadText {
    const { headers, bodyOffset, version = '' } = this.#request;
    const pieces = this.#pieces();
    const boundary = boundaryOf(headerValue(headers, 'content-type'), this.#raw.slice(bodyOffset));
    this.#know(`${version} --${boundary}-- --${boundary}`);
    const documents = this.#fields.filter(({ kind }) => kind === 'graphql').map(({ place }) => place);
    const hidden: HiddenRange[] = [];
    let end = 0;
    for (const piece of pieces) {
      this.#between({ start: end, end: piece.start }, documents, hidden);
      for (const each of piece.hidden)
        if (each.end > end) hidden.push(each.start >= end ? each : { ...each, start: end });
      end = Math.max(end, piece.end);
    }
    this.#between({ start: end, end: this.#raw.length }, documents, hidden);
    return { hidden, attacks: this.#attacks, allowed: this.#allowed };
  }

  /** Returns the names and values of the fields, in text order. */
  #pieces(): readonly Piece[] {
    const pieces: Piece[] = [];
    for (const field of this.#fields) {
      const { namePlace, kind, place, path } = field;
      for (const each of path) if (!INDEX.test(each)) this.#inName(each);
      if (namePlace) pieces.push({ ...namePlace, hidden: this.#hiddenInName(namePlace, field.name) });
      if (kind !== 'object' && kind !== 'list' && kind !== 'graphql')
        pieces.push({ ...place, hidden: this.#hiddenInValue(field) });
    }
    const { targetStart, targetEnd } = this.#request;
    const user = /^[a-z][a-z\d+.-]{0,20}:\/\/([^/?#]{0,2000})@/di.exec(
      this.#raw.slice(targetStart, targetEnd),
    );
    const [start, end] = user?.indices?.[1] ?? [0, 0];
    if (end > 0) {
      const range = shifted({ start, end }, targetStart);
      pieces.push({ ...range, hidden: outside(range, this.#attacks, '', this.#raw) });
    }
    return ascending(pieces);
  }

  /** Returns the ranges to hide in a name, which is judged decoded and, if it is encoded, hidden as a whole. */
  #hiddenInName(place: TextRange, name: string): readonly HiddenRange[] {
    const sent = this.#raw.slice(place.start, place.end);
    const inside = this.#inName(sent);
    if (inside.length === 0 || (sent !== name && this.#inName(name).length === 0)) return [];
    return inside.flatMap((range) => without(shifted(range, place.start), this.#attacks));
  }

  /**
   * Returns the ranges to hide in a name. If there are none, the words in the name are also shown when they occur
   * between names and values.
   */
  #inName(name: string): readonly TextRange[] {
    const judged = this.#hiddenNames.get(name);
    if (judged) return judged;
    const hidden = hiddenInName(name);
    this.#hiddenNames.set(name, hidden);
    if (hidden.length === 0) this.#know(name);
    return hidden;
  }

  /** Shows the words in a text when they occur between names and values. */
  #know(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(WORD)) this.#known.add(word);
  }

  #hiddenInValue(field: Field): readonly HiddenRange[] {
    const { place, name, part, path } = field;
    if (this.#reader.isAllowed(name)) {
      this.#allowed.push(place);
      return [];
    }
    if (part === 'header' && path.length === 1) return this.#hiddenInHeader(name, place);
    if (isShown(field, this.#raw)) return [];
    const isFileName = part === 'multipart' && path[1] === 'filename';
    const extension = isFileName ? (EXTENSION.exec(field.value)?.[0].length ?? 0) : 0;
    const range = { start: place.start, end: place.end - extension };
    return outside(range, this.#attacks, name, this.#raw, kindOf(field, this.#raw));
  }

  #hiddenInHeader(name: string, place: TextRange): readonly HiddenRange[] {
    const value = this.#raw.slice(place.start, place.end);
    const kind = value.length > LONGEST_HEADER ? undefined : headerKind(name);
    const start = isAuthorization(name) ? (SCHEME.exec(value)?.[0].length ?? 0) : 0;
    const isShown = start === 0 && isOrdinary(name, value);
    const all = { start, end: value.length };
    const usual =
      kind === 'address'
        ? this.#reader.target(value, []).hidden
        : kind === 'shown' && /^user-agent$/i.test(name)
          ? mergeSpans([...namedValues(value), ...hiddenInClient(value)])
          : kind === 'shown' || isShown
            ? []
            : [all];
    return usual.flatMap((range) => outside(shifted(range, place.start), this.#attacks, name, this.#raw));
  }

  /** Adds the words between two pieces that are not part of a name or of a format's syntax. */
  #between(range: TextRange, documents: readonly TextRange[], hidden: HiddenRange[]): void {
    const text = this.#raw.slice(range.start, range.end);
    if (!LONG_WORD.test(text)) return;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const place = { start: range.start + index, end: range.start + index + word.length };
      const isSelection = /^\$?[A-Za-z_]\w{0,40}$/.test(word) && without(place, documents).length === 0;
      const isSyntax = word.length < 3 || /[%\\]/.test(word) || this.#known.has(word.toLowerCase());
      if (place.start >= this.#request.targetEnd && !isSyntax && !isSelection)
        hidden.push(...outside(place, this.#attacks, '', this.#raw));
    }
  }
}

/** The extension of a file name; a longer one could be a last name. */
const EXTENSION = /\.[a-z\d]{1,5}$/i;

/** The start of a path after which a segment names a person, unless it is a plain word such as `login`. */
const BEFORE_PERSON = /[/](?:users?|members?|accounts?|profiles?|people|customers?|patients?|u)[/]$/i;

function isShown({ part, name, value, kind, path, place }: Field, raw: string): boolean {
  if (kind === 'binary' || kind === 'file') return false;
  if (part === 'path' && name === '') {
    const isPerson = BEFORE_PERSON.test(raw.slice(Math.max(0, place.start - 12), place.start));
    return isOrdinarySegment(value) && !(isPerson && /[\d._-]/.test(value));
  }
  if (part === 'path') return isOrdinary(name, value);
  if ((part === 'query' || part === 'form') && name === '') return /^[\p{L}_.-]{1,24}$/u.test(value);
  return isOrdinary(part === 'cookie' ? part : path.filter((each) => !INDEX.test(each)).join('.'), value);
}

/** Returns the kind of a value that is hidden as a whole, or undefined for text. */
function kindOf({ part, kind, format, value, place }: Field, raw: string): string | undefined {
  if (kind === 'binary') return format ?? 'binary data';
  if (kind === 'file' || kind === 'number') return kind;
  const media = /^data:([a-z]{1,20}\/[\w.+-]{1,20})[;,]/i.exec(value)?.[1];
  return media ?? (part === 'json' && raw[place.start - 1] === '"' ? JSON_STRING : undefined);
}
