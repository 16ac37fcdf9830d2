/**
 * Finds the part of a logged request that the rule matched. The service sends the matched text in `detected_value`
 * (list row) or in `basestr` (section 2.2). Nothing is guessed: if the text is not found, no match is reported.
 */
import { isUtf8 } from 'node:buffer';
import { english, message } from '../text/l10n.ts';
import { findAll, foldCase, without } from '../text/spans.ts';
import { decoded } from './decode/codes.ts';
import { BODY, type DecodedValue, decodeValues, REQUEST_LINE } from './decode/decodeValues.ts';
import type { MappedText, TextRange } from './decode/mappedText.ts';
import { fieldFinder, fieldPath } from './fields/field.ts';
import { type ReadRequest, readFields } from './fields/readFields.ts';
import type { Matching, RuleMatch } from './match.ts';
import { Mentions } from './mentions.ts';

export interface MatchedLog {
  readonly rawData: string;
  /** `basestr`. */
  readonly description: string;
  /** `detected_value`, if a list contained it. */
  readonly detectedValue?: string | undefined;
}

const MATCHES_LIMIT = 1000;
/** Maximum length, in UTF-16 units, of a value to search for. The search needs four bytes for each unit. */
const VALUE_LIMIT = 8 * 1024 * 1024;
/** Maximum length, in UTF-16 units, of a value whose other notations are searched for. */
const NOTATION_LIMIT = 64 * 1024;

const NOT_ALL_DECODED = message('Not found, but parts of the request could not be decoded.');
const TOO_LONG = message("Not searched for, because it's too long.");

/** The match, and the decoded values of the request. */
export interface FoundMatch {
  readonly matching: Matching;
  readonly values: readonly DecodedValue[];
  /** The values in which matches that are not in the raw data were found. */
  readonly within: ReadonlyMap<RuleMatch, DecodedValue>;
}

/**
 * Returns all places of the matched text: as sent and decoded or, if there are none, ignoring case. Searches for the
 * detected value, then the description, then the text quoted in the description; each as written and then without the
 * escapes that a service might have added. The first text found is used.
 */
export function findMatch(log: MatchedLog, read: ReadRequest): FoundMatch {
  const { rawData, description, detectedValue = '' } = log;
  const quoted = description.slice(description.indexOf('"') + 1, Math.max(0, description.lastIndexOf('"')));
  const sources = [
    ['detected value', () => detectedValue],
    ['description', () => description],
    ['text quoted in the description', () => (new Mentions(description).isName(quoted) ? '' : quoted)],
  ] as const;
  const values = [...decodeValues(rawData, read)];
  const search = new Search(rawData, values, read);
  for (const [source, textOf] of sources) {
    const text = textOf();
    for (const value of notationsOf(text)) {
      const found = search.find(value);
      if (found.length === 0) continue;
      const matches = found.slice(0, MATCHES_LIMIT);
      const fields = matches.map(({ field }) => read.fields[field ?? -1]);
      const main = Math.max(0, new Mentions(withoutMatch(description, text)).best(fields));
      const more = found.length > MATCHES_LIMIT;
      return { matching: { value, source, matches, main, more }, values, within: search.within };
    }
  }
  const isWhole = !read.more && values.every(({ stopped }) => stopped === undefined);
  const matching =
    namedField(new Mentions(description), read) ??
    ((detectedValue || description).length > VALUE_LIMIT ? TOO_LONG : isWhole ? undefined : NOT_ALL_DECODED);
  return { matching, values, within: search.within };
}

/** Returns a description without the matched text. `replaceAll` takes quadratic time for some texts. */
function withoutMatch(description: string, text: string): string {
  const matches = findAll(description, text, Number.POSITIVE_INFINITY);
  const rest = without({ start: 0, end: description.length }, matches);
  return rest.map(({ start, end }) => description.slice(start, end)).join(' ');
}

/** Reads a request only for its match. `decompressedLimit` is passed to `readFields`. */
export function readMatch(log: MatchedLog, decompressedLimit?: number): Matching {
  return findMatch(log, readFields(log.rawData, decompressedLimit)).matching;
}

