/** The values in a report that the user chose to show or hide. */
import { fullyDecoded } from './levels.ts';

export interface Choices {
  /** The IDs (`valueId`) of the values to show. A value that contains a connection's key is never shown. */
  readonly shown: readonly string[];
  /** The strings to hide wherever they occur, including in encoded form. They take precedence over `shown`. */
  readonly hidden: readonly string[];
}

/**
 * Maximum length, in UTF-16 units, of a value that is used as its own ID. A longer value is identified by its length
 * and its first and last `END` units.
 */
const LONGEST_ID = 4096;
const END = 1024;

/**
 * Returns a short string that identifies a value regardless of its encoding. A long value is identified only as sent.
 */
export function valueId(value: string): string {
  return value.length <= LONGEST_ID
    ? fullyDecoded(value).replaceAll('+', ' ')
    : `${value.length}:${value.slice(0, END)}${value.slice(-END)}`;
}
