/** Prepares the matched text of a log for display in the log's report. */

import { isTooLargeHere } from '../../base/errors.ts';
import { attackRanges } from '../../http/attackRanges.ts';
import { decodeRequest } from '../../http/decode/decodeRequest.ts';
import { type DecodedMatch, decodedMatch } from '../../http/decodedMatch.ts';
import { type Field, type FieldPart, fieldPath, innermostField } from '../../http/fields/field.ts';
import { LONGEST_MATCH } from '../../http/fields/hiddenValues.ts';
import { readFields } from '../../http/fields/readFields.ts';
import { lazily, matchingIn } from '../../http/readRequest.ts';
import { isFound, type Matching, mainMatch, type RuleMatch } from '../../http/ruleMatch.ts';
import { placeholdersIn, rangeAfter } from '../../redaction/edits.ts';
import type { FurtherText, Redacted } from '../../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { cutName, cutText } from '../../text/strings.ts';
import { type DecodedForm, type Matched, MOST_PLACES } from './whatMatched.ts';

/** The match in the log as sent. */
export type ExactMatch = {
  readonly matching: Matching;
  /**
   * The main match's location as worded in a title, followed by the locations listed in the report, which start with
   * the main match's location.
   */
  readonly places: readonly string[];
} & (
  | { readonly main: RuleMatch; readonly decoded: DecodedMatch | undefined }
  | { readonly main: undefined; readonly decoded: undefined }
);

const NOT_FOUND = { main: undefined, places: [], decoded: undefined };

/**
 * Finds the match. `decompressedLimit` is passed to `decodeRequest`.
 * @throws TooLargeHere under the same conditions as `decodeRequest`
 */
export function exactMatch(
  { rawData, description, mayHavePlaceholders }: DetectionLog,
  row: LogRow | undefined,
  decompressedLimit: number | undefined,
): ExactMatch {
  const request = lazily(() => decodeRequest(rawData, decompressedLimit));
  const matching = matchingIn(
    { rawData, description, detectedValue: row?.detectedValue, mayHavePlaceholders },
    request,
  );
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  if (!isFound(matching) || !main) return { matching, ...NOT_FOUND };
  const { fields } = readFields(rawData);
  const fieldOf = (match: RuleMatch) => {
    const [attack = match] = attackRanges(fields, rawData, [match]);
    return fields[innermostField(fields, attack)];
  };
  const named = [main, ...matching.matches.filter((match) => match !== main).slice(0, MOST_PLACES - 1)];
  return {
    matching,
    main,
    places: [
      inTitle(main, fieldOf(main)),
      ...named.map((match) => {
        const field = fieldOf(match);
        return english(field && field.part !== 'path' ? fieldPath(field) : match.place);
      }),
    ],
    decoded: unlessImpossible(() => decodedMatch(request.get(), main, matching.value)),
  };
}

/** The names of the parts of a request as worded in a title. */
export const IN_TITLE: Readonly<Record<FieldPart, string>> = {
  path: 'path',
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  form: 'form field',
  multipart: 'form field',
  json: 'JSON field',
  xml: 'XML element',
  body: 'body',
};

/** Returns a match's location as worded in a title, for example `JSON field cart.coupon`. */
function inTitle({ place }: RuleMatch, field: Field | undefined): string {
  const named = english(place);
  if (!field) return named.charAt(0).toLowerCase() + named.slice(1);
  const names = field.path.filter((name) => !/^\d+$/.test(name)).map(cutName);
  return [IN_TITLE[field.part], names.join('.')].filter(Boolean).join(' ');
}

/** Returns the result of `read`, or undefined if the request cannot be decoded and therefore has no decoded form. */
function unlessImpossible<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isTooLargeHere(error)) throw error;
    return undefined;
  }
}

/**
 * Returns a match without the text around its decoded form, or without the decoded form if the match was sent
 * literally.
 */
export function matchAlone(exact: ExactMatch): ExactMatch {
  const { decoded, main } = exact;
  if (decoded === undefined) return exact;
  if (main.how === 'exact') return { ...exact, decoded: undefined };
  const { start, end } = decoded.range;
  const text = cutText(decoded.text.slice(start, end), LONGEST_MATCH);
  return { ...exact, decoded: { ...decoded, text, range: { start: 0, end: text.length }, raw: main } };
}

/**
 * Returns the strings of a match that do not appear literally in the log, so that they can be redacted together with
 * the log.
 */
export function textsOfMatch({ places, decoded }: ExactMatch): readonly FurtherText[] {
  const named = places.map((text): FurtherText => ({ text, place: 'text' }));
  return decoded === undefined ? named : [...named, { ...withName(decoded), place: placeOf(decoded) }];
}

/** Returns the match in the log after redaction. If `redacted` is undefined, nothing was redacted. */
export function matchAfter(exact: ExactMatch, redacted: Redacted | undefined): Matched {
  const { matching, main, decoded } = exact;
  const texts = redacted ? redacted.further.map(({ text }) => text) : exact.places;
  const [inTitle = '', ...places] = texts.slice(0, exact.places.length);
  const after = { matching, inTitle, places };
  if (main === undefined) return { ...after, range: undefined, isRedacted: false, decoded: undefined };
  if (redacted === undefined) return { ...after, range: main, isRedacted: false, decoded };
  const { rawDataEdits, further } = redacted;
  return {
    ...after,
    range: rangeAfter(rawDataEdits, main),
    isRedacted: placeholdersIn(rawDataEdits, main).length > 0,
    decoded: decoded && decodedAfter(decoded, redacted, further.length - 1),
  };
}

/**
 * Returns the decoded form after redaction. If it lacks a placeholder that appears in the same part of the raw data,
 * returns a sentence that explains why the decoded form is omitted.
 */
function decodedAfter(
  decoded: DecodedMatch,
  { rawDataEdits, further }: Redacted,
  index: number,
): DecodedForm {
  const { text = '', edits = [] } = further[index] ?? {};
  const found = new Set(edits.map(({ placeholder }) => placeholder));
  if (placeholdersIn(rawDataEdits, decoded.raw).some((placeholder) => !found.has(placeholder))) {
    return 'The decoded form is omitted, because it contains redacted text.';
  }
  const shift = withName(decoded).text.length - decoded.text.length;
  const { start, end } = decoded.range;
  return {
    text,
    range: rangeAfter(edits, { start: start + shift, end: end + shift }),
    layers: decoded.layers,
  };
}

function isCookie({ place }: DecodedMatch): boolean {
  return place.startsWith('Cookie ');
}

/**
 * Returns the decoded text of a cookie with its name, as the cookie grammar requires; other decoded text is returned
 * unchanged.
 */
function withName(decoded: DecodedMatch): { readonly text: string } {
  return { text: isCookie(decoded) ? `${decoded.name ?? ''}=${decoded.text}` : decoded.text };
}

function placeOf(decoded: DecodedMatch): FurtherText['place'] {
  const { place, name } = decoded;
  if (isCookie(decoded)) return { header: 'Cookie' };
  if (place === 'Path') return 'query';
  if (name === undefined) return 'text';
  return place.startsWith('Header ') ? { header: name } : { field: name };
}
