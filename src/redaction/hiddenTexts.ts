/** The values that were hidden in a log, to hide them in its other texts as well. */

import { fullyDecoded, levelsOf } from '../http/decode/levels.ts';
import { matchSpans, mergeSpans, type Span } from '../text/spans.ts';
import { isNeutral } from './ordinary.ts';

/** The range of the length, in UTF-16 units, of a value to find again, and its maximum number of words. */
const SHORTEST_TEXT = 4;
const LONGEST = 4096;
const MOST_WORDS = 12;
/** Letters and digits, and all characters beyond ASCII. */
const WORDS = /[A-Za-z\d\u0080-\uffff]{1,4096}/g;
const NO_WORD = /[^A-Za-z\d\u0080-\uffff]/;
/** A value without the punctuation at its ends. */
const CORE = /[A-Za-z\d\u0080-\uffff](?:[\s\S]*[A-Za-z\d\u0080-\uffff])?/;

/** The values, in which a `+` stands for a space. */
export class HiddenTexts {
  readonly #host: string;
  readonly #texts = new Set<string>();
  readonly #firstWords = new Set<string>();

  /** @param host the protected host, which is shown, also where it or a part of it with a dot is a value as well */
  constructor(host = '') {
    this.#host = host;
  }

  add(value: string): void {
    if (value.length < SHORTEST_TEXT || value.length > LONGEST) return;
    const [text = ''] = CORE.exec(fullyDecoded(value).replaceAll('+', ' ')) ?? [];
    if (!isDistinctive(text) || (text.includes('.') && this.#host.includes(text))) return;
    this.#texts.add(text);
    this.#firstWords.add(text.split(NO_WORD, 1)[0] ?? '');
  }

  /** Returns the ranges of the text in which a text is equal to one of the values, as sent or decoded. */
  find(text: string): readonly Span[] {
    return mergeSpans(
      [...levelsOf(text)].flatMap((level) =>
        this.#in(level.text.replaceAll('+', ' ')).map((span) => level.toRaw(span)),
      ),
    );
  }

  /** Returns the longest value at each word of a text. They can overlap. */
  #in(text: string): readonly Span[] {
    // Only for speed: most texts contain none.
    if (!text.match(WORDS)?.some((word) => this.#firstWords.has(word))) return [];
    const words = matchSpans(text, WORDS);
    const found: Span[] = [];
    for (const [index, { start, end }] of words.entries()) {
      if (!this.#firstWords.has(text.slice(start, end))) continue;
      const ends = words.slice(index, index + MOST_WORDS).map((word) => word.end);
      const last = ends.findLast((each) => this.#texts.has(text.slice(start, each)));
      if (last !== undefined) found.push({ start, end: last });
    }
    return found;
  }
}

/** Returns true for a value that is unlikely to occur by chance, unlike words, names, and short numbers. */
function isDistinctive(text: string): boolean {
  return text.length >= SHORTEST_TEXT && /\d|[^\p{L}\p{M}_-]/u.test(text) && !isNeutral(text);
}
