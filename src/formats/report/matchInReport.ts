/** Prepares the matched text of a log for display in the log's report. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { type DecodedMatch, decodedMatch } from '../../http/decodedMatch.ts';
import { type Field, type FieldPart, fieldFinder, fieldPath } from '../../http/fields/field.ts';
import { readFields } from '../../http/fields/readFields.ts';
import { findMatch } from '../../http/findMatch.ts';
import { isFound, isNamed, type Matching, mainMatch, type RuleMatch } from '../../http/match.ts';
import { attackRanges } from '../../redaction/attackRanges.ts';
import { type Edit, rangeAfter } from '../../redaction/edits.ts';
import { LONGEST_MATCH } from '../../redaction/hiddenValues.ts';
import type { FurtherText, Redacted } from '../../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { cutName, cutText } from '../../text/strings.ts';
import { type DecodedForm, type Matched, MOST_PLACES } from './whatMatched.ts';

/** The innermost form of the value that contains the main match. */
interface DecodedValue extends DecodedMatch {
  /** The part and the name of the field whose value it is. */
  readonly part: FieldPart | undefined;
  readonly name: string;
}

/** The match in the log as sent. */
export type ExactMatch = {
  readonly matching: Matching;
  /**
   * The main match's location as worded in a title, followed by the locations listed in the report, which start with
   * the main match's location. If the match was not found, the location that the description names.
   */
  readonly places: readonly string[];
} & (
  | { readonly main: RuleMatch; readonly decoded: DecodedValue | undefined }
  | { readonly main: undefined; readonly decoded: undefined }
);

/**
 * Finds the match. `decompressedLimit` is passed to `readFields`.
 * @throws TooLargeHere under the same conditions as `readFields`
 */
export function exactMatch(
  { rawData, description }: DetectionLog,
  row: LogRow | undefined,
  decompressedLimit: number | undefined,
): ExactMatch {
  const read = readFields(rawData, decompressedLimit);
  const { fields } = read;
  const log = { rawData, description, detectedValue: row?.detectedValue };
  const found = findMatch(log, read);
  const { matching } = found;
  const none = { main: undefined, decoded: undefined };
  if (isNamed(matching)) {
    const place = english(matching.named);
    return { matching, ...none, places: [inTitle(place, fields[matching.field]), place] };
  }
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  if (!isFound(matching) || !main) return { matching, ...none, places: [] };
  const fieldAt = fieldFinder(fields);
  const fieldOf = (match: RuleMatch) => {
    const [attack = match] = attackRanges(fields, rawData, [match]);
    const index = attack === match ? match.field : fieldAt(attack);
    return index === undefined ? undefined : fields[index];
  };
  const listed = [main, ...matching.matches.filter((match) => match !== main).slice(0, MOST_PLACES - 1)];
  const decoded = decodedMatch(found, main, matching.value);
  const { part, name = '', isInside } = fields[decoded?.field ?? -1] ?? {};
  return {
    matching,
    main,
    places: [
      inTitle(english(main.place), fieldOf(main)),
      ...listed.map((match) => {
        const field = fieldOf(match);
        return english(field && field.part !== 'path' ? fieldPath(field) : match.place);
      }),
    ],
    decoded: decoded && { ...decoded, part: isInside || part === 'body' ? undefined : part, name },
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

/** Returns a location as worded in a title, for example `JSON field cart.coupon`. */
function inTitle(place: string, field: Field | undefined): string {
  if (!field || field.part === 'path') return place.charAt(0).toLowerCase() + place.slice(1);
  const names = field.path.filter((name) => !/^\d+$/.test(name)).map(cutName);
  return [IN_TITLE[field.part], names.join('.')].filter(Boolean).join(' ');
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
    isRedacted: overlaps(rawDataEdits, main),
    decoded: decoded && decodedAfter(decoded, redacted, further.length - 1),
  };
}

/**
 * Returns the decoded form after redaction. If nothing is hidden in it, although a value was found in the same part of
 * the raw data, returns a sentence that explains why the decoded form is omitted.
 */
function decodedAfter(
  decoded: DecodedValue,
  { rawDataEdits, further }: Redacted,
  index: number,
): DecodedForm {
  const { text = '', edits = [] } = further[index] ?? {};
  const found = rawDataEdits.filter(({ isFound }) => isFound);
  if (edits.length === 0 && overlaps(found, decoded.raw))
    return 'The decoded form is omitted, because it contains hidden values.';
  const shift = withName(decoded).text.length - decoded.text.length;
  const { start, end } = decoded.range;
  return {
    text,
    range: rangeAfter(edits, { start: start + shift, end: end + shift }),
    layers: decoded.layers,
  };
}

function overlaps(edits: readonly Edit[], { start, end }: TextRange): boolean {
  return edits.some((edit) => edit.start < end && edit.end > start);
}

/**
 * Returns the decoded text of a cookie with its name, as the cookie grammar requires; other decoded text is returned
 * unchanged.
 */
function withName({ part, name, text }: DecodedValue): { readonly text: string } {
  return { text: part === 'cookie' ? `${name}=${text}` : text };
}

function placeOf({ part, name }: DecodedValue): FurtherText['place'] {
  if (part === undefined) return 'text';
  if (part === 'cookie') return { header: 'Cookie' };
  if (part === 'path') return 'query';
  return part === 'header' ? { header: name } : { field: name };
}
