/** The values that were hidden in a log, to hide them in its other texts as well. */
import { mergeSpans, type Span } from '../text/spans.ts';
import { fullyDecoded, levelsOf } from './levels.ts';
import { isNeutral } from './ordinary.ts';

/** The range of the length, in UTF-16 units, of a value to find again, and its maximum number of words. */
export const SHORTEST_TEXT = 4;
const LONGEST = 4096;
const MOST_WORDS = 12;
/** Letters and digits, and all characters beyond ASCII. */
const WORDS = /[A-Za-z\d\u0080-\uffff]{1,4096}/g;
const FIRST_WORD = new RegExp(WORDS.source);
/** A value without the punctuation at its ends. */
const CORE = /[A-Za-z\d\u0080-\uffff](?:[\s\S]*[A-Za-z\d\u0080-\uffff])?/;

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
    const [text = ''] = CORE.exec(normalized(fullyDecoded(value))) ?? [];
    if (!isDistinctive(text) || (text.includes('.') && this.#host.includes(text))) return;
    this.#texts.add(text);
    this.#firstWords.add(FIRST_WORD.exec(text)?.[0] ?? '');
  }

  /**
   * Returns the ranges of the raw text in which a text is equal to one of the values, as sent or decoded.
   * @param most the maximum number of words in a value
   */
  find(text: string, most = MOST_WORDS): readonly Span[] {
    if (this.#texts.size === 0) return [];
    // Only for speed: most texts are not encoded.
    if (!/[%\\&]/.test(text)) return this.#in(normalized(text), most);
    const levels = [...levelsOf(text)];
    return mergeSpans(
      levels.flatMap((level) => this.#in(normalized(level.text), most).map((span) => level.toRaw(span))),
    );
  }

  #in(text: string, most: number): readonly Span[] {
    const found: Span[] = [];
    // Only for speed: most texts contain none.
    if (!text.match(WORDS)?.some((word) => this.#firstWords.has(word))) return found;
    let end = 0;
    for (const { 0: word, index: start } of text.matchAll(WORDS)) {
      if (start < end || !this.#firstWords.has(word)) continue;
      end = this.#endOf(text, start, most);
      if (end > start) found.push({ start, end });
    }
    return found;
  }

  /** Returns the end of the longest value that starts at an offset, or the offset if there is none. */
  #endOf(text: string, start: number, most: number): number {
    const window = text.slice(start, start + LONGEST);
    let [longest, words] = [0, 0];
    for (const { 0: word, index } of window.matchAll(WORDS)) {
      const length = index + word.length;
      if (this.#texts.has(window.slice(0, length))) longest = length;
      if (++words === most) break;
    }
    return start + longest;
  }
}

/** A `+` can stand for a space. */
function normalized(text: string): string {
  return text.includes('+') ? text.replaceAll('+', ' ') : text;
}

/** Returns true for a value that is unlikely to occur by chance, unlike words, names, and short numbers. */
function isDistinctive(text: string): boolean {
  return text.length >= SHORTEST_TEXT && /\d|[^\p{L}\p{M}_-]/u.test(text) && !isNeutral(text);
}
