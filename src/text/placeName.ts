import { type Message, message } from './l10n.ts';
import { cutWithMark } from './strings.ts';

/** Characters of a name in a place: many places may have the same name in them. */
const LONGEST = 200;

/**
 * Returns the name of a place in a request; the name in it is an attacker's text and may be cut.
 * @example placeName(message('Query parameter'), 'q') // in English 'Query parameter q'
 */
export function placeName(kind: Message, name: string): Message {
  const trimmed = name.trim();
  if (trimmed === '') return message('{0} without a name', kind);
  return message('{0} {1}', kind, cutName(trimmed));
}

/** Returns the start of a name, with `…` for the rest. */
export function cutName(name: string): string {
  return cutWithMark(name, LONGEST);
}
