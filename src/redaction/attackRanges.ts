/**
 * Narrows a match that covers several fields to the fields that contain the attack, because a rule can match a whole
 * body, and leaves out a match that is only part of a secret.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { attackStart } from './attackSyntax.ts';
import { fullyDecoded } from './levels.ts';
import { isSecretName } from './namedValues.ts';

/** Returns true for a header that contains credentials. */
export function isAuthorization(header: string): boolean {
  return /^\s*(?:(?:proxy-)?authorization|www-authenticate)\s*$/i.test(header);
}

/** A value in a match. */
interface Part extends TextRange {
  readonly decoded: string;
}

/**
 * Returns the parts of the matches to show, in ascending order and disjoint. A match within one value is returned
 * unchanged, unless the value is a secret and the match contains no sign of an attack. For any other match, returns the
 * values that clearly contain an attack or, if there are none, those that contain a sign of an attack.
 * @param matches in ascending order and disjoint
 */
export function attackRanges(
  fields: readonly Field[],
  text: string,
  matches: readonly TextRange[],
): readonly TextRange[] {
  if (matches.length === 0) return [];
  const values = fields.filter(({ kind }) => kind !== 'object' && kind !== 'list' && kind !== 'graphql');
  const secrets = values.filter(isSecret);
  return matches.flatMap((match) => {
    const partOf = ({ start, end }: TextRange, value?: string): readonly Part[] => {
      if (start >= match.end || end <= match.start) return [];
      const range = { start: Math.max(start, match.start), end: Math.min(end, match.end) };
      const isWhole = range.start === start && range.end === end;
      const sent = isWhole && value !== undefined ? value : text.slice(range.start, range.end);
      return [{ ...range, decoded: fullyDecoded(sent).replaceAll('+', ' ') }];
    };
    const parts = values.flatMap(({ place, value }) => partOf(place, value));
    const [only, ...others] = parts;
    if (!only) return match;
    if (only.start <= match.start && only.end >= match.end) {
      const isInSecret = secrets.some(({ place }) => place.start <= match.start && match.end <= place.end);
      return isInSecret && attackStart(only.decoded, true) === undefined ? [] : match;
    }
    if (others.length === 0 && attackStart(only.decoded, true) === undefined) return match;
    const certain = parts.filter(({ decoded }) => attackStart(decoded, false) !== undefined);
    const attacking =
      certain.length > 0 ? certain : parts.filter(({ decoded }) => attackStart(decoded, true) !== undefined);
    return attacking.map(({ start, end }) => ({ start, end }));
  });
}

function isSecret({ part, path: [header = ''], name }: Field): boolean {
  return part === 'cookie' || (part === 'header' ? isAuthorization(header) : isSecretName(name));
}
