/** Finds repeated values. Linear in the length of the text, for any number of values. */
import type { Span } from './spans.ts';

export interface Recurrence<T> extends Span {
  readonly value: T;
}

interface Sought<T> {
  readonly whole: string;
  readonly value: T;
  /** True for a value that matches only as a complete word. */
  readonly isWord: boolean;
}

/** Number of units at the start of a value that are compared first; no value is shorter. */
const PREFIX = 8;
/** Maximum number of values with the same start. They are all compared wherever that start occurs. */
const MOST_ALIKE = 32;
/** Number of values for which a small table suffices. */
const FEW = 1000;

export class RecurrenceSearch<T> {
  readonly #byPrefix = new Map<string, Sought<T>[]>();
  /** The hashes of the starts of all values, which allow most offsets in the text to be skipped. */
  #hashes = new PrefixHashes([]);
  /** Number of values that are not searched for, because too many have the same start. */
  left = 0;

  get isEmpty(): boolean {
    return this.#byPrefix.size === 0;
  }

  /** Adds a value of at least eight units. If the value was already added, this has no effect. */
  add(whole: string, value: T, isWord = true): void {
    if (whole.length < PREFIX) return;
    const prefix = whole.slice(0, PREFIX);
    const alike = this.#byPrefix.get(prefix);
    if (alike?.some((known) => known.whole === whole)) return;
    if (alike?.length === MOST_ALIKE) this.left++;
    else if (alike) alike.push({ whole, value, isWord });
    else this.#byPrefix.set(prefix, [{ whole, value, isWord }]);
  }

  /**
   * Yields the recurrences in the text in ascending order, without overlaps. If several start at the same offset,
   * yields only the longest.
   */
  *in(text: string): Generator<Recurrence<T>, void, undefined> {
    if (this.isEmpty) return;
    if (this.#byPrefix.size !== this.#hashes.count)
      this.#hashes = new PrefixHashes([...this.#byPrefix.keys()]);
    let next = 0;
    for (let start = this.#hashes.next(text, next); start >= 0; start = this.#hashes.next(text, next)) {
      next = start + 1;
      const found = this.#byPrefix
        .get(text.slice(start, start + PREFIX))
        ?.filter(
          ({ whole, isWord }) =>
            (!isWord || isSeparate(text, start, start + whole.length)) && text.startsWith(whole, start),
        );
      if (found === undefined || found.length === 0) continue;
      const { whole, value } = found.reduce((longest, each) =>
        each.whole.length > longest.whole.length ? each : longest,
      );
      next = start + whole.length;
      yield { start, end: next, value };
    }
  }
}

/** The hashes of the starts of values, in a table with one bit for each possible hash. */
class PrefixHashes {
  readonly count: number;
  /** A unit affects the hash until it has been shifted past the last bit, which takes eight units. */
  readonly #shift: number;
  readonly #mask: number;
  readonly #table: Uint32Array;

  constructor(prefixes: readonly string[]) {
    this.count = prefixes.length;
    this.#shift = prefixes.length > FEW ? 3 : 2;
    this.#mask = (1 << (prefixes.length > FEW ? 22 : 16)) - 1;
    this.#table = new Uint32Array((this.#mask + 1) / 32);
    for (const prefix of prefixes) {
      let hash = 0;
      for (let at = 0; at < PREFIX; at++) hash = ((hash << this.#shift) ^ prefix.charCodeAt(at)) & this.#mask;
      this.#table[hash >>> 5] = (this.#table[hash >>> 5] ?? 0) | (1 << (hash & 31));
    }
  }

  /** Returns the first offset at or after `from` at which a value might start, or -1 without such an offset. */
  next(text: string, from: number): number {
    const [table, shift, mask, { length }] = [this.#table, this.#shift, this.#mask, text];
    const first = from + PREFIX - 1;
    for (let at = from, hash = 0; at < length; at++) {
      hash = ((hash << shift) ^ text.charCodeAt(at)) & mask;
      if (at >= first && (((table[hash >>> 5] ?? 0) >>> (hash & 31)) & 1) === 1) return at - PREFIX + 1;
    }
    return -1;
  }
}

/** Returns true if neither end of a range is inside a word. */
function isSeparate(text: string, start: number, end: number): boolean {
  const isInside = (offset: number) =>
    isWordUnit(text.charCodeAt(offset - 1)) && isWordUnit(text.charCodeAt(offset));
  return !isInside(start) && !isInside(end);
}

/** Returns true for letters and digits, and false past either end of the text. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7)
  );
}
