/** How many rows back one is certainly known. */
const LEAST_KNOWN = 25_000;

/** The ids of the latest rows, at least `LEAST_KNOWN` and at most twice as many: its memory does not grow with the list. */
export class KnownRows {
  #latest = new Set<string>();
  #before = new Set<string>();

  has(id: string): boolean {
    return this.#latest.has(id) || this.#before.has(id);
  }

  /** Whether it was not known before. */
  add(id: string): boolean {
    if (this.has(id)) return false;
    if (this.#latest.size === LEAST_KNOWN) {
      this.#before = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(id);
    return true;
  }
}
