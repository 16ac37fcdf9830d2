import { english, type Message, plural, type Say, t } from './l10n.ts';

/** Joins sentences, with a space between them in languages that use spaces. */
export function sentences(...all: readonly string[]): string {
  const [first = '', ...others] = all;
  return others.reduce(
    (before, next) => t({ message: '{0} {1}', comment: 'sentences' }, before, next),
    first,
  );
}

/**
 * Renders a title for use within a sentence: in lowercase in English, and unchanged in other languages.
 * @example inSentence(message('Detection type'), english) // 'detection type'
 */
export function inSentence(title: Message, say: Say): string {
  const said = say(title);
  return said === english(title) ? said.toLowerCase() : said;
}

/** Returns the reason that rows of a list, which were received, could not be read. */
export function unreadableReason(): string {
  return t('The service sent null or another value that is not an object.');
}

export function unreadableText(rows: number): string {
  return plural(rows, { one: 'This row could not be read', other: '{0} rows could not be read' });
}
