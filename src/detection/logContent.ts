/** Creates the content of a log's view. Runs in a thread for large logs. */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { ReadField } from '../http/fields/field.ts';
import { readFields } from '../http/fields/readFields.ts';
import { type DecodedStage, decodedStages, findMatch } from '../http/findMatch.ts';
import { describeMatching, isFound, isNamed, type RuleMatch } from '../http/match.ts';
import { addedHeaders, parseRawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, LogRow, MessageHead, OtherFields } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { segments } from '../text/visible.ts';
import { excerptOf } from './excerpt.ts';
import { filterOf } from './facts.ts';
import {
  FIELDS_LIMIT,
  type Field,
  type LogContent,
  MATCHES_LIMIT,
  RAW_DATA_LIMIT,
  VALUE_LIMIT,
  type ViewedHead,
  type ViewedMatch,
} from './logView.ts';
import { payloadOf } from './payload.ts';
import { Budget, field, NEAR } from './viewedField.ts';

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
