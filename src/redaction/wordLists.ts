/**
 * The words in the names of headers, parameters, and fields that contain secrets, and in attacks. Each list in
 * `wordLists.json` has a description. Add new words only there. The lists for names are in lowercase.
 *
 * Sources: the parameter filters of Rails (`filter_parameter_logging`), Django (`SafeExceptionReporterFilter`), Sentry
 * (`EventScrubber`), and Laravel; OAuth 2.0 (RFC 6749, 7636, 8628), OpenID Connect, OAuth 1.0a (RFC 5849), SAML 2.0,
 * and CAS 3.0; signed URLs of AWS, Google Cloud, Azure, and CloudFront; the forms of WordPress, Joomla, Drupal, TYPO3,
 * phpMyAdmin, Magento, and Spring Security; the labels of sign-in forms in the languages in the lists.
 */
import lists from './wordLists.json' with { type: 'json' };

const { lastPairs, ...ofWords } = lists;

/** The lists of words, in lowercase and without accents. */
export const wordLists = Object.fromEntries<unknown>(
  Object.entries(ofWords).map(([name, { words }]) => [
    name,
    new Set(words.flatMap(wordsIn).map(plainLetters)),
  ]),
) as { readonly [Name in keyof typeof ofWords]: ReadonlySet<string> };

/** Pairs of last words, separated by a space: `session id`. */
export const lastWordPairs: ReadonlySet<string> = new Set(
  lastPairs.pairs.flatMap(([first = '', last = '']) =>
    wordsIn(first).flatMap((one) => wordsIn(last).map((other) => `${one} ${other}`)),
  ),
);

/** Returns text in lowercase and without accents; Hangul and Han are unchanged. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  return /[^ -~]/.test(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC') : lower;
}

function wordsIn(line: string): string[] {
  return line.split(' ');
}
