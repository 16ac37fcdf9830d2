/** Distinguishes random values, such as keys and tokens, from words, numbers, addresses, and names. */

/** Maximum length, in UTF-16 units, of a value to examine. */
const MOST_LOOKED_AT = 512;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
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

/** Harmless values that attacks themselves use. */
const NEUTRAL =
  /^(?:admin(?:istrator)?|root|test|user|guest|null|true|false|\d{1,4}|\d{1,3}(?:\.\d{1,3}){3}|localhost|alert|script)$/i;

/** Returns true for a harmless value that attacks use, such as `admin` or `1`. */
export function isNeutral(value: string): boolean {
  return NEUTRAL.test(value);
}
