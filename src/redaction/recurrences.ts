/** Finds repeated values. Linear in the length of the text, for any number of values. */

export interface Recurrence<T> {
  readonly start: number;
  readonly end: number;
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

export class RecurrenceSearch<T> {
  readonly #byPrefix = new Map<string, Sought<T>[]>();
  /**
   * The hashes of the starts of all values, which allow most offsets in the text to be skipped; empty if not up to
   * date.
   */
  #hashes = new Uint8Array();
  /** The units in the starts of all values; text between other units is too short for a value if it has fewer than eight. */
  #units = new Uint8Array();
  /** Number of values that are not searched for, because too many have the same start. */
  left = 0;

  /** Adds a value of at least eight units. If the value was already added, this has no effect. */
  add(whole: string, value: T, isWord = true): void {
    if (whole.length < PREFIX) return;
    const prefix = whole.slice(0, PREFIX);
    const alike = this.#byPrefix.get(prefix);
    if (alike?.some((known) => known.whole === whole)) return;
    if (alike?.length === MOST_ALIKE) this.left++;
    else if (alike) alike.push({ whole, value, isWord });
    else this.#byPrefix.set(prefix, [{ whole, value, isWord }]);
    if (this.#hashes.length > 0) this.#hashes = new Uint8Array();
  }

  /**
   * Yields the recurrences in the text in ascending order, without overlaps. If several start at the same offset,
   * yields only the longest.
   */
  *in(text: string): Generator<Recurrence<T>, void, undefined> {
    if (this.#byPrefix.size === 0) return;
    if (this.#hashes.length === 0) {
      const prefixes = [...this.#byPrefix.keys()];
      this.#hashes = hashesOf(prefixes);
      this.#units = unitsOf(prefixes);
    }
    for (let start = this.#candidate(text, 0); start >= 0; start = this.#candidate(text, start + 1)) {
      const isStart =
        start === 0 || !isWordUnit(text.charCodeAt(start)) || !isWordUnit(text.charCodeAt(start - 1));
      let longest: Sought<T> | undefined;
      for (const known of this.#byPrefix.get(text.slice(start, start + PREFIX)) ?? []) {
        const { length } = known.whole;
        if (known.isWord && !isStart) continue;
        if (length <= (longest?.whole.length ?? 0) || !text.startsWith(known.whole, start)) continue;
        const isEnd =
          !isWordUnit(text.charCodeAt(start + length)) || !isWordUnit(text.charCodeAt(start + length - 1));
        if (!known.isWord || isEnd) longest = known;
      }
      if (longest === undefined) continue;
      const end = start + longest.whole.length;
      yield { start, end, value: longest.value };
      start = end - 1;
    }
  }

  /** Returns the first offset at or after `from` at which a value might start; -1 if there is none. */
  #candidate(text: string, from: number): number {
    const mask = this.#hashes.length - 1;
    for (let start = from; start + PREFIX <= text.length; start++) {
      let other = start + PREFIX - 1;
      while (other >= start && this.#units[text.charCodeAt(other)] !== 0) other--;
      if (other >= start) {
        start = other;
        continue;
      }
      let hash = hashOf(text, start);
      for (let next = start + PREFIX; ; next++) {
        if (this.#hashes[slotOf(hash, mask)] === 1) return next - PREFIX;
        const unit = text.charCodeAt(next);
        if (next === text.length || this.#units[unit] === 0) {
          start = next;
          break;
        }
        hash = (Math.imul(hash, FACTOR) + unit - Math.imul(text.charCodeAt(next - PREFIX), LEAVING)) | 0;
      }
    }
    return -1;
  }
}

/**
 * The factor of the rolling hash, and its power for the unit that leaves the window. Both are calculated modulo 2³².
 */
const FACTOR = 0x01000193;
const LEAVING = Array.from({ length: PREFIX }).reduce<number>((power) => Math.imul(power, FACTOR), 1);
/** The number of slots per value, and the minimum and maximum number of slots. */
const SLOTS_EACH = 16;
const FEWEST_SLOTS = 1 << 10;
const MOST_SLOTS = 1 << 22;

/** Returns a table of the prefixes' hashes. The table's length is a power of two. */
function hashesOf(prefixes: readonly string[]): Uint8Array<ArrayBuffer> {
  let slots = FEWEST_SLOTS;
  while (slots < MOST_SLOTS && slots < SLOTS_EACH * prefixes.length) slots *= 2;
  const hashes = new Uint8Array(slots);
  for (const prefix of prefixes) hashes[slotOf(hashOf(prefix, 0), slots - 1)] = 1;
  return hashes;
}

/** Returns the hash of the eight units starting at `start`. */
function hashOf(text: string, start: number): number {
  let hash = 0;
  for (let at = start; at < start + PREFIX; at++) hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Returns a table in which the ASCII units that occur in none of the prefixes are 0. */
function unitsOf(prefixes: readonly string[]): Uint8Array<ArrayBuffer> {
  const units = new Uint8Array(0x80);
  for (const prefix of prefixes) for (let at = 0; at < PREFIX; at++) units[prefix.charCodeAt(at)] = 1;
  return units;
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

/** Returns true for letters and digits, and false past the end of the text. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7)
  );
}
