/**
 * Finds obvious attacks in values that would otherwise be redacted, because the report is about the attack. The
 * expressions are grouped by kind of attack and are based on rule files 930 to 944 of the OWASP Core Rule Set.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { fullyDecoded } from './levels.ts';
import { type Nearby, nearbyMatches } from './nearby.ts';
import { isSecretName } from './ordinary.ts';

const ATTACKS: readonly RegExp[] = [
  // SQL
  /\binsert\s{1,9}into\b/i,
  /\bdrop\s{1,9}(?:table|database)\b|\b(?:order|group)\s{1,9}by\b|\bhaving\s{1,9}\d|\bwaitfor\s{1,9}delay\b|\binformation_schema\b/i,
  /\b(?:or|and)\s{1,9}\(?['"]?\w{1,20}['"]?\s{0,5}(?:[=<>]|like\b)/i,
  /'\s{0,3}(?:--|#|;|\|\|)|;\s{0,5}--|--\s{0,3}$/,
  // Database, script, and shell functions
  /\b(?:sleep|benchmark|pg_sleep|extractvalue|updatexml|load_file|concat|char|exec|system|passthru|shell_exec|eval|alert|prompt|confirm|assert|phpinfo|substring|substr|randomblob|xp_cmdshell)\s{0,5}[(`]/i,
  // HTML and scripts
  /<\s{0,3}\/?\s{0,3}(?:script|img|svg|iframe|body|a|video|audio|object|embed|input|details|math|style|link|meta|base|form|marquee|html|div)\b/i,
  /\bon(?:error|load|click|focus|mouseover|toggle|begin|start)\s{0,5}=|(?:java|vb)script:|data:text\/html|\bdocument\.(?:cookie|location|domain|write)\b|\bwindow\.(?:location|open)\b/i,
  // Paths
  /(?:\.{2,4}|(?:\xc0\xae){2,4})(?:[/\\]|\xc0\xaf){1,9}|\/etc\/(?:passwd|shadow|hosts)\b|\/proc\/self\b|\b(?:win|boot)\.ini\b|\b(?:file|php|phar|gopher|dict|expect|data|zip|glob|jar|netdoc):\/\//i,
  // Internal network addresses
  /\b(?:https?|ftp|gopher|dict):\/{1,3}(?:localhost\b|127\.|10\.|192\.168\.|169\.254\.|0x7f|0\.0\.0\.0|\[::1?\]|metadata\.)/i,
  // Templates and expressions
  /\$\{\d|<%[=@ ]/,
  // XML, server-side includes, PHP
  /<!(?:entity|doctype)\b|<\?(?:php|xml|=)|<!--#|^[&%](?!(?:amp|lt|gt|quot|apos|nbsp);)[a-z]\w{0,30};$/i,
  // Shells
  /\$\(|\b(?:wget|curl|nc|bash|perl|cmd(?:\.exe)?|powershell)\s{1,5}[-/|&<>$'"\w]|\/bin\/(?:ba|z|k|da)?sh\b/i,
  /[;|&`]\s{0,5}(?:id|ls|cat|whoami|uname|ping|nslookup|dir|type|echo|rm|sleep|wget|curl|nc|bash|sh|env|ifconfig|netstat|ps)(?![\w-])/i,
  // LDAP, MongoDB, prototypes, serialized objects, header lines
  /\)\s{0,3}\(\s{0,3}[|&(]|\*\)\(|\$(?:ne|gte?|lte?|regex|where|n?in|exists)(?:["\]]|$)|__proto__|constructor\.prototype/,
  /\bO:\d{1,4}:"|\brO0AB|\r\n[\w-]{1,40}:|\0/,
];

/** Attacks that consist of two parts with other text between them. */
const IN_TWO_PARTS: readonly Nearby[] = [
  // SQL
  { first: /\bunion\b/gi, second: /\bselect\b/gi, within: 30 },
  { first: /\bselect\b/gi, second: /\bfrom\b/gi, within: 100 },
  { first: /\bupdate\b/gi, second: /\bset\b/gi, within: 60 },
  { first: /['"`)]\s{0,9}(?:(?:or|and|xor)(?![a-z])|\|\||&&)/gi, second: /[=<>]|\blike\b/gi, within: 60 },
  { first: /\/\*/g, second: /\*\//g, within: 40 },
  // Templates and expressions
  {
    first: /\$\{/g,
    second: /jndi|env|sys|lower|upper|::|\*|\+|java|runtime/gi,
    within: 60,
  },
  { first: /\{\{/g, second: /\}\}/g, within: 200 },
  { first: /#\{/g, second: /\}/g, within: 40 },
];

/** Signs of an attack that also occur in strong passwords. An apostrophe in a word, as in `O'Hara`, is none. */
const SIGN =
  /'(?!(?<=\p{L}')(?!or\b|and\b|x?or\b|union\b|select\b)\p{L})|["`<>;(){}|\\]|\$[({]|\.\.\/|--|\/\*|&&|\b(?:or|and|union|select|sleep)\b/iu;

/** The signs in `SIGN` that are not words. */
const SYMBOL =
  /'(?!(?<=\p{L}')(?!or\b|and\b|x?or\b|union\b|select\b)\p{L})|["`<>;(){}|\\]|\$[({]|\.\.\/|--|\/\*|&&/iu;

/** An operator before an attack, as in `1 OR SLEEP(5)`. */
const OPERATOR = /\b(?:or|and|xor)[\s(]{1,9}$/i;

/** Letters, digits, and symbols that cannot form any of the attacks above, with the exceptions in `NOT_PLAIN`. */
const PLAIN = /^[\w.@!?%^+~-]*$/;
const NOT_PLAIN = /--|rO0AB|__proto__|prototype|information_schema|\.\./;

/** Maximum length, in UTF-16 units, of a value to examine. */
const MOST_LOOKED_AT = 8192;

/**
 * Returns the offset at which an attack in a decoded value starts (it extends to the end), or undefined if no attack is
 * certain.
 * @param isMatched true if the rule matched inside this value; signs that also occur in passwords are then sufficient
 */
export function attackStart(value: string, isMatched: boolean): number | undefined {
  const looked = value.slice(0, MOST_LOOKED_AT);
  if (!isMatched && PLAIN.test(looked) && !NOT_PLAIN.test(looked)) return undefined;
  const first = SIGN.exec(looked)?.index;
  let plain: number | undefined;
  for (const attack of ATTACKS) {
    const index = attack.exec(looked)?.index;
    if (index !== undefined && (plain === undefined || index < plain)) plain = index;
  }
  for (const attack of IN_TWO_PARTS) {
    const index = firstOf(nearbyMatches(looked, attack))?.first.index;
    if (index !== undefined && (plain === undefined || index < plain)) plain = index;
  }
  if (plain === undefined) return isMatched ? first : undefined;
  const operator = OPERATOR.exec(looked.slice(0, plain))?.index ?? plain;
  return Math.min(operator, SYMBOL.exec(looked)?.index ?? plain);
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}

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
 * unchanged, unless it contains no sign of an attack and is a secret or has an apostrophe in a word, like a name. For
 * any other match, returns the values that clearly contain an attack or, if there are none, those that contain a sign of
 * one.
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
    const [only] = parts;
    if (!only) return match;
    if (only.start <= match.start && only.end >= match.end) {
      const secret = secrets.find(({ place }) => place.start <= match.start && match.end <= place.end);
      const isPassword = secret !== undefined && secret.part !== 'cookie' && secret.part !== 'header';
      const isAttack = attackStart(only.decoded, !isPassword) !== undefined;
      return isAttack || !(secret || /\p{L}['’]\p{L}/u.test(only.decoded)) ? match : [];
    }
    const certain = parts.filter(({ decoded }) => attackStart(decoded, false) !== undefined);
    const attacking =
      certain.length > 0 ? certain : parts.filter(({ decoded }) => attackStart(decoded, true) !== undefined);
    return attacking.map(({ start, end }) => ({ start, end }));
  });
}

function isSecret({ part, path: [header = ''], name }: Field): boolean {
  return part === 'cookie' || (part === 'header' ? isAuthorization(header) : isSecretName(name));
}
