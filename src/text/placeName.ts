import { cutWithMark } from './cutText.ts';

/** Characters of a name in a place: many places may have the same name in them. */
const LONGEST = 200;

/**
 * Returns the name of a place in a request; the name in it is an attacker's text and may be cut.
 * @example placeName('Query parameter', 'q') // 'Query parameter q'
 */
export function placeName(kind: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') return `${kind} without a name`;
  return `${kind} ${cutName(trimmed)}`;
}

/** Returns the start of a name, with `…` for the rest. */
export function cutName(name: string): string {
  return cutWithMark(name, LONGEST);
}
