/** The parts of a text that are not hidden, joined, so that each search passes over them only once. */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Span } from '../text/spans.ts';
import { firstAfter } from './segments.ts';

/** The character in place of a hidden value. It is no part of a word or of a token. */
const HIDDEN = '\u2022';

export class Remainder {
  readonly text: string;
  /** The parts, with the offsets of their ends in `text` and their distances from there to their places. */
  readonly #parts: (TextRange & { readonly shift: number })[] = [];

  /** @param hidden in ascending order and disjoint */
  constructor(text: string, hidden: readonly TextRange[]) {
    const pieces: string[] = [];
    let [from, length] = [0, 0];
    for (const { start, end } of [...hidden, { start: text.length, end: text.length }]) {
      pieces.push(text.slice(from, start));
      const next = length + start - from + HIDDEN.length;
      this.#parts.push({ start: length, end: next, shift: from - length });
      length = next;
      from = end;
    }
    this.text = pieces.join(HIDDEN);
  }

  /** Returns the place in the original text of a span of the joined text. */
  place({ start, end }: Span): Span {
    return { start: start + this.#shiftAt(start), end: end + this.#shiftAt(end - 1) };
  }

  #shiftAt(offset: number): number {
    return this.#parts[firstAfter(this.#parts, offset)]?.shift ?? 0;
  }
}
