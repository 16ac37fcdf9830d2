/** Finds random-looking words, such as tokens and passwords that a program made. */
import { matchSpans, type Span } from '../text/spans.ts';

/** A run of letters, digits, and hyphens, without the end of a percent-encoded character. */
const RUN = /(?<!%.?)[\w-]{16,512}/g;
/** An identifier in hexadecimal digits, and the start of a serialized Java object in Base64, which is an attack. */
const KNOWN = /^(?:[\da-f]{1,32}(?:-[\da-f]{1,32}){0,4}$|rO0AB)/i;
/** The changes between letters and digits and from lowercase to capital letters. */
const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

/** Finds random-looking words, except identifiers in hexadecimal digits. Linear in the length of the text. */
export function randomWords(text: string): readonly Span[] {
  return matchSpans(text, RUN, (run) => !KNOWN.test(run) && run.split(/[_-]/).some(looksRandom));
}

/** Returns true for a word with more changes between letters and digits than names have, or of many capitals and digits. */
function looksRandom(word: string): boolean {
  const changes = word.match(CHANGES)?.length ?? 0;
  const isMixed = word.length >= 8 && changes >= (/\d/.test(word) ? 3 : 5);
  return isMixed || /^(?=.*\d)[\dA-Z]{16,512}$/.test(word);
}
