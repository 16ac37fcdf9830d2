import { UNITS_PER_VALUE, valueSize } from './values.ts';

/**
 * A map that keeps only the most recently set entries, ordered from oldest to newest. The newest entry is always kept.
 */
export class NewestMap<Value> extends Map<string, Value> {
  readonly #most: number;
  readonly #mostUnits: number;
  #total = 0;

  /**
   * @param most maximum number of entries
   * @param mostUnits maximum total size of the values, in UTF-16 units, including a fixed amount for each value
   */
  constructor(most: number, mostUnits = Number.POSITIVE_INFINITY) {
    super();
    this.#most = most;
    this.#mostUnits = mostUnits;
  }

  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    this.#total += this.#sizeOf(value);
    for (const oldest of this.keys()) {
      if ((this.size <= this.#most && this.#total <= this.#mostUnits) || oldest === key) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    const value = this.get(key);
    if (value !== undefined) this.#total -= this.#sizeOf(value);
    return super.delete(key);
  }

  override clear(): void {
    super.clear();
    this.#total = 0;
  }

  #sizeOf(value: Value): number {
    return valueSize(value, this.#mostUnits, UNITS_PER_VALUE);
  }
}
