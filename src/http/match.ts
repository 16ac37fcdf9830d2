/** The text that a rule matched, as `findMatch.ts` returns it. Plain data. */
import { type Message, message } from '../text/l10n.ts';
import type { TextRange } from './decode/mappedText.ts';

export interface RuleMatch extends TextRange {
  /** The way in which the text was found in `raw_data`: literally, after decoding, or ignoring case. */
  readonly how: 'exact' | 'decoded' | 'case-folded' | 'decoded and case-folded';
  /** The decoded layers, outermost first. */
  readonly layers: readonly string[];
  /** The location, for example `Query parameter ▸ q`; the names in it are untrusted text. */
  readonly place: Message;
  /** The index of the field in the request that contains the match. */
  readonly field?: number | undefined;
}

export interface RuleMatches {
  /** The text that was found. */
  readonly value: string;
  readonly source: 'detected value' | 'description' | 'text quoted in the description';
  /** The matches in raw data order, at least one; offsets refer to `raw_data`. */
  readonly matches: readonly RuleMatch[];
  /** The index of the match to show first: one in the field that the description names, or else the first one. */
  readonly main: number;
  /** True if the search stopped before finding all matches. */
  readonly more: boolean;
}

/** A field that the description names, in a log whose matched text was not found. */
export interface NamedField extends TextRange {
  readonly named: Message;
  /** The index of the field in the request. */
  readonly field: number;
}

/**
 * The text that the rule matched in a log, the field that the description names if the text was not found, undefined if
 * neither is known, or a sentence that explains why it is not known.
 */
export type Matching = RuleMatches | NamedField | Message | undefined;

/** Returns true if the matched text was found in the request. */
export function isFound(matching: Matching): matching is RuleMatches {
  return matching !== undefined && 'matches' in matching;
}

/** Returns true if the matched text was not found, but the description names the field. */
export function isNamed(matching: Matching): matching is NamedField {
  return matching !== undefined && 'named' in matching;
}

/** Returns the match to show first. */
export function mainMatch({ matches, main }: RuleMatches): RuleMatch | undefined {
  return matches[main];
}

/** Returns the reason why there is no match, or the field that the description names; undefined if nothing is known. */
export function describeNoMatch(matching: Matching): Message | undefined {
  if (isNamed(matching)) return message('{0}: named by the description', matching.named);
  return isFound(matching) ? undefined : matching;
}
