/** Creates the content of a log's view. Runs in a thread for large logs. */

import type { TextRange } from '../http/decode/mappedText.ts';
import { type DecodedStage, decodedStages } from '../http/decodedMatch.ts';
import type { FieldPart, ReadField } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { findMatch } from '../http/findMatch.ts';
import { describeMatching, isFound, isNamed, type RuleMatch } from '../http/match.ts';
import { addedHeaders, parseRawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, LogRow, MessageHead, OtherFields } from '../service/model.ts';
import { type Message, message, pluralMessage } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { segments } from '../text/visible.ts';
import { excerptOf } from './excerpt.ts';
import { filterOf } from './facts.ts';
import {
  CONTENT_LIMIT,
  FIELDS_LIMIT,
  type Field,
  type LogContent,
  MATCHES_LIMIT,
  type PayloadPart,
  RAW_DATA_LIMIT,
  VALUE_LIMIT,
  type ViewedHead,
  type ViewedMatch,
} from './logView.ts';

export interface LogToView {
  readonly log: DetectionLog;
  readonly row: Pick<LogRow, 'detectedValue' | 'other'> | undefined;
}

/** Finds the match and returns the content. `decompressedLimit` is passed to `readFields`. */
export function logContent(given: LogToView, decompressedLimit?: number): LogContent {
  const { log, row } = given;
  const { rawData, description } = log;
  const read = readFields(rawData, decompressedLimit);
  const found = findMatch({ rawData, description, detectedValue: row?.detectedValue }, read);
  const { matching } = found;
  if (!isFound(matching)) {
    const named = isNamed(matching) ? new Map([[matching.field, true as const]]) : new Map();
    const content = contentOf(given, [], describeMatching(matching));
    return { ...content, ...payloadOf(read, named) };
  }
  const first = Math.max(0, matching.main - MATCHES_LIMIT + 1);
  const shown = matching.matches.slice(first, first + MATCHES_LIMIT);
  const stages = shown.map((match) => decodedStages(found, match, matching.value));
  const content = contentOf(given, matching.matches, undefined, matching.main);
  const matches = shown.map((match, at) => viewedMatch(rawData, match, stages[at] ?? [], content.raw));
  const ranges = new Map<number, TextRange | true>();
  for (const [at, match] of shown.entries()) {
    const field = match.field === undefined ? undefined : read.fields[match.field];
    if (match.field === undefined || !field || ranges.has(match.field)) continue;
    ranges.set(match.field, rangeInField(rawData, match, field, stages[at] ?? []) ?? true);
  }
  const main = matching.matches[matching.main]?.field;
  const texts = matches.flatMap(({ sent, decoded }) => [sent, ...decoded.map(({ excerpt }) => excerpt)]);
  const isShown = texts.some((text) => text.match === row?.detectedValue);
  const { detectedValue: _, ...rest } = content;
  return {
    ...(isShown ? rest : content),
    matches,
    main: matching.main - first,
    ...payloadOf(read, ranges, main),
  };
}

/**
 * Returns the content without its payload.
 * @param noMatch why there is no match
 */
export function contentOf(
  { log, row }: LogToView,
  matches: readonly RuleMatch[],
  noMatch: Message | undefined,
  main = 0,
): LogContent {
  const { rawData, request, response, description, other } = log;
  const raw = rawAround(rawData, matches[main]);
  const inText = ({ start, end }: TextRange) =>
    start >= raw.start && end <= raw.start + raw.text.length
      ? [{ start: start - raw.start, end: end - raw.start }]
      : [];
  return {
    ...{ matches: [], main: 0, payload: [], isPayloadCut: false, description },
    ...(noMatch && { noMatch }),
    ...(row?.detectedValue && { detectedValue: cutText(row.detectedValue, VALUE_LIMIT) }),
    request: headOf(request, requestFields(log, matches.slice(0, MATCHES_LIMIT)), rawData),
    response: headOf(
      response,
      response.headers.map(([name, value]) => field(name, value)),
    ),
    other: [...otherFields(other), ...otherFields(row?.other ?? {})].slice(0, FIELDS_LIMIT),
    raw: { ...raw, length: rawData.length, matched: matches.flatMap(inText) },
  };
}

