/**
 * A deterministic stream of pseudorandom values (mulberry32). The same seeds produce the same stream on every platform.
 */
export class Random {
  #state: number;

  /** @param seeds integers, which are mixed so that neighboring seeds produce unrelated streams */
  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => scramble(state + Math.imul(seed, 0x9e3779b1)), 0x5eed);
  }

  /** Returns a number from 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns one of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** Returns `length` lowercase hexadecimal digits. */
  hex(length: number): string {
    let text = '';
    while (text.length < length) text += this.between(0, 0xffff).toString(16).padStart(4, '0');
    return text.slice(0, length);
  }
}

/** The final mixing step of MurmurHash3, in which every bit of the input affects every bit of the result. */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
