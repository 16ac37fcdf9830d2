/** What the rule matched in a log, as its report may show it. */

import { isTooLargeHere } from '../../base/errors.ts';
import { decodeRequest } from '../../http/decode/decodeRequest.ts';
import { type DecodedMatch, decodedMatch } from '../../http/decodedMatch.ts';
import { lazily, matchingIn } from '../../http/readRequest.ts';
import { isFound, type Matching, mainMatch, type RuleMatch } from '../../http/ruleMatch.ts';
import { placeholdersIn, rangeAfter } from '../../redaction/edits.ts';
import type { FurtherText, Redacted } from '../../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { type DecodedForm, type Matched, MOST_PLACES } from './whatMatched.ts';

/** What matched in the log as it was sent. */
export interface ExactMatch {
  readonly matching: Matching;
  /** The main one. */
  readonly main: RuleMatch | undefined;
  /** The places that a report names, the main one's first. */
  readonly places: readonly string[];
  readonly decoded: DecodedMatch | undefined;
}

/**
 * Finds what matched. `decompressedLimit` is that of `decodeRequest`.
 *
 * @throws TooLargeHere as `decodeRequest` does
 */
export function exactMatch(
  { rawData, description }: DetectionLog,
  row: LogRow | undefined,
  decompressedLimit: number | undefined,
): ExactMatch {
  const request = lazily(() => decodeRequest(rawData, decompressedLimit));
  const matching = matchingIn({ rawData, description, detectedValue: row?.detectedValue }, request);
  if (!isFound(matching)) return { matching, main: undefined, places: [], decoded: undefined };
  const main = mainMatch(matching);
  const others = matching.matches.filter((match) => match !== main).slice(0, MOST_PLACES - 1);
  const decoded = () => (main ? decodedMatch(request.get(), main, matching.value) : undefined);
  return {
    matching,
    main,
    places: [...(main ? [main] : []), ...others].map(({ place }) => english(place)),
    decoded: unlessImpossible(decoded),
  };
}

/** A request that cannot be decoded has no decoded form. */
function unlessImpossible<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isTooLargeHere(error)) throw error;
    return undefined;
  }
}

/** The texts of a match that are not in the log as such: they are redacted with it. */
export function textsOfMatch({ places, decoded }: ExactMatch): readonly FurtherText[] {
  const named = places.map((text): FurtherText => ({ text, place: 'text' }));
  return decoded === undefined ? named : [...named, { ...withName(decoded), place: placeOf(decoded) }];
}

/** Returns the match in the log after redaction. `redacted` undefined: nothing was redacted. */
export function matchAfter(exact: ExactMatch, redacted: Redacted | undefined): Matched {
  const { matching, main, places, decoded } = exact;
  if (main === undefined)
    return { matching, range: undefined, isRedacted: false, places, decoded: undefined };
  if (redacted === undefined) return { matching, range: main, isRedacted: false, places, decoded };
  const { rawDataEdits, further } = redacted;
  return {
    matching,
    range: rangeAfter(rawDataEdits, main),
    isRedacted: placeholdersIn(rawDataEdits, main).length > 0,
    places: further.slice(0, places.length).map(({ text }) => text),
    decoded: decoded && decodedAfter(decoded, redacted, further.length - 1),
  };
}

/** The decoded form after redaction, left out when it lacks a placeholder that stands in the same part of the raw data. */
function decodedAfter(
  decoded: DecodedMatch,
  { rawDataEdits, further }: Redacted,
  index: number,
): DecodedForm {
  const { text = '', edits = [] } = further[index] ?? {};
  const found = new Set(edits.map(({ placeholder }) => placeholder));
  if (placeholdersIn(rawDataEdits, decoded.raw).some((placeholder) => !found.has(placeholder))) {
    return 'Its decoded form is left out because it holds what is redacted.';
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

/** A cookie stands under its name, which its grammar asks for. */
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