function viewedMatch(
  rawData: string,
  match: RuleMatch,
  stages: readonly DecodedStage[],
  { start, matched }: LogContent['raw'],
): ViewedMatch {
  const decoded: ViewedMatch['decoded'][number][] = [];
  let before = rawData.slice(match.start, match.end);
  for (const { text, range, layers } of stages) {
    const form = text.slice(range.start, range.end);
    if (form !== before) decoded.push({ layers, excerpt: excerptOf(text, range) });
    before = form;
  }
  const at = matched.findIndex((range) => range.start + start === match.start);
  return {
    ...{ place: match.place, sent: excerptOf(rawData, match), decoded },
    ...(at >= 0 && { matched: at }),
  };
}

/** Returns the range of a match in a field's decoded value, by its position or else by one of its decoded forms. */
function rangeInField(
  rawData: string,
  { start, end }: TextRange,
  { place, value }: ReadField,
  stages: readonly DecodedStage[],
): TextRange | undefined {
  if (start < place.start || end > place.end) return undefined;
  if (rawData.slice(place.start, place.end) === value)
    return { start: start - place.start, end: end - place.start };
  const forms = stages.map(({ text, range }) => text.slice(range.start, range.end));
  for (const form of [rawData.slice(start, end), ...forms].toReversed()) {
    const at = form === '' ? -1 : value.indexOf(form);
    if (at >= 0) return { start: at, end: at + form.length };
  }
  return undefined;
}

const PARTS: Partial<Record<FieldPart, Message>> = {
  query: message('Query parameters'),
  cookie: message('Cookies'),
  form: message('Form'),
  multipart: message('Parts of the body'),
  json: message('JSON body'),
  xml: message('XML body'),
  body: message('Body'),
};

/** Maximum number of fields for which all nested fields are initially visible. */
const FEW = 12;

/** A field to which nested fields are added. */
interface Node extends Field {
  fields?: Field[];
  isOpen?: boolean;
}

/** A part of the request, and the fields that contain its next one, outermost first. */
interface OpenPart {
  readonly fields: Field[];
  readonly around: { readonly node: Node; readonly depth: number }[];
}

/**
 * Returns the fields of the request by part, with nested fields inside the field that contains them. The part with the
 * match is first, and cookies are last.
 * @param matched the range of each matched field
 * @param main the index of the field with the main match
 */
function payloadOf(
  { fields, more }: ReadRequest,
  matched: ReadonlyMap<number, TextRange | true>,
  main = [...matched.keys()][0],
): Pick<LogContent, 'payload' | 'isPayloadCut'> {
  const parts = new Map<FieldPart, OpenPart>();
  const areAllOpen = fields.length <= FEW;
  const budget = new Budget();
  let isCut = more;
  for (const [index, each] of fields.entries()) {
    const { part, kind, path } = each;
    if (!(part in PARTS) || (part === 'body' && kind !== 'binary')) continue;
    // An object or list that is the whole body is represented by its part's heading.
    if (path.length === 0 && (kind === 'object' || kind === 'list')) continue;
    const fits = budget.fits(each);
    isCut ||= !fits;
    if (!fits && index !== main) continue;
    const range = matched.get(index);
    const name = fits ? path.at(-1) : path.join(' ▸ ');
    const node: Node = {
      ...field(name ?? '', each.value, range === true ? undefined : range),
      ...(range === true && { matched: true }),
      ...noteOf(each),
    };
    const inPart = parts.get(part) ?? { fields: [], around: [] };
    const depth = fits ? Math.max(1, path.length) : 0;
    const around = inPart.around.filter((outer) => outer.depth < depth);
    const outer = around.at(-1)?.node;
    if (outer) outer.fields ??= [];
    (outer?.fields ?? inPart.fields).push(node);
    if (range || areAllOpen) for (const each of around) each.node.isOpen = true;
    parts.set(part, { ...inPart, around: [...around, { node, depth }] });
  }
  const first = main === undefined ? undefined : fields[main]?.part;
  const rank = (part: FieldPart) => (part === first ? 0 : part === 'cookie' ? 2 : 1);
  const payload = [...parts]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([part, { fields }]): PayloadPart => ({ title: PARTS[part] ?? message('Body'), fields }));
  return { payload, isPayloadCut: isCut };
}

function noteOf({ kind, format, place }: ReadField): Pick<Field, 'note' | 'value'> | undefined {
  if (kind === 'list') return { value: '', note: '[…]' };
  if (kind === 'object') return { value: '', note: '{…}' };
  if (kind !== 'binary') return undefined;
  const length = pluralMessage(place.end - place.start, { one: '{0} character', other: '{0} characters' });
  return { value: '', note: message('{0}, {1}', format ?? message('Binary data'), length) };
}

/** Limits the fields of a table in number and total length. */
class Budget {
  #fields = FIELDS_LIMIT;
  #units = CONTENT_LIMIT;

