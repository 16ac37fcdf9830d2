/** Finds random-looking words, such as tokens and passwords that a program made. */
import { matchSpans, type Span } from '../text/spans.ts';

export const SHORTEST_RANDOM = 16;
/** A run of letters, digits, and hyphens, without the end of a percent-encoded character. */
const RUN = /(?<!%.?)[\w-]{16,512}/g;
/** An identifier in hexadecimal digits. */
const HEXADECIMAL = /^[\da-f]{1,32}(?:-[\da-f]{1,32}){0,4}$/i;
/** Words and numbers in a name. */
const SLUG = /^(?:[A-Za-z]{1,40}|\d{1,10})(?:[-_](?:[A-Za-z]{1,40}|\d{1,10})){0,200}$/;
/** The start of a serialized Java object in Base64, which is an attack. */
const JAVA_OBJECT = /^rO0AB/;

/** Finds random-looking words, except identifiers in hexadecimal digits. Linear in the length of the text. */
export function randomWords(text: string): readonly Span[] {
  // Only for speed: most texts have no long word.
  if (!/[\w-]{16}/.test(text)) return [];
  const isRandom = (run: string) =>
    !HEXADECIMAL.test(run) && !SLUG.test(run) && !JAVA_OBJECT.test(run) && looksRandom(run);
  return matchSpans(text, RUN, isRandom);
}

/** A time in the short form of ISO 8601, with or without the date. */
const TIME = /^(?:\d{6})?\d{2}T\d{4}(?:\d{2})?Z?$/i;

/** Returns true if a part of a word looks random, which makes the word unlikely to occur again by chance. */
function looksRandom(word: string): boolean {
  const parts = word.split(/[_-]/);
  return parts.some(
    (part) => part.length >= 8 && /[A-Za-z]/.test(part) && !TIME.test(part) && isIrregular(part),
  );
}

/** The changes between letters and digits and from lowercase to capital letters. */
const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

function isIrregular(part: string): boolean {
  const changes = part.match(CHANGES)?.length ?? 0;
  if (/\d/.test(part)) return changes >= 3 || /^(?:[\da-f]{16,512}|[\dA-Z]{16,512})$/.test(part);
  if (part.length < 12) return false;
  return /^(?:[a-z]+|[A-Z]+)$/.test(part) ? isUnpronounceable(part.toLowerCase()) : changes >= 5;
}

/** Returns true if vowels are rarer than in words in most languages. */
function isUnpronounceable(letters: string): boolean {
  const vowels = letters.match(/[aeiouy]/g)?.length ?? 0;
  return /[^aeiouy]{6}/.test(letters) || 6 * vowels < letters.length;
}
