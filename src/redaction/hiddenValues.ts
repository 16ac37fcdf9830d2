/**
 * Finds the values in a request that a report does not need. Names and structure, ordinary values (`ordinary.ts`), and
 * the matched text are shown. Everything else, recognized or not, is hidden and replaced with its kind and length.
 */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { boundaryOf } from '../http/fields/separated.ts';
import { headerValue, type RawRequest } from '../http/rawHttp.ts';
import { headerKind, hiddenInName, isOrdinary, isOrdinarySegment, words } from './ordinary.ts';
import { firstAfter, type HiddenRange, JSON_STRING } from './segments.ts';

const AUTHORIZATION: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'www-authenticate',
]);
export function isAuthorization(header: string): boolean {
  return AUTHORIZATION.has(header.trim().toLowerCase());
}

const SCHEME = /^[A-Za-z][\w-]{0,20}\s{1,10}(?=\S)/;
/** Maximum number of UTF-16 units of a header's value to show. */
const LONGEST_HEADER = 512;

/**
 * Returns the ranges of the text that are always shown, in ascending order and disjoint, given its fields and the
 * matches in it.
 */
export type ChooseShown = (
  fields: readonly Field[],
  text: string,
  matches: readonly TextRange[],
) => readonly TextRange[];

const allMatches: ChooseShown = (_fields, _text, matches) => matches;

/**
 * Returns the values in a request (`raw_data`, section 2.2) to hide, in ascending order and disjoint. Linear in the
 * length of the text. Text that is not a request is treated as a body.
 * @param matches ranges to show, in ascending order and disjoint
 * @param read the request, if it has already been read
 */
export function hiddenInRequest(
  rawData: string,
  matches: readonly TextRange[],
  choose: ChooseShown = allMatches,
  read: ReadRequest = readFields(rawData),
): readonly HiddenRange[] {
  if (/^HTTP\/\d[^\r\n]{0,100}$/.test(rawData)) return [];
  return new RequestReader(rawData, read).read(matches, choose);
}

/** Returns the ranges to hide in a target, which is a path with its query or a URL. */
export function hiddenInTarget(
  target: string,
  shown: readonly TextRange[],
  choose: ChooseShown = allMatches,
): readonly HiddenRange[] {
  if (target.trim() === '') return [];
  if (/[\r\n]/.test(target)) return outside(wholeOf(target), shown, '', target);
  return hiddenInPart('GET ', target, ' HTTP/1.1', shown, choose);
}

/** Returns the ranges to hide in a part of a request, given the text before and after it. */
function hiddenInPart(
  before: string,
  part: string,
  after: string,
  shown: readonly TextRange[],
  choose: ChooseShown,
): readonly HiddenRange[] {
  const moved = <Range extends TextRange>(range: Range, by: number): Range => ({
    ...range,
    start: range.start + by,
    end: range.end + by,
  });
  const inRequest = shown.map((range) => moved(range, before.length));
  return hiddenInRequest(before + part + after, inRequest, choose).map((each) => moved(each, -before.length));
}

/** Returns the ranges to hide in a header's value. */
export function hiddenInHeader(
  name: string,
  value: string,
  shown: readonly TextRange[],
  choose: ChooseShown = allMatches,
): readonly HiddenRange[] {
  const kind = headerKind(name);
  if (kind === 'address' && value.length <= LONGEST_HEADER) return hiddenInTarget(value, shown, choose);
  if (kind === 'shown' && value.length <= LONGEST_HEADER) return [];
  const known = name.trim().toLowerCase();
  const isCookie = known === 'cookie' || known === 'set-cookie';
  const start = isAuthorization(name) ? (SCHEME.exec(value)?.[0].length ?? 0) : 0;
  if (!isCookie || /[\r\n]/.test(value)) return outside({ start, end: value.length }, shown, name, value);
  return hiddenInPart('GET / HTTP/1.1\r\nCookie: ', value, '', shown, choose);
}

/** Returns the ranges to hide in the value of a field. */
export function hiddenInValue(
  name: string,
  value: string,
  shown: readonly TextRange[],
): readonly HiddenRange[] {
  return isOrdinary(name, value) ? [] : outside(wholeOf(value), shown, name, value);
}

/** Maximum number of UTF-16 units of a match to show. */
export const LONGEST_MATCH = 2_000;

/** Returns the range to hide at the end of a long match. */
export function hiddenInMatch(text: string): readonly HiddenRange[] {
  return text.length <= LONGEST_MATCH ? [] : [hidden({ start: LONGEST_MATCH, end: text.length })];
}

