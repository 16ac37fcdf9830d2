/** The values that were hidden in a log, to hide them in its other texts as well. */

import { MappedText } from '../http/decode/mappedText.ts';
import type { Span } from '../text/spans.ts';
import { fullyDecoded, levelsOf } from './levels.ts';
import { isNeutral } from './randomness.ts';

/** Maximum length, in UTF-16 units, of a value to find again. */
const LONGEST = 4096;
const SHORTEST = 4;
/** Maximum number of words in a value to find again. */
const MOST_WORDS = 12;
const WORDS = /[\p{L}\p{M}\p{N}]{1,4096}/gu;
/** Punctuation at either end of a value. */
const ENDS = /^[^\p{L}\p{N}]{1,100}|[^\p{L}\p{N}]{1,100}$/gu;

export class HiddenTexts {
  readonly #texts = new Set<string>();

  /** Adds a value, as sent and decoded. */
  add(value: string): void {
    if (value.length < SHORTEST || value.length > LONGEST) return;
    this.#add(value);
    if (!/[%\\+&]/.test(value)) return;
    const decoded = fullyDecoded(value);
    this.#add(decoded);
    this.#add(decoded.replaceAll('+', ' '));
  }

  #add(value: string): void {
    const text = value.replace(ENDS, '');
    if (isDistinctive(text)) this.#texts.add(text);
  }

  /**
   * Returns the ranges of a text that are equal to one of the values, as sent or decoded.
   * @param words the maximum number of words in a value
   */
  find(text: string, words = MOST_WORDS): readonly Span[] {
    if (this.#texts.size === 0) return [];
    const found: Span[] = [];
    for (const level of levelsOf(MappedText.raw(text)))
      for (const span of this.#in(level.text, words)) found.push(level.toRaw(span));
    return found;
  }

  *#in(text: string, most: number): Generator<Span, void, undefined> {
    if (most === 1) {
      for (const { 0: word, index } of text.matchAll(WORDS))
        if (this.#texts.has(word)) yield { start: index, end: index + word.length };
      return;
    }
    const words = Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }));
    for (let first = 0; first < words.length; first++) {
      const start = words[first]?.start ?? 0;
      for (let last = Math.min(first + most, words.length) - 1; last >= first; last--) {
        const end = words[last]?.end ?? 0;
        if (end - start > LONGEST || end - start < SHORTEST || !this.#texts.has(text.slice(start, end)))
          continue;
        yield { start, end };
        first = last;
        break;
      }
    }
  }
}

/** Returns true for a value that is unlikely to occur by chance, unlike words, names, and short numbers. */
function isDistinctive(text: string): boolean {
  if (text.length < SHORTEST || isNeutral(text)) return false;
  return /\d|[^\p{L}\p{M}_-]/u.test(text);
}
