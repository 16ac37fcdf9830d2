import { english, type Message, type Say } from './l10n.ts';

/**
 * Says a title as a part of a sentence: English begins it with a small letter there, other languages have it as it is.
 * @example inSentence(message('Detection type'), english) // 'detection type'
 */
export function inSentence(title: Message, say: Say): string {
  const said = say(title);
  return said === english(title) ? said.toLowerCase() : said;
}