function wholeOf(text: string): TextRange {
  return { start: 0, end: text.length };
}

function hidden({ start, end }: TextRange, kind?: string): HiddenRange {
  return { start, end, kind };
}

/** Returns the parts of a range to hide: those that are outside the shown ranges and not clearly ordinary. */
function outside(
  range: TextRange,
  shown: readonly TextRange[],
  name: string,
  text: string,
  kind?: string,
): HiddenRange[] {
  const cut = without(range, shown);
  const isWhole = cut[0]?.start === range.start && cut[0].end === range.end;
  if (isWhole) return [hidden(range, kind)];
  return cut
    .filter(({ start, end }) => !isOrdinary(name, text.slice(start, end).trim()))
    .map((each) => hidden(each));
}

/**
 * Returns the parts of a range that are not in any of the `covered` ranges, which must be in ascending order and
 * disjoint.
 */
export function without(range: TextRange, covered: readonly TextRange[]): readonly TextRange[] {
  let at = firstAfter(covered, range.start);
  const rest: TextRange[] = [];
  let { start } = range;
  for (let each = covered[at]; each && each.start < range.end; each = covered[++at]) {
    if (each.start > start) rest.push({ start, end: each.start });
    start = Math.max(start, each.end);
  }
  if (start < range.end) rest.push({ start, end: range.end });
  return rest;
}

/** A range of the request that is a name or value, or part of one. */
interface Piece extends TextRange {
  readonly isShown: boolean;
  /** The value's name; empty for a piece of a name or of a header's value. */
  readonly name: string;
  /** The value's kind if it is hidden as a whole; undefined for text. */
  readonly kind?: string | undefined;
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
/** Number of UTF-16 units of text between names and values that is always shown. */
const SHORTEST_BETWEEN = 2;
const BETWEEN_WORDS = /^[ \t]{1,4}$/;

class RequestReader {
  readonly #raw: string;
  readonly #request: RawRequest;
  /** The words, in lowercase, that are shown between names and values. */
  readonly #known = new Set(GRAMMAR);
  /** The ranges to hide in each name. */
  readonly #names = new Map<string, readonly TextRange[]>();
  /** The range of the user information in the target, if any. */
  readonly #user: TextRange | undefined;

  readonly #fields: readonly Field[];

