import { type Message, message } from './l10n.ts';
import { truncate } from './strings.ts';

/** Maximum characters of a name in a place, because many places can contain the same name. */
const LONGEST = 200;

/**
 * Returns the name of a place in a request; the name in it is untrusted and may be cut.
 * @example placeName(message('Query parameter'), 'q') // in English 'Query parameter q'
 */
export function placeName(kind: Message, name: string): Message {
  const trimmed = name.trim();
  if (trimmed === '') return message('{0} without a name', kind);
  return message('{0} {1}', kind, cutName(trimmed));
}

/** Returns the start of a name, with `…` when it is cut. */
export function cutName(name: string): string {
  return truncate(name, LONGEST);
}
