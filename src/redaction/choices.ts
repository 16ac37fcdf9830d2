/** The values in a report that the user chose to show or hide. */

import { mergeSpans, type Span } from '../text/spans.ts';
import { type HiddenValue, without } from './hiddenValues.ts';
import { KnownKeys } from './knownKeys.ts';
import { fullyDecoded } from './levels.ts';
import { lengthMark } from './placeholders.ts';
import type { PlaceholderTags } from './placeholderTags.ts';

export interface Choices {
  /** The IDs (`valueId`) of the values to show. */
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

/** Applies the choices to the strings in a log. Connection keys are never shown. */
export class ChosenValues {
  readonly #shown: ReadonlySet<string>;
  readonly #hidden: KnownKeys;

  constructor({ shown, hidden }: Choices, keys: readonly string[]) {
    const ids = new Set(keys.map(valueId));
    this.#shown = new Set(shown.filter((id) => !ids.has(id)));
    this.#hidden = new KnownKeys(hidden, 1);
  }

  isShown(id: string): boolean {
    return this.#shown.has(id);
  }

  /**
   * Returns the ranges to hide in a string, in ascending order and disjoint.
   * @param usual the ranges that are hidden without choices
   * @param keys the ranges of connection keys
   * @param tags receives the values that are shown
   */
  hiddenIn(
    text: string,
    usual: readonly HiddenValue[],
    keys: readonly HiddenValue[],
    tags?: PlaceholderTags,
  ): readonly HiddenValue[] {
    const shown = usual.filter((range) => this.#shows(text, range, tags));
    const kept =
      shown.length === 0 ? usual : mergeSpans([...usual.filter((range) => !shown.includes(range)), ...keys]);
    const found = mergeSpans(this.#hidden.find(text)).flatMap((span) => without(span, kept));
    if (found.length === 0) return kept;
    const added = found.map(({ start, end }: Span) => ({ start, end, mark: lengthMark(end - start) }));
    return mergeSpans([...kept, ...added]);
  }

  #shows(text: string, { start, end }: HiddenValue, tags: PlaceholderTags | undefined): boolean {
    if (this.#shown.size === 0) return false;
    const value = text.slice(start, end);
    const id = valueId(value);
    if (!this.isShown(id)) return false;
    tags?.addShown(value, id);
    return true;
  }
}
