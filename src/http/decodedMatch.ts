/** The decoded forms of the value that contains a match. */

import { findAll, foldCase } from '../text/findAll.ts';
import { english } from '../text/l10n.ts';
import type { DecodedValue } from './decode/decodeValues.ts';
import type { MappedText, TextRange } from './decode/mappedText.ts';
import type { FoundMatch } from './findMatch.ts';
import type { RuleMatch } from './match.ts';

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
  if (!value || !last || last.isAsSent || last.text.length > LONGEST) return undefined;
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
