/**
 * Reads the service's texts about a detection: which text the rule matched, and whether it is in a value whose name
 * indicates a secret.
 */

import { groupSpan } from '../text/nearby.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { attackStart, fromFirstSign } from './attackSyntax.ts';
import { type Finding, matches } from './headerGrammar.ts';
import { fullyDecoded } from './levels.ts';
import type { SecretNames } from './secretNames.ts';

/**
 * Minimum length of matched text, in units. Shorter matches, and matches without any sign of an attack, prove nothing
 * about a value that contains them.
 */
const SHORTEST_MATCH = 2;
/** Maximum length, in UTF-16 units, of text about a detection to search. */
const LONGEST_MESSAGE = 10_000;

/** Returns the matched texts that show signs of an attack, decoded and in lowercase. */
export function matchedTexts(
  detectedValue: string,
  messages: readonly (string | undefined)[],
): readonly string[] {
  const quoted = messages.flatMap((message = '') =>
    quotedSpans(message).map(({ start, end }) => message.slice(start, end)),
  );
  return [detectedValue, ...quoted]
    .map((text) => fullyDecoded(text.slice(0, LONGEST_MESSAGE)).toLowerCase())
    .filter(
      (text) => text.length >= SHORTEST_MATCH && (fromFirstSign(text) !== undefined || text.includes('://')),
    );
}

const LONGEST_QUOTED = 4000;
const QUOTED: readonly RegExp[] = [/"[^"]+"/g, /“[^“”]+”/g, /`[^`]+`/g];

/** Returns the spans of the quoted strings in a message, except nested ones. */
function quotedSpans(message: string): readonly Span[] {
  const text = message.slice(0, LONGEST_MESSAGE);
  return mergeSpans(QUOTED.flatMap((pattern) => matches(text, pattern, 'secret')))
    .map(({ start, end }) => ({ start: start + 1, end: end - 1 }))
    .filter(({ start, end }) => end - start >= SHORTEST_MATCH && end - start <= LONGEST_QUOTED);
}

const NAMED_PLACE =
  /\b(?:parameters?|param|fields?|arguments?|args?|headers?|cookies?|keys?|elements?|members?|properties|property|input|variable|REQUEST_BODY|ARGS|ARGS_POST|ARGS_GET|REQUEST_COOKIES|REQUEST_HEADERS)\b(?:\s{1,3}names?\b)?\s{0,5}[:=]?\s{0,5}["'“‘`([]?([\p{L}_$][\p{L}\d_$.[\]:-]{0,100})/giu;

/** Returns true if a message locates the detection in a value whose name indicates a secret. */
export function namesSecretPlace(message: string, names: SecretNames): boolean {
  const places = message.slice(0, LONGEST_MESSAGE).matchAll(NAMED_PLACE);
  return Array.from(places).some(
    ([, name = '']) => names.isSecret(name) || names.ofHeader(name) !== undefined,
  );
}

/** `found within ARGS:password: x`, as in ModSecurity's messages; `parameter name: pwd; parameter value: x`. */
const NAMED_VALUES: readonly RegExp[] = [
  /\bfound within [A-Z_]{3,40}:(?<name>[^\s:]{1,100}):\s{1,3}(?<value>[^\r\n\]"]{1,400})/dg,
  /\bparameters?(?: name)?:?\s{1,3}["']?(?<name>[\w.[\]-]{1,100})["']?[;,]?\s{1,3}(?:parameter )?value:?\s{1,3}["']?(?<value>[^\s"';,]{1,400})/dgi,
];

/** Returns the values in a message that locates the detection in a secret: named and quoted ones, except attacks. */
export function secretsInMessage(message: string, names: SecretNames): readonly Finding[] {
  if (!namesSecretPlace(message, names)) return [];
  const text = message.slice(0, LONGEST_MESSAGE);
  const named = NAMED_VALUES.flatMap((pattern) => Array.from(text.matchAll(pattern)))
    .filter(({ groups }) => names.isSecret(groups?.['name'] ?? ''))
    .flatMap((match) => groupSpan(match, 'value') ?? []);
  const quoted = quotedSpans(text).filter(({ start, end }) => {
    const value = fullyDecoded(text.slice(start, end));
    return !/\s/.test(value) && /[\d\p{P}\p{S}\p{Lu}]/u.test(value);
  });
  return [...named, ...quoted]
    .filter(({ start, end }) => !isAttack(text.slice(start, end)))
    .map((span) => ({ ...span, kind: 'secret', name: 'detected value' }));
}

/** Returns true if the text, in any encoding, certainly contains an attack. */
export function isAttack(text: string): boolean {
  return attackStart(fullyDecoded(text), false) !== undefined;
}
