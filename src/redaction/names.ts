/** Determines which names, path segments, and boundaries are shown, as opposed to those that are values. */
import { HARMLESS } from './ordinary.ts';
import { isOfAttacks } from './vocabulary.ts';

/** Characters that don't occur in identifiers, and `@` and `#` except before a word. */
const FOREIGN = /[^\w.$:[\]@#-]|\w[@#]/;
const WORD = /[A-Za-z\d]{1,200}/g;
/** A word in a name, possibly with digits, or a short number. */
const NAME_WORD = /^(?:[A-Za-z]{1,24}(?:\d{1,2}[A-Za-z]{1,12}|\d{0,3})|\d{1,3})$/;
const ROUTE_WORD = /^(?:\d?[A-Za-z]{1,24}\d{0,3}|\d{1,3})$/;
const MOST_DIGITS = 3;
const LONGEST_NAME = 200;
const LONGEST_SEGMENT = 60;
/** Maximum number of words in a path segment if some of them are unknown. */
const MOST_WORDS = 3;

/**
 * Returns true for an identifier: words of ASCII letters, joined by punctuation, with at most three digits in all except
 * for the indexes of elements. Any other name is a value.
 */
export function isIdentifier(name: string): boolean {
  if (name.length > LONGEST_NAME || FOREIGN.test(name)) return false;
  return consistsOf(NAME_WORD, name.replace(/\[\d{1,6}\]/g, '[]'));
}

/** Returns true if all words in a text have a shape, and the text has at most three digits. */
function consistsOf(shape: RegExp, text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits <= MOST_DIGITS && (text.match(WORD) ?? []).every((word) => shape.test(word));
}

/** File extensions that are so long that they could be mistaken for a last name. */
const LONG_EXTENSION =
  /\.(?:config|properties|backup|sqlite|manifest|schema|action|webmanifest|htaccess|htpasswd)$/i;
/** A document whose name has several words, which can name a person. */
const DOCUMENT = /[_-].*\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|eml|msg|heic|jpe?g)$/i;

/**
 * Returns true for a decoded path segment that is a part of a route: words of ASCII letters, joined by punctuation such
 * as `-`, with at most three digits in all, or a number of at most four digits. Titles of more than three words, documents, and
 * login names such as `first.lastname` are values.
 */
export function isRouteSegment(segment: string): boolean {
  if (/^\d{4}$/.test(segment)) return true;
  if (segment.length > LONGEST_SEGMENT || /[^!-~]|[@~+%]/.test(segment)) return false;
  if (DOCUMENT.test(segment)) return false;
  if (/^[A-Za-z]{1,20}\.[A-Za-z]{6,20}$/.test(segment) && !LONG_EXTENSION.test(segment)) return false;
  return consistsOf(ROUTE_WORD, segment) && (wordsOf(segment).length <= MOST_WORDS || isKnown(segment));
}

/** Returns true for a parameter without a value that is a word, or several known words. */
export function isBareName(name: string): boolean {
  return /^[A-Za-z_.-]{1,24}$/.test(name) && (wordsOf(name).length <= 1 || isKnown(name));
}

/** Returns true for the boundary of a multipart body that a program made: all words in it are known. */
export function isGenerated(boundary: string): boolean {
  const rest = boundary.replace(/(?<![A-Za-z])(?:(?:WebKitForm)?[Bb]oundary|(?:Next)?Part)(?![a-z])/g, '');
  const plain = rest.match(/(?<![A-Za-z\d])[A-Za-z]{4,200}\d{0,4}(?![A-Za-z\d])/g) ?? [];
  return plain.every(isOfAttacks);
}

function isKnown(text: string): boolean {
  return wordsOf(text).every((word) => isOfAttacks(word) || HARMLESS.has(word.toLowerCase()));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z]{1,200}/g) ?? [];
}
