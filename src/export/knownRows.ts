/** How many rows back one is certainly known. */
const LEAST_KNOWN = 25_000;

/** The `idx` of the latest rows, at least `LEAST_KNOWN` and at most twice as many: its memory does not grow with the list. */
export class KnownRows {
  #latest = new Set<number>();
  #before = new Set<number>();

  has(idx: number): boolean {
    return this.#latest.has(idx) || this.#before.has(idx);
  }

  /** Whether it was not known before. */
  add(idx: number): boolean {
    if (this.has(idx)) return false;
    if (this.#latest.size === LEAST_KNOWN) {
      this.#before = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(idx);
    return true;
  }
}
