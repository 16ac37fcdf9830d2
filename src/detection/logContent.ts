/** Creates the content of a log's view. Runs in a thread for large logs. */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { ReadField } from '../http/fields/field.ts';
import { readFields } from '../http/fields/readFields.ts';
import { decodedStages, type FoundMatch, findMatch } from '../http/findMatch.ts';
import { describeNoMatch, isFound, isNamed, type RuleMatch, type RuleMatches } from '../http/match.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow, MessageHead } from '../service/model.ts';
import { english, type Message } from '../text/l10n.ts';
import { cutText, truncate } from '../text/strings.ts';
import { segments } from '../text/visible.ts';
import {
  COPIED_LIMIT,
  type Field,
  type LogContent,
  RAW_DATA_LIMIT,
  type ShownHead,
  type ShownMatch,
  VALUE_LIMIT,
  type ValuePlace,
} from './logView.ts';
import { payloadOf } from './payload.ts';
import { Budget, excerptOf, FIELDS_LIMIT, fieldOf, startNear, within } from './shownText.ts';

export interface LogToView {
  readonly log: DetectionLog;
  readonly row: Pick<LogRow, 'detectedValue' | 'other'> | undefined;
}

/** The range of each matched field in its value, by index; true if the range is not known. */
type Marks = ReadonlyMap<number, TextRange | true>;

/** Maximum number of matches to mark in fields. */
const MOST_MARKED = 50;
/** Maximum number of other places to name. */
const MOST_PLACES = 5;

/** Finds the match and returns the content. `decompressedLimit` is passed to `readFields`. */
export function logContent(given: LogToView, decompressedLimit?: number): LogContent {
  const { log, row } = given;
  const { rawData, description } = log;
  const read = readFields(rawData, decompressedLimit);
  const found = findMatch({ rawData, description, detectedValue: row?.detectedValue }, read);
  const { matching } = found;
  if (!isFound(matching)) {
    const marks: Marks = new Map(isNamed(matching) ? [[matching.field, true]] : []);
    const noMatch = describeNoMatch(matching);
    return {
      ...contentOf(given, marks, read.fields),
      ...(noMatch && { noMatch }),
      ...payloadOf(read, marks, isNamed(matching) ? matching.field : undefined),
    };
  }
  const { matches, main } = matching;
  const marks = new Map<number, TextRange | true>();
  for (const match of [...matches.slice(main, main + 1), ...matches.slice(0, MOST_MARKED)]) {
    const field = read.fields[match.field ?? -1];
    if (match.field === undefined || !field || marks.has(match.field)) continue;
    marks.set(match.field, rangeInField(rawData, match, field, found, matching.value) ?? true);
  }
  const { detectedValue, ...content } = contentOf(given, marks, read.fields, matches, main);
  const match = shownMatch(rawData, found, matching);
  const isShown = match?.forms.some(
    ({ text, marked }) => text.slice(marked?.start, marked?.end) === row?.detectedValue,
  );
  return {
    ...content,
    ...(match && { match }),
    ...(detectedValue && !isShown && { detectedValue }),
    ...payloadOf(read, marks, matches[main]?.field),
  };
}

/** Returns the content of a log without its match and its payload, which could not be read. */
export function unreadContent(given: LogToView, noMatch: Message): LogContent {
  return { ...contentOf(given, new Map(), []), noMatch };
}

function contentOf(
  given: LogToView,
  marks: Marks,
  fields: readonly ReadField[],
  matches: readonly RuleMatch[] = [],
  main = 0,
): LogContent {
  const { log, row } = given;
  const { rawData, request, response, description } = log;
  return {
    ...{ payload: [], isPayloadCut: false, description: cutText(description, COPIED_LIMIT) },
    ...(row?.detectedValue && { detectedValue: cutText(row.detectedValue, COPIED_LIMIT) }),
    request: headOf(request, requestFields(log, marks, fields), rawData),
    response: headOf(
      response,
      response.headers.map(([name, value], at) => fieldOf(name, value, ['response', at])),
    ),
    other: otherValues(given)
      .slice(0, FIELDS_LIMIT)
      .map(([name, value], at) => fieldOf(name, value, ['other', at])),
    raw: rawAround(rawData, matches, main),
  };
}

function shownMatch(rawData: string, found: FoundMatch, { matches, main, value }: RuleMatches) {
  const match = matches[main];
  if (!match) return undefined;
  const forms: ShownMatch['forms'][number][] = [{ ...excerptOf(rawData, match), layers: [] }];
  let before = rawData.slice(match.start, match.end);
  for (const { text, range, layers } of decodedStages(found, match, value)) {
    const form = text.slice(range.start, range.end);
    if (form !== before) forms.push({ ...excerptOf(text, range), layers });
    before = form;
  }
  const places = new Map(matches.map(({ place }) => [english(place), place]));
  places.delete(english(match.place));
  return { place: match.place, others: [...places.values()].slice(0, MOST_PLACES), forms };
}

