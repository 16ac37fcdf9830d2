/** Finds the decoded form of the part of a request that contains the match. */

import { english } from '../text/l10n.ts';
import type { DecodedRequest } from './decode/decodeRequest.ts';
import { inwards, type TextRange } from './decode/offsetMap.ts';
import type { DecodedPart } from './decode/peel.ts';
import { findAll, foldCase } from './findAll.ts';

export interface DecodedMatch {
  /** The text of the part, with all layers decoded. */
  readonly text: string;
  /** The range of the match in `text`. */
  readonly range: TextRange;
  /** The decoded layers, outermost first. */
  readonly layers: readonly string[];
  /** The location of the part, for example `Query parameter q`. Like `name`, it is untrusted text. */
  readonly place: string;
  readonly name: string | undefined;
  /** The range of the part in the raw data. */
  readonly raw: TextRange;
}

/** Maximum length, in UTF-16 units, of a part whose decoded form is returned. */
const LONGEST = 1024 * 1024;

/**
 * Returns the decoded form of the smallest part that contains a range of the raw data, or undefined if it is too long
 * or not encoded.
 * @param value the text to find in the decoded form of that range, ignoring case
 */
export function decodedMatch(
  { parts }: DecodedRequest,
  range: TextRange,
  value: string,
): DecodedMatch | undefined {
  const { part, raw } = smallestPart(parts, range) ?? {};
  const last = part?.stages.at(-1);
  if (!part || !raw || !last || last.layers.length === 0 || last.text.length > LONGEST) return undefined;
  const decoded = inwards(last.maps, range);
  if (decoded === undefined) return undefined;
  const { text, layers } = last;
  const [found] = findAll(foldCase(text.slice(decoded.start, decoded.end)), foldCase(value), 1);
  const narrowed = found && { start: decoded.start + found.start, end: decoded.start + found.end };
  return { text, range: narrowed ?? decoded, layers, place: english(part.place), name: part.name, raw };
}

/** A form of the text and the match in it. */
export interface DecodedStage {
  readonly text: string;
  readonly range: TextRange;
  /** The decoded layers, outermost first. */
  readonly layers: readonly string[];
}

/** Returns the decoded forms of the smallest part that contains a range of the raw data, outermost first. */
export function decodedStages({ parts }: DecodedRequest, range: TextRange): readonly DecodedStage[] {
  const stages = smallestPart(parts, range)?.part.stages.slice(1) ?? [];
  return stages.flatMap(({ text, maps, layers }) => {
    const inside = inwards(maps, range);
    return inside === undefined ? [] : [{ text, layers, range: inside }];
  });
}

function smallestPart(parts: readonly DecodedPart[], range: TextRange) {
  let smallest: { readonly part: DecodedPart; readonly raw: TextRange } | undefined;
  for (const part of parts) {
    const raw = part.stages[0]?.toRaw();
    if (raw === undefined || raw.start > range.start || raw.end < range.end) continue;
    if (smallest && smallest.raw.end - smallest.raw.start <= raw.end - raw.start) continue;
    smallest = { part, raw };
  }
  return smallest;
}
