import { cutWithMark } from '../text/cutText.ts';

/** UTF-16 units of a name that is stored: a domain's name in DNS has 253 at most, but a service may send any text. */
export const STORED_NAME_LIMIT = 300;

/** A service's name for something, as the editor's state keeps it: the start of a long one, with `…` for the rest. */
export function storedName(name: string): string;
export function storedName(name: string | undefined): string | undefined;
export function storedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : cutWithMark(name, STORED_NAME_LIMIT);
}
