import { english, type Message, type Say, t } from './l10n.ts';

/** Puts sentences after one another, with a space between them in languages that have one there. */
export function sentences(...all: readonly string[]): string {
  const [first = '', ...others] = all;
  return others.reduce(
    (before, next) => t({ message: '{0} {1}', comment: 'sentences' }, before, next),
    first,
  );
}

/**
 * Says a title as a part of a sentence: English begins it with a small letter there, other languages have it as it is.
 * @example inSentence(message('Detection type'), english) // 'detection type'
 */
export function inSentence(title: Message, say: Say): string {
  const said = say(title);
  return said === english(title) ? said.toLowerCase() : said;
}
