import { cutWithMark } from './cutText.ts';

/** Characters of a name in a place: many places may have the same name in them. */
const LONGEST = 200;

/** A place in a request, for example `Query parameter q`; the name in it is an attacker's text and may be cut. */
export function placeName(kind: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') return `${kind} without a name`;
  return `${kind} ${cutName(trimmed)}`;
}

/** The start of a name, with `…` in the place of the rest. */
export function cutName(name: string): string {
  return cutWithMark(name, LONGEST);
}