/** Returns the range of a match in a field's decoded value, by its position or else by one of its decoded forms. */
function rangeInField(
  rawData: string,
  match: RuleMatch,
  { place, value }: ReadField,
  found: FoundMatch,
  sought: string,
): TextRange | undefined {
  const { start, end } = match;
  if (start < place.start || end > place.end) return undefined;
  if (rawData.slice(place.start, place.end) === value)
    return { start: start - place.start, end: end - place.start };
  const stages = decodedStages(found, match, sought);
  const forms = stages.map(({ text, range }) => text.slice(range.start, range.end));
  for (const form of [rawData.slice(start, end), ...forms].toReversed()) {
    const at = form === '' ? -1 : value.indexOf(form);
    if (at >= 0) return { start: at, end: at + form.length };
  }
  return undefined;
}

/** Returns the request headers; marks those that the service added and those with a match. */
function requestFields(log: DetectionLog, marks: Marks, fields: readonly ReadField[]): Field[] {
  const added = new Set(addedHeaders(log));
  const matched = [...marks].flatMap(([index, mark]) => {
    const field = fields[index];
    return field?.part === 'header' ? [{ name: field.path[0]?.toLowerCase(), value: field.value, mark }] : [];
  });
  return log.request.headers.map(([name, value], at) => {
    const match = matched.find(
      (each) => each.name === name.toLowerCase() && each.value.trim() === value.trim(),
    );
    const mark = match?.value === value && match.mark !== true ? match.mark : undefined;
    return {
      ...fieldOf(name, value, ['request', at], mark),
      ...(match && { isMatched: true }),
      ...(added.has(name) && { isAdded: true }),
    };
  });
}

function headOf(
  { firstLine = '', headers }: MessageHead,
  fields: readonly Field[],
  rawData?: string,
): ShownHead {
  const budget = new Budget();
  return {
    firstLine: rawData?.startsWith(firstLine) ? '' : truncate(firstLine, VALUE_LIMIT),
    headers: fields.filter(({ name, text, isMatched }) => budget.fits(name, text) || isMatched),
    total: headers.length,
    added: fields.filter(({ isAdded }) => isAdded).length,
  };
}

/** Returns the fields that are not part of the interface: those of the log, then those of its row. */
function otherValues({ log, row }: LogToView): Header[] {
  return [...Object.entries(log.other), ...Object.entries(row?.other ?? {})].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
}

export interface ValueToRead extends LogToView {
  readonly place: ValuePlace;
}

/** Returns a value that is shown in part. `decompressedLimit` is passed to `readFields`. */
export function wholeValue({ place: [list, index], ...given }: ValueToRead, decompressedLimit?: number) {
  const { log } = given;
  if (list === 'payload') return readFields(log.rawData, decompressedLimit).fields[index]?.value;
  return (list === 'other' ? otherValues(given) : log[list].headers)[index]?.[1];
}

/** Number of UTF-16 units before a match that is not in the first part of the raw data. */
const BEFORE_MATCH = 4 * 1024;

/** Returns the start of the raw data or, if the main match is not in it, the part around the match. */
function rawAround(rawData: string, matches: readonly RuleMatch[], main: number): LogContent['raw'] {
  const partFrom = (start: number) => ({
    start,
    text: cutInvisible(cutText(rawData.slice(start), RAW_DATA_LIMIT)),
  });
  const match = matches[main];
  const first = partFrom(0);
  const isInFirst = !match || match.end <= first.text.length;
  const { start, text } = isInFirst ? first : partFrom(startNear(rawData, match.start, BEFORE_MATCH));
  const shown = matches.filter((each) => each.end > start && each.start < start + text.length);
  return {
    ...{ start, text, length: rawData.length },
    marked: shown.map((each) => within(each, start, text.length)),
    main: match ? shown.indexOf(match) : -1,
  };
}

/**
 * Maximum number of invisible characters in the raw data. Each is rendered separately, which takes a browser about a
 * hundred times as long as plain text.
 */
const INVISIBLE_LIMIT = 16 * 1024;

/** Returns the text up to the point where it contains too many invisible characters. */
function cutInvisible(text: string): string {
  let offset = 0;
  let invisible = 0;
  for (const segment of segments(text)) {
    if ('text' in segment) offset += segment.text.length;
    else if (invisible++ === INVISIBLE_LIMIT) return text.slice(0, offset);
    else offset += String.fromCodePoint(text.codePointAt(offset) ?? 0).length;
  }
  return text;
}
