/** The attack in a logged request, as `readAttack.ts` returns it. Plain data. */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import type { Matching } from '../http/match.ts';
import type { Message } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';

export interface Excerpt {
  readonly before: string;
  /** The match, or its start if it is long. */
  readonly match: string;
  readonly after: string;
  /** Length of the whole match, in UTF-16 units. */
  readonly length: number;
  /** True if the line continues before the excerpt. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Maximum number of UTF-16 units on either side of a match, and of the match itself. */
const AROUND_MATCH = 40;
const LONGEST_MATCH = 400;

export function excerptOf(text: string, { start, end }: TextRange): Excerpt {
  const match = cutText(text.slice(start, end), LONGEST_MATCH);
  const from = Math.max(0, start - AROUND_MATCH);
  const around = text.slice(from, start);
  const line = Math.max(around.lastIndexOf('\n'), around.lastIndexOf('\r')) + 1;
  const isWhole = match.length === end - start;
  const rest = isWhole ? text.slice(end, end + AROUND_MATCH + 2) : '';
  const lineEnd = rest.search(/[\r\n]/);
  const after = cutText(lineEnd < 0 ? rest : rest.slice(0, lineEnd), AROUND_MATCH);
  // Omits half of a split surrogate pair, or the line's indentation.
  const isLine = from === 0 || line > 0;
  const before = isLine ? around.slice(line).trimStart() : around.replace(/^[\udc00-\udfff]/, '');
  return {
    before,
    match,
    after,
    length: end - start,
    isCutBefore: from > 0 && line === 0,
    isCutAfter:
      !isWhole ||
      (end + after.length < text.length &&
        !/^[\r\n]/.test(text.slice(end + after.length, end + after.length + 1))),
  };
}

/** The match in one decoded form of the text. */
export interface DecodedExcerpt {
  /** The encodings that were undone, outermost first. */
  readonly layers: readonly string[];
  readonly excerpt: Excerpt;
}

/** A match in its context. Its range refers to the raw data. */
export interface AttackMatch extends TextRange {
  /** The location, for example `JSON body ▸ coupon`. It contains names that are untrusted text. */
  readonly place: Message;
  /** A description of how and at which offset the match was found. */
  readonly how: Message;
  readonly sent: Excerpt;
  /** The decoded forms in which the match looks different from the previous form, in decoding order. */
  readonly decoded: readonly DecodedExcerpt[];
  /**
   * The index of the payload field that contains the match, and the range of the match within the field's value, if
   * present there.
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
  /** The index of the payload field that the description names, if the matched text was not found. */
  readonly named?: number;
  /** True if the request has more fields than were read. */
  readonly isPayloadCut: boolean;
}

/** Maximum number of matches to show in context. */
export const MATCHES_SHOWN = 50;

/** Returns an attack without matches. */
export function noMatch(matching: Matching): Attack {
  return { matching, matches: [], main: 0, payload: [], isPayloadCut: false };
}