  fits({ name, value }: { readonly name: string; readonly value: string }): boolean {
    this.#fields--;
    this.#units -= name.length + Math.min(value.length, VALUE_LIMIT);
    return this.#fields >= 0 && this.#units >= 0;
  }
}

/** Returns the request headers; marks those that the service added and those with a match. */
function requestFields(log: DetectionLog, matches: readonly TextRange[]): Field[] {
  const added = new Set(addedHeaders(log));
  const { headers } = log.request;
  const inHeaders = matches.length > 0 ? matchedHeaders(log, matches) : new Map();
  return headers.map(([name, value], index) => {
    const range = inHeaders.get(index);
    const filter = added.has(name) ? filterOf(name, value) : undefined;
    return {
      ...field(name, value, range === true ? undefined : range),
      ...(range === true && { matched: true as const }),
      ...(added.has(name) && { added: true }),
      ...(filter && { filter }),
    };
  });
}

/** Returns the headers with a match by index, with its range in the value if known. */
function matchedHeaders({ rawData, request }: DetectionLog, matches: readonly TextRange[]) {
  const raw = parseRawRequest(rawData).headers;
  const found = new Map<number, TextRange | true>();
  for (const { start, end } of matches) {
    const at = raw.find((each) => each.start <= start && end <= each.end);
    if (!at) continue;
    const isNamed = ([name]: readonly [string, string]) =>
      name.toLowerCase() === at.name.trim().toLowerCase();
    const same = request.headers.findIndex((each) => isNamed(each) && each[1].trim() === at.value);
    const index = same < 0 ? request.headers.findIndex(isNamed) : same;
    if (index < 0 || found.has(index)) continue;
    const value = request.headers[index]?.[1] ?? '';
    const offset = at.valueStart - (value.length - value.trimStart().length);
    const isThere =
      start >= at.valueStart && rawData.slice(start, end) === value.slice(start - offset, end - offset);
    found.set(index, isThere ? { start: start - offset, end: end - offset } : true);
  }
  return found;
}

function headOf(
  { firstLine = '', headers }: MessageHead,
  fields: readonly Field[],
  rawData?: string,
): ViewedHead {
  const budget = new Budget();
  return {
    firstLine: rawData?.startsWith(firstLine) ? '' : cutText(firstLine, VALUE_LIMIT),
    headers: fields.filter((each) => budget.fits(each) || each.matched),
    total: headers.length,
    added: fields.filter((each) => each.added).length,
  };
}

function otherFields(other: OtherFields): Field[] {
  return Object.entries(other).map(([name, value]) =>
    field(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
  );
}

/** Number of characters that are shown before a match in a part of a long text. */
const NEAR = 200;

/** Returns a field whose value is the start of a very long one or, if the range is not in it, the part around it. */
function field(
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

/**
 * Maximum number of invisible characters in the raw data. Each is rendered separately, which takes a browser about a
 * hundred times as long as plain text.
 */
const INVISIBLE_LIMIT = 16 * 1024;

/** Returns the start of the raw data or, if the range is not in it, the part around the range. */
function rawAround(rawData: string, range: TextRange | undefined): { start: number; text: string } {
  const at = (start: number) => ({
    start,
    text: cutInvisible(cutText(rawData.slice(start), RAW_DATA_LIMIT)),
  });
  const first = at(0);
  if (!range || range.end <= first.text.length) return first;
  const last = rawData.length - RAW_DATA_LIMIT;
  const middle = at(lineAfter(rawData, Math.min(range.start - RAW_DATA_LIMIT / 2, last)));
  const isIn = range.end <= middle.start + middle.text.length;
  return isIn ? middle : at(lineAfter(rawData, range.start - NEAR));
}

/** Returns the start of the next line if it is close. Never splits a surrogate pair. */
function lineAfter(text: string, offset: number): number {
  const from = Math.max(0, offset);
  if (from === 0) return 0;
  const end = text.slice(from, from + NEAR).indexOf('\n');
  if (end >= 0) return from + end + 1;
  return /^[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from;
}

/** Returns the text up to the point where it contains too many invisible characters. */
function cutInvisible(text: string): string {
  let offset = 0;
  let invisible = 0;
  for (const segment of segments(text)) {
    if ('text' in segment) offset += segment.text.length;
    else if (invisible === INVISIBLE_LIMIT) return text.slice(0, offset);
    else {
      invisible += 1;
      offset += String.fromCodePoint(text.codePointAt(offset) ?? 0).length;
    }
  }
  return text;
}
