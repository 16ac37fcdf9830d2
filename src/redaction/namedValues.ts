/**
 * Finds the values that follow a name in the match or in the service's messages, which are read like a request:
 * `name=value`, `name: value`, `"name":"value"`, `<name>value`, `(name=value)`, a URL with its user, and Basic
 * credentials. Linear in the length of the text.
 */

import type { Span } from '../text/spans.ts';
import { attackStart } from './attackSyntax.ts';
import { fullyDecoded, innermost } from './levels.ts';
import { isOrdinary } from './ordinary.ts';
import { isNeutral } from './randomness.ts';
import { areKeywords } from './valuesInMatch.ts';

/** Minimum number of units of a value. A shorter one is part of the attack or of a sentence. */
const SHORTEST = 4;

/** Names of secrets and of data about people, which are followed by a value in any kind of text. */
const NAMES = String.raw`[\w.$:-]{0,40}?(?:pass(?:w(?:or)?d|phrase|code)?|pwd|pw|secret|token|api[_-]?key|key|credentials?|auth\w{0,12}|session(?:[_-]?id)?|sid|cookie|otp|pin|cvv|cvc|signature|sig|username|user|login|uid|e-?mail|phone|card(?:[_-]?(?:number|no))?|account|ssn|비밀번호|암호|パスワード|密码|contrase[nñ]a|senha|kennwort|passwort|mdp|parola|пароль)`;

/** Each has the groups `name`, unless it is known, and `value`. */
const FORMS: readonly RegExp[] = [
  // Pairs of a query or form, also within parentheses
  /(?:^|[?&;(,])(?<name>[\w.$:[\]-]{1,60})=(?<value>[^&#;\s"'<>()]{4,2000})(?=$|[&#;)\s"'<])/dg,
  // JSON members, also escaped
  /\\?"(?<name>[^"\\]{1,60})\\?"\s{0,3}:\s{0,3}\\?"(?<value>(?:[^"\\]|\\[^"]){4,2000})/dg,
  // Parts of a multipart body
  /\bname="(?<name>[^"\r\n]{1,60})"\r?\n\r?\n(?<value>[^\r\n]{4,2000})/dg,
  // ModSecurity's messages
  /\b(?:ARGS|REQUEST_COOKIES|REQUEST_HEADERS|ARGS_(?:GET|POST)):(?<name>[^\s:]{1,60}):\s(?<value>[^\r\n\]"]{4,400})/dg,
  // Elements
  /<(?<name>[\w:.-]{1,60})>(?<value>[^<>]{4,2000})/dg,
  // Names of secrets before a value
  new RegExp(
    String.raw`(?<![\w-])(?<name>${NAMES})\\?["'”’\x60\]]{0,2}\s{0,3}(?:=>|[=:]|(?:\s(?:is|was)\s|\s(?:\w{1,10}\s){0,2}value:?\s|\s(?=\S{0,60}\d)))\s{0,3}\\?["'“‘\x60]?(?<value>[^\s"'“”‘’\x60&<>;,)\]}\\]{4,2000})`,
    'dgiu',
  ),
  // The user information of a URL
  /:\/\/(?<value>[^\s/?#"'<>\\@]{4,400})@/dg,
  /\b(?:Basic|Bearer|Digest|Token)\s{1,3}(?<value>[\w+/=.~-]{8,4000})/dg,
];

/** Returns the parts of named values that contain no attack, with offsets in the text. They can overlap. */
export function namedValues(sent: string): readonly Span[] {
  if (!/[=:@<%]|\s/.test(sent)) return [];
  const inmost = innermost(sent);
  const { text } = inmost;
  return FORMS.flatMap((form) => Array.from(text.matchAll(form)))
    .flatMap(({ indices, groups }) => {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      return aroundAttack(text, { start, end }, groups?.['name'] ?? '');
    })
    .map((span) => inmost.toRaw(span));
}

const NAME = new RegExp(`^${NAMES}$`, 'iu');

/** Returns true for the name of a secret or of data about a person. */
export function isSecretName(name: string): boolean {
  return NAME.test(name.slice(0, LONGEST_NAME));
}

const LONGEST_NAME = 100;

/** A place that the service's messages name, such as `parameter password` or `ARGS:pwd`. */
const SECRET_PLACE = new RegExp(
  String.raw`(?:\b(?:param(?:eter)?|field|args?\w*|argument|element|member|propert(?:y|ies)|input|cookie|variable|body|request\w*)\b|파라미터|매개변수)(?:\sname)?[\s:"'“‘\x60([.]{1,5}(?:json\.)?${NAMES}(?![a-z])`,
  'iu',
);
const LONGEST_MESSAGE = 10_000;

/** Returns true if a message names a place that contains a secret, so that a match without an attack is the secret. */
export function namesSecret(message: string): boolean {
  return SECRET_PLACE.test(message.slice(0, LONGEST_MESSAGE));
}

/** A URL, a path, a member of an object, a variable, or a scheme of authorization, which is no value. */
const LOCATION =
  /^(?:[a-z][a-z\d+.-]{1,20}:\/\/|\/\/|\.{0,2}\/|\$\{?\w|[\w$.-]{1,60}[(=](?=[^=])|(?:basic|bearer|digest|negotiate)$|[a-z_$][\w$]{0,60}(?:\.[a-z_$][\w$]{0,60}){2,10}$)/i;

/** A host where the user would be, which misleads about the host of a URL. */
const HOST = /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}(?::(?:80|443|8080|8443|\w{0,2}))?$/;

function aroundAttack(text: string, { start, end }: Span, name: string): readonly Span[] {
  const sent = text.slice(start, end);
  const value = fullyDecoded(sent).trim();
  const isHarmless = (isNeutral(value) && !/^\d{4}$/.test(value)) || isOrdinary(name, value);
  const isHost = text[end] === '@' && HOST.test(value);
  if (value.length < SHORTEST || isHarmless || isHost || LOCATION.test(value)) return [];
  const attack = attackStart(value, true);
  if (attack === undefined) return areKeywords(value) ? [] : [{ start, end }];
  const before = value.slice(0, attack).trim();
  if (before.length < SHORTEST || isNeutral(before) || isOrdinary(name, before) || areKeywords(before))
    return [];
  const sentStart = sent.indexOf(value.charAt(attack), before.length);
  return [{ start, end: start + (sentStart < 0 ? sent.length : sentStart) }];
}
