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
/** A value without the punctuation at its ends. */
const CORE = /[A-Za-z\d\u0080-\uffff](?:[\s\S]*[A-Za-z\d\u0080-\uffff])?/;

export class HiddenTexts {
  readonly #texts = new Set<string>();

  add(value: string): void {
    if (value.length < SHORTEST || value.length > LONGEST) return;
    const [text = ''] = CORE.exec(normalized(fullyDecoded(value))) ?? [];
    if (isDistinctive(text)) this.#texts.add(text);
  }

  /**
   * Returns the ranges of the raw text in which a text is equal to one of the values, as sent or decoded.
   * @param most the maximum number of words in a value
   */
  find(text: MappedText, most = MOST_WORDS): readonly Span[] {
    if (this.#texts.size === 0) return [];
    return [...levelsOf(text)].flatMap((level) =>
      this.#in(level.text, most).map((span) => level.toRaw(span)),
    );
  }

  #in(text: string, most: number): readonly Span[] {
    const found: Span[] = [];
    const places: Span[] = [];
    for (const { 0: word, index } of text.matchAll(WORDS))
      if (most > 1 || this.#texts.has(word)) places.push({ start: index, end: index + word.length });
    for (let first = 0; first < places.length; first++) {
      const start = places[first]?.start ?? 0;
      for (let last = Math.min(first + most, places.length) - 1; last >= first; last--) {
        const end = places[last]?.end ?? 0;
        if (end - start > LONGEST || !this.#texts.has(normalized(text.slice(start, end)))) continue;
        found.push({ start, end });
        first = last;
        break;
      }
    }
    return found;
  }
}

/** A `+` can stand for a space. */
function normalized(text: string): string {
  return text.replaceAll('+', ' ');
}

/** Returns true for a value that is unlikely to occur by chance, unlike words, names, and short numbers. */
function isDistinctive(text: string): boolean {
  return text.length >= SHORTEST && /\d|[^\p{L}\p{M}_-]/u.test(text) && !isNeutral(text);
}
