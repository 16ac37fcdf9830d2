/** Distinguishes random values, such as keys and tokens, from words, numbers, addresses, and names. */

/** A time in the short form of ISO 8601, with or without the date. */
const TIME = /^(?:\d{6})?\d{2}T\d{4}(?:\d{2})?Z?$/i;

/** Returns true if a part of a word looks random, which makes the word unlikely to occur again by chance. */
export function looksRandom(word: string): boolean {
  const parts = word.split(/[_-]/);
  return parts.some(
    (part) => part.length >= 8 && /[A-Za-z]/.test(part) && !TIME.test(part) && isIrregular(part),
  );
}

/** The changes between letters and digits and from lowercase to capital letters. */
const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

function isIrregular(part: string): boolean {
  const changes = part.match(CHANGES)?.length ?? 0;
  if (/\d/.test(part)) return changes >= 3 || /^[\da-f]{16,512}$/i.test(part);
  if (part.length < 12) return false;
  return /^(?:[a-z]+|[A-Z]+)$/.test(part) ? isUnpronounceable(part.toLowerCase()) : changes >= 5;
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
