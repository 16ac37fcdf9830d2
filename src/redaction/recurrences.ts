/** Finds repetitions of values as complete words. Linear in the length of the text, for any number of values. */

export interface Recurrence<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

/** Number of units at the start of a value that identify it; no value is shorter. */
const PREFIX = 8;
/** Maximum number of values with the same start to compare at each of its occurrences. */
const MOST_ALIKE = 32;

export class RecurrenceSearch<T> {
  readonly #byPrefix = new Map<string, { readonly whole: string; readonly value: T }[]>();
  /** Number of values that are not searched for because too many have the same start. */
  left = 0;

  get size(): number {
    return this.#byPrefix.size;
  }

  /** Adds a value of at least eight units; of equal values, the first one is used. */
  add(whole: string, value: T): void {
    if (whole.length < PREFIX) return;
    const prefix = whole.slice(0, PREFIX);
    const alike = this.#byPrefix.get(prefix);
    if (alike === undefined) this.#byPrefix.set(prefix, [{ whole, value }]);
    else if (alike.some((known) => known.whole === whole)) return;
    else if (alike.length === MOST_ALIKE) this.left++;
    else alike.push({ whole, value });
  }

  /**
   * Yields the recurrences in a text in ascending order. If several start at the same offset, only the longest is
   * returned. They don't overlap.
   */
  *in(text: string): Generator<Recurrence<T>, void, undefined> {
    if (this.#byPrefix.size === 0) return;
    for (let start = 0; start + PREFIX <= text.length; start++) {
      if (start > 0 && isWordUnit(text.charCodeAt(start)) && isWordUnit(text.charCodeAt(start - 1))) continue;
      const alike = this.#byPrefix.get(text.slice(start, start + PREFIX));
      if (alike === undefined) continue;
      let longest: { readonly whole: string; readonly value: T } | undefined;
      for (const known of alike) {
        const { length } = known.whole;
        if (length <= (longest?.whole.length ?? 0) || !text.startsWith(known.whole, start)) continue;
        const isEnd =
          !isWordUnit(text.charCodeAt(start + length)) || !isWordUnit(text.charCodeAt(start + length - 1));
        if (isEnd) longest = known;
      }
      if (longest === undefined) continue;
      const end = start + longest.whole.length;
      yield { start, end, value: longest.value };
      start = end - 1;
    }
  }
}

/** Returns true for letters and digits, and false past the end of a text. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7)
  );
}
