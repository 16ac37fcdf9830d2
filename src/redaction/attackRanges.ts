/**
 * Narrows a match that covers several fields to the fields that contain the attack, because a rule can match a whole
 * body. Used for the essential level.
 */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { attackStart } from './attackSyntax.ts';
import { fullyDecoded } from './levels.ts';

/** A name or value in a match. */
interface Part extends TextRange {
  readonly decoded: string;
}

/**
 * Returns the parts of the matches to show, in ascending order and disjoint. A match within one value is returned
 * unchanged. For any other match, returns the names and values that clearly contain an attack or, if there are none,
 * the values that contain a sign of an attack. Returns `matches` itself if each match is within one value.
 * @param matches in ascending order and disjoint
 */
export function attackRanges(
  fields: readonly Field[],
  text: string,
  matches: readonly TextRange[],
): readonly TextRange[] {
  const narrowed = matches.map((match) => {
    const within = ({ start, end }: TextRange, value?: string): readonly Part[] => {
      if (start >= match.end || end <= match.start) return [];
      const range = { start: Math.max(start, match.start), end: Math.min(end, match.end) };
      const isWhole = range.start === start && range.end === end;
      const sent = isWhole && value !== undefined ? value : text.slice(range.start, range.end);
      return [{ ...range, decoded: fullyDecoded(sent).replaceAll('+', ' ') }];
    };
    const values = fields.filter(isValue).flatMap(({ place, value }) => within(place, value));
    const [only, ...others] = values;
    if (!only || (only.start <= match.start && only.end >= match.end)) return match;
    if (others.length === 0 && attackStart(only.decoded, true) === undefined) return match;
    const names = fields.flatMap(({ namePlace }) => (namePlace ? within(namePlace).map(fromAttack) : []));
    const certain = [...names, ...values].filter(({ decoded }) => attackStart(decoded, false) !== undefined);
    const attacking =
      certain.length > 0 ? certain : values.filter(({ decoded }) => attackStart(decoded, true) !== undefined);
    return attacking.map(({ start, end }) => ({ start, end })).sort((one, other) => one.start - other.start);
  });
  return narrowed.every((each, index) => each === matches[index]) ? matches : narrowed.flat();
}

/** Returns a name without the part before its attack, such as `$ne]` for `user[$ne]`. */
function fromAttack(name: Part): Part {
  const isAsSent = name.decoded.length === name.end - name.start;
  return { ...name, start: name.start + (isAsSent ? (attackStart(name.decoded, false) ?? 0) : 0) };
}

function isValue({ kind }: Field): boolean {
  return kind !== 'object' && kind !== 'list' && kind !== 'graphql';
}
