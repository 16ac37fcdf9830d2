/** The text that a rule matched, as returned by `findRuleMatch.ts`. */

import { type Message, message } from '../text/l10n.ts';
import type { TextRange } from './decode/offsetMap.ts';

export interface RuleMatch extends TextRange {
  /** The way in which the text was found in `raw_data`: literally, after decoding, or ignoring case. */
  readonly how: 'exact' | 'decoded' | 'case-folded' | 'decoded and case-folded';
  /** The decoded layers, outermost first. */
  readonly layers: readonly string[];
  /** The location, for example `Query parameter q`; the name in it is untrusted text. */
  readonly place: Message;
  /** True if the description mentions this location. */
  readonly named: boolean;
}

export interface RuleMatches {
  /** The value that was searched for. */
  readonly value: string;
  readonly source: 'detected value' | 'description' | 'text quoted in the description';
  /** The matches in raw data order, at least one; offsets refer to `raw_data`. */
  readonly matches: readonly RuleMatch[];
  /** True if the search stopped before finding all matches. */
  readonly more: boolean;
}

/**
 * The text that the rule matched in a log, undefined if it was not found in the request, or a sentence that explains
 * why it is not known.
 */
export type Matching = RuleMatches | Message | undefined;

/** Returns true if the matched text was found in the request. */
export function isFound(matching: Matching): matching is RuleMatches {
  return matching !== undefined && 'matches' in matching;
}

/**
 * Returns the match to show first: the first match whose location the description mentions or, if there is none, the
 * first match.
 */
export function mainMatch({ matches }: RuleMatches): RuleMatch | undefined {
  return matches.find(({ named }) => named) ?? matches[0];
}

const HOW = {
  exact: message('exact'),
  decoded: message('decoded'),
  'case-folded': message('case-folded'),
  'decoded and case-folded': message('decoded and case-folded'),
} as const satisfies Record<RuleMatch['how'], Message>;

/** Describes a match, as in `exact, offset 34`. For encoded text, includes the encodings. */
export function describeMatch({ how, layers, start }: RuleMatch): Message {
  const undone = [...new Set(layers)].join(', ');
  return layers.length > 0
    ? message('{0} ({1}), offset {2}', HOW[how], undone, start)
    : message('{0}, offset {1}', HOW[how], start);
}