/** Returns the forms of a value to search for: as written, and without an ellipsis and escapes of the service. */
function notationsOf(value: string): readonly string[] {
  if (value.trim() === '' || value.length > VALUE_LIMIT) return [];
  if (value.length > NOTATION_LIMIT) return [value];
  const whole = value.replace(/(?:\.\.\.|…)$/, '') || value;
  const encodings = ['escapes', 'json', 'percent', 'form', 'entities'] as const;
  const notations = [value, whole, ...encodings.map((encoding) => decoded(encoding, whole))];
  const others = notations.flatMap((each) => [fromBytes(each), each.replace(/\r?\n/g, '\r\n'), each.trim()]);
  return [...new Set([...notations, ...others])];
}

/** Returns a text in which each character is a byte of UTF-8 as the text that these bytes are. */
function fromBytes(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** Searches the raw data of a request and every stage of decoding. */
class Search {
  readonly #rawData: string;
  readonly #values: readonly DecodedValue[];
  readonly #read: ReadRequest;
  /** Created for the first match, because many searches find none. */
  #fieldAt: ReturnType<typeof fieldFinder> | undefined;
  /** The values in which matches were found. */
  readonly within = new Map<RuleMatch, DecodedValue>();

  constructor(rawData: string, values: readonly DecodedValue[], read: ReadRequest) {
    this.#rawData = rawData;
    this.#values = values;
    this.#read = read;
  }

  /** Returns each place of a text once, in raw data order; ignores case if there is none otherwise. */
  find(text: string): RuleMatch[] {
    const found = this.#find(text, false);
    return found.length > 0 ? found : this.#find(foldCase(text), true);
  }

  #find(sought: string, isFolded: boolean): RuleMatch[] {
    const found: RuleMatch[] = [];
    const places = new Map<string, RuleMatch>();
    const sentHow = isFolded ? 'case-folded' : 'exact';
    const decodedHow = isFolded ? 'decoded and case-folded' : 'decoded';
    const rangesIn = (text: string) => findAll(isFolded ? foldCase(text) : text, sought, MATCHES_LIMIT + 1);
    const add = (range: TextRange, stage?: MappedText, value?: DecodedValue) => {
      const place = `${range.start}-${range.end}`;
      // Fields in the same Base64 or compressed data have the same place, which is also that of the data.
      const id = value?.isInside ? `${place} ${value.field}` : place;
      if (places.has(id) || found.length > MATCHES_LIMIT) return;
      const outer = places.get(place);
      if (outer && !this.within.get(outer)?.isInside) found.splice(found.indexOf(outer), 1);
      const layers = stage?.layers ?? [];
      const how = stage ? decodedHow : sentHow;
      const match: RuleMatch = { ...range, how, layers, ...this.#placeOf(range, value?.field) };
      found.push(match);
      places.set(place, match).set(id, match);
      if (value) this.within.set(match, value);
    };
    for (const range of rangesIn(this.#rawData)) add(range);
    for (const value of this.#values) {
      for (const stage of value.stages) {
        if (stage.isAsSent) continue;
        for (const range of rangesIn(stage.text)) add(stage.toRaw(range), stage, value);
      }
    }
    return found.sort((one, other) => one.start - other.start || other.end - one.end);
  }

  /**
   * Returns the location of a range: the smallest field that contains it or, if there is none, the line.
   * @param within the field in which the range was found, if it was found in a decoded value
   */
  #placeOf(range: TextRange, within: number | undefined): Pick<RuleMatch, 'place' | 'field'> {
    const { fields, request } = this.#read;
    this.#fieldAt ??= fieldFinder(fields);
    const isInside = within !== undefined && fields[within]?.isInside === true;
    const index = isInside ? within : (this.#fieldAt(range) ?? within);
    const field = index === undefined ? undefined : fields[index];
    if (field) return { place: field.part === 'path' ? PATH : fieldPath(field), field: index };
    const { method, target = '', targetStart, targetEnd, headers, bodyOffset } = request;
    const isXml = fields.some(({ part }) => part === 'xml');
    if (method === undefined || range.start >= bodyOffset)
      return { place: isXml ? fieldPath({ part: 'xml', path: [] }) : BODY };
    if (range.end <= targetStart) return { place: message('Request method') };
    const pathEnd = targetStart + (target.indexOf('?') + 1 || target.length + 1) - 1;
    if (range.start >= targetStart && range.end <= targetEnd)
      return { place: range.end <= pathEnd ? PATH : fieldPath({ part: 'query', path: [] }) };
    const header = headers.find(({ start, end }) => start <= range.start && range.end <= end);
    if (header) return { place: fieldPath({ part: 'header', path: [header.name] }) };
    return { place: range.end <= (headers[0]?.start ?? bodyOffset) ? REQUEST_LINE : RAW_DATA };
  }
}

/** Returns the field that the description says to be the place. */
function namedField(mentions: Mentions, { fields }: ReadRequest): Matching {
  const field = mentions.announced(fields);
  const named = fields[field];
  return named && { named: fieldPath(named), field, ...named.place };
}

const PATH = message('Path');
const RAW_DATA = message('Raw data');

/** A form of a value and the match in it. */
export interface DecodedStage {
  readonly text: string;
  readonly range: TextRange;
  /** The decoded layers, outermost first. */
  readonly layers: readonly string[];
}

/** The innermost form of a value and the match in it. */
export interface DecodedMatch extends DecodedStage {
  /** The location of the value, for example `Query parameter ▸ q`, in English. The names in it are untrusted text. */
  readonly place: string;
  /** The index of the field that contains the value. */
  readonly field: number | undefined;
  /** The range of the value in the raw data. */
  readonly raw: TextRange;
}

/** Maximum length, in UTF-16 units, of a value whose decoded form is returned. */
const LONGEST = 1024 * 1024;

/**
 * Returns the decoded forms of the value in which a match was found or, for a match in the raw data, of the smallest
 * value that contains it, outermost first.
 * @param text the matched text
 */
export function decodedStages(found: FoundMatch, match: RuleMatch, text: string): readonly DecodedStage[] {
  const stages = decodedValueOf(found, match)?.stages ?? [];
  return stages.flatMap((stage) => (stage.isAsSent ? [] : (stageOf(stage, match, text) ?? [])));
}

/** Returns the innermost form, or undefined if the value is not encoded or is too long. */
export function decodedMatch(found: FoundMatch, match: RuleMatch, text: string): DecodedMatch | undefined {
  const value = decodedValueOf(found, match);
  const last = value?.stages.at(-1);
  if (!value || !last || last.text.length > LONGEST) return undefined;
  const stage = stageOf(last, match, text);
  return stage && { ...stage, place: english(value.place), field: value.field, raw: value.stages[0].toRaw() };
}

function stageOf(stage: MappedText, match: TextRange, value: string): DecodedStage | undefined {
  const { text, layers } = stage;
  const inside = stage.fromRaw(match);
  if (inside === undefined) return undefined;
  // In Base64 and in compressed data, a character shares its place with others.
  const [exact] = findAll(foldCase(text.slice(inside.start, inside.end)), foldCase(value), 1);
  const range = exact && { start: inside.start + exact.start, end: inside.start + exact.end };
  return { text, layers, range: range ?? inside };
}

function decodedValueOf({ values, within }: FoundMatch, match: RuleMatch): DecodedValue | undefined {
  const known = within.get(match);
  if (known) return known;
  let smallest: { readonly value: DecodedValue; readonly length: number } | undefined;
  for (const value of values) {
    const { start, end } = value.stages[0].toRaw();
    const length = end - start;
    if (value.isInside || start > match.start || end < match.end || value.stages.at(-1)?.isAsSent) continue;
    if (smallest === undefined || length < smallest.length) smallest = { value, length };
  }
  return smallest?.value;
}
