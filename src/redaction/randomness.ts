/** Distinguishes random values, such as keys and tokens, from words, numbers, addresses, and names. */

/** Maximum length, in UTF-16 units, of a value to examine. */
const MOST_LOOKED_AT = 512;

/** Names of static files, which can contain a hash. */
export const FILE = /\.(?:js|css|png|jpe?g|gif|svg|webp|woff2?|ico|map|html?|md|pdf)$/i;
export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** A time in the short form of ISO 8601, with or without the date. */
const TIME = /^(?:\d{6})?\d{2}T\d{4}(?:\d{2})?(?:Z|\+\d{2,4})$/i;
/** Host names whose labels are words, optionally ending in digits. */
const HOST = /^(?:[a-z]{1,40}\d{0,4}(?:-[a-z\d]{1,20})?\.){1,10}[a-z]{2,24}(?::\d{1,5})?$/i;

/** Returns true if a value looks random, which makes it unlikely to occur again by chance. */
export function looksRandom(value: string): boolean {
  const looked = value.slice(0, MOST_LOOKED_AT);
  if (/\s/.test(looked)) return false;
  if (!looked.match(/[^"'`<>()[\]{}|\\;,=/:._-]{8,512}/g)?.some(isRandomRun)) return UUID.test(looked);
  if (HOST.test(looked)) return false;
  return !/^[a-z][a-z\d+.-]{1,20}:\/\/|^\/[^/]{1,200}\/|^\.{0,2}\/[\w-]{1,60}\.[a-z]{2,5}$/i.test(looked);
}

/** Returns true for a string of hexadecimal digits, which is often a commit hash or a digest. */
export function isDigest(value: string): boolean {
  return /^[\da-f]+$/i.test(value);
}

/** Mixes of letters, digits, and symbols that are not passwords: addresses, paths, files, escapes. */
const ORDINARY_MIX =
  /^(?:[\w.+-]{1,60}:)?\/|^[\w.+-]{1,100}@[\w-]{1,60}\.[\w.-]{1,60}$|\.[a-z]{2,4}\d?$|%[\da-f]{2}|^[$%#@][\w-]{1,60}%?$|\$\{|&&|&#?\w{2,8};|\/\*|\?\w{1,40}=/i;

/**
 * Returns true if a value looks like a password that a user chose, for values whose only other evidence is a
 * nearby word.
 */
export function looksChosen(value: string): boolean {
  if (value.length < 6 || value.length > 100 || !/\p{L}/u.test(value) || !/\d/.test(value)) return false;
  if (ORDINARY_MIX.test(value) || HOST.test(value)) return false;
  if (/[!#$%&*@^~?]/.test(value)) return true;
  return (
    /[A-Z]/.test(value) && /[a-z]/.test(value) && /[_.-]/.test(value) && /[A-Za-z]\d|\d[A-Za-z]/.test(value)
  );
}

/** Returns true if a value looks like a chosen or generated secret. */
export function isChosen(value: string): boolean {
  return looksChosen(value) || (looksRandom(value) && !/%[\da-f]{2}/i.test(value));
}

/** Returns true for a word followed by digits, like many passwords: not sufficient evidence of a secret by itself. */
export function looksNumbered(value: string): boolean {
  return /^\p{L}{3,30}[_.-]?\d{2,8}[!#$*.]?$/u.test(value);
}

/** Returns true if a run without separators looks random. */
function isRandomRun(run: string): boolean {
  return isIrregular(run) && /\p{L}/u.test(run) && !TIME.test(run);
}

/**
 * Judges a run by the changes between lowercase letters, capital letters, digits, and other characters. A change from a
 * capital to a lowercase letter is ignored.
 */
function isIrregular(run: string): boolean {
  let changes = 0;
  let hasDigit = false;
  for (let at = 0, before = OTHER; at < run.length; at++) {
    const here = classOf(run.charCodeAt(at));
    if (at > 0 && here !== before && !(before === UPPER && here === LOWER)) changes++;
    hasDigit ||= here === DIGIT;
    before = here;
  }
  if (hasDigit) return changes >= 3 || /^[\da-f]{16,512}$/i.test(run);
  if (run.length < 12) return false;
  return /^[a-z]{8,512}$|^[A-Z]{8,512}$/.test(run) ? isUnpronounceable(run.toLowerCase()) : changes >= 5;
}

const [OTHER, LOWER, UPPER, DIGIT] = [0, 1, 2, 3];

function classOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  return unit < 0x80 ? OTHER : LOWER;
}

/** Returns true if vowels are rarer than in words in most languages. */
function isUnpronounceable(letters: string): boolean {
  const vowels = letters.match(/[aeiouy]/g)?.length ?? 0;
  return /[^aeiouy]{6}/.test(letters) || 6 * vowels < letters.length;
}

/**
 * Values that are not secrets: marks, words, and numbers that represent an empty value; variable names and placeholders
 * to fill in; a single repeated symbol.
 */
const NO_VALUES: readonly RegExp[] = [
  /^\s*(?:undefined|null|nil|none|nan|true|false|yes|no|on|off|same-origin|include|omit|bearer|basic|(?:in)?active|enabled|disabled|expired|invalid|required|\[object(?: object\])?|\*{1,200}|[x•●]{3,200}|\[?(?:filtered|redacted|masked|removed|hidden)\]?|<(?:redacted|masked|hidden)>)\s*$/i,
  /^[^\p{L}\d]{1,6}$/u,
  /^(?:\d{1,2}|x)$|^\d0{3,12}$/,
  /^(?:await|new|return|function|async)\s/,
  /^(?:this|self|req|request|ctx|params|props|form|body|config|settings|process|window|document|event|args|options|input|user)\.[A-Za-z_$][\w$.]{0,100}[;,)\s]*$/,
  /^(?:var|local|module|data|random_password|inputs|secrets|vars)(?:\.[a-z_][a-z_\d]{0,60}){1,5}$/,
  /^\$\{[A-Za-z_][\w.]{0,80}\}$/,
  /^!(?:vault|secret|env|Ref|GetAtt)(?:\s{1,3}(?:[|>][+-]?|[A-Za-z_][\w.]{0,60}))?$/,
  /^(.)\1{31}/,
  /^(?:<|%3C)[\p{L}_ -]{2,40}(?:>|%3E)$/iu,
  /^[<[{](?:your|my|the|insert|enter)[-_ ][\w -]{1,60}[>\]}]?$/i,
  /^(?:\$\{?[A-Za-z_]\w{0,60}\}?|%\w{1,40}%|\{\{[^{}]{1,60}\}\}|%s)$/,
  /^(?:[A-Za-z_][A-Za-z_.]{1,60}\(\)|string|\[?(?:String|ID|Int|Float|Boolean)!?\]?!?)$/,
  /^(?:\$_[A-Z]{3,10}|[A-Za-z_.]{1,60})\[["']\w{1,40}["']\]$/,
  /^(?:process\.env|os\.environ|os\.getenv|ENV|getenv|System\.getenv|import\.meta\.env)\b[\w.(["'\])]{0,80}$/,
];

/** Text, as opposed to any of `NO_VALUES`. */
const SEVERAL_WORDS = /^(?!await|new|return|function|async)\w{1,60}[ +]\w/;

/** Returns true for a value that is used when there is no secret, so that hiding it has no benefit. */
export function isNoValue(value: string): boolean {
  return !SEVERAL_WORDS.test(value) && NO_VALUES.some((pattern) => pattern.test(value));
}

/** Harmless values that attacks themselves use. */
const NEUTRAL =
  /^(?:admin(?:istrator)?|root|test|user|guest|null|true|false|\d{1,4}|\d{1,3}(?:\.\d{1,3}){3}|localhost|alert|script)$/i;

/** Returns true for a harmless value that attacks use, such as `admin` or `1`. */
export function isNeutral(value: string): boolean {
  return NEUTRAL.test(value);
}
