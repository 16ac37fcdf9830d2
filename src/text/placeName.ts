import { type Message, message } from './l10n.ts';
import { truncate } from './strings.ts';

/** Maximum length, in characters, of a name in a place. Limited because many places can contain the same name. */
const LONGEST = 200;

/**
 * Returns the name of a place in a request. The name in it is untrusted and might be truncated.
 * @example placeName(message('Query parameter'), 'q') // in English 'Query parameter q'
 */
export function placeName(kind: Message, name: string): Message {
  const trimmed = name.trim();
  if (trimmed === '') return message('{0} without a name', kind);
  return message('{0} {1}', kind, cutName(trimmed));
}

/** Returns a name, truncated with `…` if it is too long. */
export function cutName(name: string): string {
  return truncate(name, LONGEST);
}
