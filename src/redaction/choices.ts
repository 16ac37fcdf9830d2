/** The values in a report that the user chose to show or hide. */
import { fullyDecoded } from './levels.ts';

export interface Choices {
  /** The values to show, in any encoding (`valueId`). A value that contains a connection's key is never shown. */
  readonly shown: readonly string[];
  /** The strings to hide wherever they occur, including in encoded form. They take precedence over `shown`. */
  readonly hidden: readonly string[];
}

/** Maximum length, in UTF-16 units, of a value that is identified as a whole, and of the ends of a longer one. */
const LONGEST = 4096;
const END = 1024;

/** Returns a short string that stands for a value: the value itself or, if it is long, its length and its ends. */
export function shortValue(value: string): string {
  return value.length <= LONGEST ? value : `${value.length}:${value.slice(0, END)}${value.slice(-END)}`;
}

/** Returns a string that identifies a value, or the short form of one, regardless of its encoding. */
export function valueId(value: string): string {
  return fullyDecoded(shortValue(value)).replaceAll('+', ' ');
}
