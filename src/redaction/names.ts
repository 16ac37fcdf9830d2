/** Determines which names, path segments, and boundaries are shown, as opposed to those that are values. */
import { HARMLESS } from './ordinary.ts';
import { isOfAttacks } from './vocabulary.ts';

/** Characters that don't occur in identifiers, and `@` and `#` except before a word. */
const FOREIGN = /[^\w.$:[\]@#-]|\w[@#]/;
const WORD = /[A-Za-z\d]{1,200}/g;
/** A word in a name, possibly with digits, or a short number. */
const SHAPE = /^(?:\d?[A-Za-z]{1,24}(?:\d{1,2}[A-Za-z]{1,12}|\d{0,3})|\d{1,3})$/;
const MOST_DIGITS = 3;
const LONGEST = 200;
/** Maximum number of unknown words in a name; two could name a person. */
const MOST_UNKNOWN = 1;

/**
 * Returns true for an identifier: words of ASCII letters, joined by punctuation, with at most three digits in all except
 * for the indexes of elements. Any other name is a value.
 */
export function isIdentifier(name: string): boolean {
  if (name.length > LONGEST || FOREIGN.test(name)) return false;
  return consistsOfWords(name.replace(/\[\d{1,6}\]/g, '[]'));
}

/** Returns true for an identifier that is shown: all of its words but one are known. */
export function isName(name: string): boolean {
  return isIdentifier(name) && isKnown(name, MOST_UNKNOWN);
}

/** Returns true if all words in a text have the shape, and the text has at most three digits. */
function consistsOfWords(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits <= MOST_DIGITS && (text.match(WORD) ?? []).every((word) => SHAPE.test(word));
}

/** A document whose name has several words, which can name a person. */
const DOCUMENT = /^(?=.*[_-]).*\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|eml|msg|heic|jpe?g)$/i;

/**
 * Returns true for a decoded path segment that is a part of a route: words of ASCII letters, joined by punctuation such
 * as `-`, all but one of them known, with at most three digits in all, or a number of at most four digits.
 */
export function isRouteSegment(segment: string): boolean {
  if (/^\d{4}$/.test(segment)) return true;
  if (segment.length > LONGEST || /[^!-~]|[@~+%]/.test(segment) || DOCUMENT.test(segment)) return false;
  return consistsOfWords(segment) && isKnown(segment, MOST_UNKNOWN);
}

/** Returns true if at most so many words are neither used by attacks nor ordinary names. */
function isKnown(text: string, mostUnknown: number): boolean {
  const words = text.match(/[A-Za-z]{2,200}/g) ?? [];
  return (
    words.filter((word) => !isOfAttacks(word) && !HARMLESS.has(word.toLowerCase())).length <= mostUnknown
  );
}
