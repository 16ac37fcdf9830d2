/** Offsets of a text as positions in the editor, which unifies line ends and drops a byte order mark. */
import type { TextRange } from '../report/decode/offsetMap.ts';

/** From 0; the character in UTF-16 units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

export class LineTable {
  /** Where each line starts, and where it ends before its line end. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(text: string) {
    this.#starts.push(text.startsWith('\ufeff') ? 1 : 0);
    for (const { 0: lineEnd, index } of text.matchAll(/\r\n|\r|\n/g)) {
      this.#ends.push(index);
      this.#starts.push(index + lineEnd.length);
    }
    this.#ends.push(text.length);
  }

  /** Of an offset within a line end, the end of its line. */
  positionOf(offset: number): LinePosition {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = this.#starts[low] ?? 0;
    const end = this.#ends[low] ?? start;
    return { line: low, character: Math.max(0, Math.min(offset, end) - start) };
  }

  /** Of a position past the end of its line, that end. */
  offsetOf({ line, character }: LinePosition): number {
    const last = this.#starts.length - 1;
    const at = Math.min(line, last);
    return Math.min((this.#starts[at] ?? 0) + character, this.#ends[at] ?? 0);
  }

  /** The range between two positions. */
  rangeOf(start: LinePosition, end: LinePosition): TextRange {
    return { start: this.offsetOf(start), end: this.offsetOf(end) };
  }
}
