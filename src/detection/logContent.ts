/** Creates the content of a log's panel. Runs in a thread for large logs. */

import type { ReadField } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { decodedStages, type FoundMatch, findMatch } from '../http/findMatch.ts';
import {
  describeNoMatch,
  isFound,
  isNamed,
  type Matching,
  mainMatch,
  type RuleMatch,
  type RuleMatches,
} from '../http/match.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow } from '../service/model.ts';
import { english, type Message } from '../text/l10n.ts';
import { mergeSpans } from '../text/spans.ts';
import { cutText } from '../text/strings.ts';
import { segments } from '../text/visible.ts';
import {
  Budget,
  excerptOf,
  type Field,
  fieldOf,
  type LogContent,
  type ShownMatch,
  shownValue,
  startNear,
  within,
} from './logView.ts';
import { payloadOf } from './payload.ts';

export interface LogToView {
  readonly log: DetectionLog;
  readonly row: Pick<LogRow, 'detectedValue' | 'other'>;
}

/** Maximum number of matches to mark in fields. */
const MOST_MARKED = 50;
/** Maximum number of other places to name. */
const MOST_PLACES = 5;

/** Finds the match and returns the content. `decompressedLimit` is passed to `readFields`. */
export function logContent(given: LogToView, decompressedLimit?: number): LogContent {
  const { rawData, description } = given.log;
  const read = readFields(rawData, decompressedLimit);
  const { detectedValue } = given.row;
  return contentOf(given, read, findMatch({ rawData, description, detectedValue }, read));
}

/** Returns the content of a log without its match and its payload, which could not be read. */
export function unreadContent(given: LogToView, noMatch: Message): LogContent {
  return contentOf(given, readFields(''), { matching: noMatch, values: [], within: new Map() });
}

function contentOf({ log, row }: LogToView, read: ReadRequest, found: FoundMatch): LogContent {
  const { rawData, request, response, description } = log;
  const { matching } = found;
  const matches = isFound(matching) ? matching : undefined;
  const match = matches && shownMatch(rawData, found, matches);
  const sought = matches?.value ?? '';
  const matched = matchedFields(matching, read.fields);
  const added = addedHeaders(log);
  const { detectedValue } = row;
  const isShown = match?.forms.some(
    ({ text, marked }) => text.slice(marked?.start, marked?.end) === detectedValue,
  );
  const other = [...Object.entries(log.other), ...Object.entries(row.other)];
  return {
    match,
    noMatch: describeNoMatch(matching),
    detectedValue: detectedValue && !isShown ? shownValue(detectedValue) : undefined,
    description: shownValue(description),
    ...payloadOf(read, matched, sought),
    request: {
      firstLine: shownValue(rawData.startsWith(request.firstLine ?? '') ? '' : (request.firstLine ?? '')),
      headers: fieldsOf(request.headers, added, matched, sought),
      ...{ total: request.headers.length, added: added.length },
    },
    response: {
      firstLine: shownValue(response.firstLine ?? ''),
      headers: fieldsOf(response.headers),
      ...{ total: response.headers.length, added: 0 },
    },
    other: fieldsOf(other.map(([name, value]) => [name, textOf(value)])),
    raw: rawAround(rawData, matches?.matches ?? [], matches && mainMatch(matches)),
  };
}

/**
 * Returns the fields that fit, and those with a match.
 * @param added the names of the headers that the service added
 */
function fieldsOf(
  values: readonly Header[],
  added: readonly string[] = [],
  matched: ReadonlySet<ReadField> = new Set(),
  sought = '',
): Field[] {
  const budget = new Budget();
  const addedNames = new Set(added);
  const matchedHeaders = [...matched].filter(({ part }) => part === 'header');
  return values.flatMap(([name, value]) => {
    const isMatched = matchedHeaders.some(
      (field) => field.path[0]?.toLowerCase() === name.toLowerCase() && field.value.trim() === value.trim(),
    );
    if (!budget.fits(name, value) && !isMatched) return [];
    return { ...fieldOf(name, value, isMatched ? sought : ''), isMatched, isAdded: addedNames.has(name) };
  });
}

/** Returns the fields that contain matches, of which at most `MOST_MARKED` are considered. */
function matchedFields(matching: Matching, fields: readonly ReadField[]): ReadonlySet<ReadField> {
  const matches = isFound(matching)
    ? [mainMatch(matching), ...matching.matches.slice(0, MOST_MARKED)]
    : isNamed(matching)
      ? [matching]
      : [];
  return new Set(matches.flatMap((match) => fields[match?.field ?? -1] ?? []));
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Maximum length, in UTF-16 units, of the raw data in a panel; the editor shows all of it. */
export const RAW_DATA_LIMIT = 256 * 1024;
/** Number of UTF-16 units before a match that is not in the first part of the raw data. */
const BEFORE_MATCH = 4 * 1024;

/** Returns the start of the raw data or, if the main match is not in it, the part around the match. */
function rawAround(
  rawData: string,
  matches: readonly RuleMatch[],
  match: RuleMatch | undefined,
): LogContent['raw'] {
  const partFrom = (start: number) => ({ start, text: rawPart(rawData.slice(start)) });
  const first = partFrom(0);
  const isInFirst = !match || match.end <= first.text.length;
  const { start, text } = isInFirst ? first : partFrom(startNear(rawData, match.start, BEFORE_MATCH));
  const shown = matches.filter((each) => each.end > start && each.start < start + text.length);
  const marked = mergeSpans(shown.map((each) => within(each, start, text.length)));
  return {
    ...{ start, text, length: rawData.length, marked },
    main: marked.findLastIndex((each) => match && each.start <= match.start - start),
  };
}

/**
 * Maximum number of segments of the raw data. Each invisible character is rendered separately, which takes a browser
 * about a hundred times as long as plain text.
 */
const SEGMENTS_LIMIT = 16 * 1024;

/** Returns as much of the start of a text as the panel can show. */
function rawPart(rest: string): string {
  const text = cutText(rest, RAW_DATA_LIMIT);
  return segments(text).length > SEGMENTS_LIMIT ? cutText(text, SEGMENTS_LIMIT) : text;
}
