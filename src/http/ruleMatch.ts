/** The text that a rule matched, as `findRuleMatch.ts` finds it. */

import { formatNumber } from '../text/numbers.ts';
import type { TextRange } from './decode/offsetMap.ts';

export interface RuleMatch extends TextRange {
  /** Whether the text is in `raw_data` as it is, after decoding, or ignoring case. */
  readonly how: 'exact' | 'decoded' | 'case-folded' | 'decoded and case-folded';
  /** The encodings that were undone, outermost first. */
  readonly layers: readonly string[];
  /** The place, for example `Query parameter q`; the name in it is an attacker's text. */
  readonly place: string;
  /** Whether the description names this place. */
  readonly named: boolean;
}

export interface RuleMatches {
  /** The value that was searched for. */
  readonly value: string;
  readonly source: 'detected value' | 'description' | 'text quoted in the description';
  /** The matches, at least one, in the order of the raw data; offsets are those of `raw_data`. */
  readonly matches: readonly RuleMatch[];
  /** Whether there are more, which were not looked for. */
  readonly more: boolean;
}

/**
 * The text that the rule matched in a log: undefined when it is not found in the request, a sentence when it is not
 * known.
 */
export type Matching = RuleMatches | string | undefined;

/** The match to show first: one whose place the description names, else the first. */
export function mainMatch({ matches }: RuleMatches): RuleMatch | undefined {
  return matches.find(({ named }) => named) ?? matches[0];
}

/** `exact, offset 34`; of encoded text, the encodings too. */
export function describeMatch({ how, layers, start }: RuleMatch): string {
  const undone = layers.length > 0 ? ` (${[...new Set(layers)].join(', ')})` : '';
  return `${how}${undone}, offset ${formatNumber(start)}`;
}
