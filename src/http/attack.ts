/** The attack in a logged request, as returned by `readAttack.ts`. */
import type { Message } from '../text/l10n.ts';
import type { TextRange } from './decode/offsetMap.ts';
import type { Excerpt } from './excerpt.ts';
import type { Field } from './fields/field.ts';
import type { Matching } from './ruleMatch.ts';

/** The match in one form of the text. */
export interface DecodedExcerpt {
  /** The encodings that were undone, outermost first. */
  readonly layers: readonly string[];
  readonly excerpt: Excerpt;
}

/** A match in its context; its range is the one in the raw data. */
export interface AttackMatch extends TextRange {
  /** The place, for example `JSON body ▸ coupon`. The names in it are untrusted text. */
  readonly place: Message;
  /** How the match was found, and its offset. */
  readonly how: Message;
  readonly sent: Excerpt;
  /** The forms in which the match differs from the previous form, outermost encoding first. */
  readonly decoded: readonly DecodedExcerpt[];
  /**
   * The payload field that contains the match: its index, and the range of the match within its value, if present
   * there.
   */
  readonly field?: { readonly index: number; readonly range?: TextRange };
}

export interface Attack {
  readonly matching: Matching;
  /** The first matches, at most `MATCHES_SHOWN`, in raw data order. */
  readonly matches: readonly AttackMatch[];
  /** The index of the match to show first. */
  readonly main: number;
  /** The fields of the query, the cookies, and the body. */
  readonly payload: readonly Field[];
  /** True if the request has more fields than were read. */
  readonly isPayloadCut: boolean;
}

/** Maximum number of matches to show in context. */
export const MATCHES_SHOWN = 50;

/** Returns an attack without matches. */
export function noMatch(matching: Matching): Attack {
  return { matching, matches: [], main: 0, payload: [], isPayloadCut: false };
}
