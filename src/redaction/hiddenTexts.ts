/** The values that were hidden in a log, to hide them in its other texts as well. */
import type { MappedText } from '../http/decode/mappedText.ts';
import type { Span } from '../text/spans.ts';
import { fullyDecoded, levelsOf } from './levels.ts';
import { isNeutral } from './ordinary.ts';

/** The range of the length, in UTF-16 units, of a value to find again, and its maximum number of words. */
const SHORTEST = 4;
const LONGEST = 4096;
const MOST_WORDS = 12;
/** Letters and digits, and all characters beyond ASCII. */
const WORDS = /[A-Za-z\d\u0080-\uffff]{1,4096}/g;
const SEPARATOR = '\uf8ff';

export class HiddenTexts {
  readonly #texts = new Set<string>();
  /** The values that are not in the set yet, because decoding them together is faster. */
  #added: string[] = [];

  add(value: string): void {
    if (value.length >= SHORTEST && value.length <= LONGEST) this.#added.push(value);
  }

  /**
   * Returns the ranges of the raw text in which a text is equal to one of the values, as sent or decoded.
   * @param most the maximum number of words in a value
   */
  find(text: MappedText, most = MOST_WORDS): readonly Span[] {
    this.#addDecoded();
    if (this.#texts.size === 0) return [];
    const found: Span[] = [];
    for (const level of levelsOf(text))
      for (const span of this.#in(level.text, most)) found.push(level.toRaw(span));
    return found;
  }

  #addDecoded(): void {
    if (this.#added.length === 0) return;
    for (const value of normalized(fullyDecoded(this.#added.join(SEPARATOR))).split(SEPARATOR)) {
      const text = trimmed(value);
      if (isDistinctive(text)) this.#texts.add(text);
    }
    this.#added = [];
  }

  *#in(text: string, most: number): Generator<Span, void, undefined> {
    const [starts, ends]: [number[], number[]] = [[], []];
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      if (most === 1 && !this.#texts.has(word)) continue;
      starts.push(index);
      ends.push(index + word.length);
    }
    for (let first = 0; first < starts.length; first++) {
      const start = starts[first] ?? 0;
      for (let last = Math.min(first + most, ends.length) - 1; last >= first; last--) {
        const end = ends[last] ?? 0;
        if (end - start > LONGEST || end - start < SHORTEST) continue;
        if (!this.#texts.has(normalized(text.slice(start, end)))) continue;
        yield { start, end };
        first = last;
        break;
      }
    }
  }
}

/** A `+` can stand for a space. */
function normalized(text: string): string {
  return text.replaceAll('+', ' ');
}

/** Returns a value without the punctuation at its ends. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && !isWord(value.charCodeAt(start))) start++;
  while (end > start && !isWord(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

/** Returns true for ASCII letters and digits, and for the units of all other characters. */
function isWord(unit: number): boolean {
  const lower = unit | 0x20;
  return unit > 0x7f || (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** Returns true for a value that is unlikely to occur by chance, unlike words, names, and short numbers. */
function isDistinctive(text: string): boolean {
  return text.length >= SHORTEST && /\d|[^\p{L}\p{M}_-]/u.test(text) && !isNeutral(text);
}