  constructor(raw: string, { request, fields }: ReadRequest) {
    this.#raw = raw;
    this.#request = request;
    this.#fields = fields.filter(({ isInside }) => !isInside);
    const { targetStart, targetEnd } = this.#request;
    const user = /^[a-z][a-z\d+.-]{0,20}:\/\/([^/?#]{0,2000})@/di.exec(raw.slice(targetStart, targetEnd));
    const range = user?.indices?.[1];
    this.#user = range && { start: targetStart + range[0], end: targetStart + range[1] };
  }

  read(matches: readonly TextRange[], choose: ChooseShown): readonly HiddenRange[] {
    const fields = this.#fields;
    const shown = choose(fields, this.#raw, matches);
    const pieces = this.#pieces(fields);
    const { headers, bodyOffset, version } = this.#request;
    if (version) this.#know(version);
    const boundary = boundaryOf(headerValue(headers, 'content-type'), this.#raw.slice(bodyOffset));
    this.#know(`--${boundary}-- --${boundary}`);
    const found: HiddenRange[] = [];
    const documents = fields.filter(({ kind }) => kind === 'graphql').map(({ place }) => place);
    let end = 0;
    for (const piece of pieces) {
      this.#between({ start: end, end: piece.start }, documents, shown, found);
      const start = Math.max(end, piece.start);
      end = Math.max(end, piece.end);
      if (!piece.isShown) found.push(...outside({ start, end }, shown, piece.name, this.#raw, piece.kind));
    }
    this.#between({ start: end, end: this.#raw.length }, documents, shown, found);
    return found;
  }

  /** Returns the names and values of the fields, in text order. */
  #pieces(fields: readonly Field[]): readonly Piece[] {
    const pieces: Piece[] = [];
    for (const field of fields) {
      const { namePlace, kind, place, path, name } = field;
      if (namePlace)
        pieces.push(
          ...this.#partly(namePlace, this.#inName(this.#raw.slice(namePlace.start, namePlace.end))),
        );
      for (const each of path) this.#inName(each);
      if (kind === 'object' || kind === 'list' || kind === 'graphql') continue;
      const inHeader = this.#inHeader(field);
      if (inHeader) pieces.push(...this.#partly(place, inHeader));
      else pieces.push({ ...place, name, isShown: this.#isShown(field), kind: kindOf(field, this.#raw) });
    }
    return pieces.sort((one, other) => one.start - other.start);
  }

  /**
   * Returns the ranges to hide in a name. If there are none, the words in the name are also shown when they occur
   * between names and values.
   */
  #inName(name: string): readonly TextRange[] {
    const judged = this.#names.get(name);
    if (judged) return judged;
    const hiddenIn = hiddenInName(name);
    this.#names.set(name, hiddenIn);
    if (hiddenIn.length === 0) this.#know(name);
    return hiddenIn;
  }

  /** Shows the words in a text when they occur between names and values. */
  #know(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(WORD)) this.#known.add(word);
  }

  /**
   * Returns the ranges to hide in the value of a header that describes the client or the content, or undefined for
   * other fields.
   */
  #inHeader({ part, path, place }: Field): readonly HiddenRange[] | undefined {
    const [name = '', ...deeper] = path;
    if (part !== 'header' || deeper.length > 0) return undefined;
    const value = this.#raw.slice(place.start, place.end);
    return headerKind(name) || isAuthorization(name) ? hiddenInHeader(name, value, []) : undefined;
  }

  /** Splits a range into its hidden and visible parts. */
  #partly({ start, end }: TextRange, hiddenIn: readonly TextRange[]): readonly Piece[] {
    const moved = hiddenIn.map((each) => ({ start: start + each.start, end: start + each.end }));
    const visible = without({ start, end }, moved);
    return [
      ...moved.map((each) => ({ ...each, name: '', isShown: false })),
      ...visible.map((each) => ({ ...each, name: '', isShown: true })),
    ];
  }

  #isShown({ part, name, value, kind, path }: Field): boolean {
    if (kind === 'binary' || kind === 'file') return false;
    if (part === 'path') return name === '' ? isOrdinarySegment(value) : isOrdinary(name, value);
    if (part === 'multipart' && path[1] === 'filename') return isOrdinarySegment(value);
    if ((part === 'query' || part === 'form') && name === '') return /^[\p{L}_.-]{1,24}$/u.test(value);
    return isOrdinary(part === 'cookie' ? part : name, value);
  }

  /** Adds the words between two pieces that are not part of a name or of a format's syntax. */
  #between(
    range: TextRange,
    documents: readonly TextRange[],
    shown: readonly TextRange[],
    found: HiddenRange[],
  ): void {
    if (range.end - range.start <= SHORTEST_BETWEEN) return;
    const text = this.#raw.slice(range.start, range.end);
    let last: TextRange | undefined;
    const flush = () => {
      if (last) found.push(...outside(last, shown, '', this.#raw));
      last = undefined;
    };
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const [start, end] = [range.start + index, range.start + index + word.length];
      const isPunctuation = /[%\\]/.test(word);
      const isUser = this.#user && start >= this.#user.start && start < this.#user.end;
      const isMethodOrHost = start < this.#request.targetEnd && !isUser;
      const isChunkSize = /^[\da-f]{1,6}$/i.test(word) && this.#isLine(start, end);
      const isSelection =
        /^\$?[A-Za-z_]\w{0,40}$/.test(word) && without({ start, end }, documents).length === 0;
      if (
        isPunctuation ||
        word.length <= SHORTEST_BETWEEN ||
        isMethodOrHost ||
        isChunkSize ||
        isSelection ||
        this.#known.has(word.toLowerCase())
      )
        continue;
      if (last && BETWEEN_WORDS.test(this.#raw.slice(last.end, start))) last = { start: last.start, end };
      else {
        flush();
        last = { start, end };
      }
    }
    flush();
  }

  #isLine(start: number, end: number): boolean {
    return (
      start >= this.#request.bodyOffset &&
      /[\r\n]/.test(this.#raw.charAt(start - 1)) &&
      /^$|[\r\n;]/.test(this.#raw.charAt(end))
    );
  }
}

/** Returns the kind of a value that is hidden as a whole, or undefined for text. */
function kindOf({ part, kind, format, value, place }: Field, raw: string): string | undefined {
  if (kind === 'binary') return format ?? 'binary data';
  if (kind === 'file' || kind === 'number') return kind;
  const media = /^data:([a-z]{1,20}\/[\w.+-]{1,20})[;,]/i.exec(value)?.[1];
  return media ?? (part === 'json' && raw[place.start - 1] === '"' ? JSON_STRING : undefined);
}
