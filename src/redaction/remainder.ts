/** The parts of a text that are not hidden, joined, so that each search passes over them only once. */
import type { Span } from '../text/spans.ts';

/** The character in place of a hidden value. It is no part of a word or of a token. */
const HIDDEN = '\u2022';

export class Remainder {
  readonly text: string;
  /** The ends of the parts in `text`, and their distances from there to their places. */
  readonly #ends: number[] = [];
  readonly #shifts: number[] = [];

  /** @param hidden in ascending order and disjoint */
  constructor(text: string, hidden: readonly Span[]) {
    const pieces: string[] = [];
    let [from, length] = [0, 0];
    const add = (start: number) => {
      pieces.push(text.slice(from, start));
      this.#shifts.push(from - length);
      length += start - from + HIDDEN.length;
      this.#ends.push(length);
    };
    for (const { start, end } of hidden) {
      add(start);
      from = end;
    }
    add(text.length);
    this.text = pieces.join(HIDDEN);
  }

  /** Returns the place in the original text of a span of the joined text. */
  place({ start, end }: Span): Span {
    return { start: start + this.#shiftAt(start), end: end + this.#shiftAt(end - 1) };
  }

  #shiftAt(offset: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#shifts[low] ?? 0;
  }
}
