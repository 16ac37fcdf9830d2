import { type ListChange, type PagedList, PER_PAGE } from './pagedList.ts';

/** Maximum number of concurrent reads. It is low so that the visible part of a list is read before the rest. */
const TOGETHER = 2;

/**
 * Reads the visible part of a list in parts of `PER_PAGE` places, and cancels reads of parts that are no longer visible.
 */
export class ListReader<T> {
  readonly #list: PagedList<T>;
  readonly #onChange: (change?: ListChange) => void;
  /** The reads in progress, by the first place of their part. */
  readonly #reading = new Map<number, AbortController>();
  /** The reasons that parts could not be read, by the first place of the part. */
  readonly #faults = new Map<number, unknown>();
  readonly #sight = { first: 0, end: 1 };
  /** The number of places at the start of the list that are read even if they are not visible. */
  #wanted = 0;
  #isPaused = false;

  /** @param onChange called after any change: to items, reads in progress, failures, or the length of the list */
  constructor(list: PagedList<T>, onChange: (change?: ListChange) => void) {
    this.#list = list;
    this.#onChange = onChange;
    list.sights.add(this.#sight);
    list.listeners.add(this.#placed);
  }

  /** The reason that a part could not be read. */
  get fault(): unknown {
    return this.#faults.values().next().value;
  }

  /** True while `load` is running. */
  get isLoading(): boolean {
    return this.#wanted > 0;
  }

  /** Reads the unknown items from place `first` up to but not including `end`. */
  look(first: number, end: number): void {
    this.#sight.first = first;
    this.#sight.end = Math.max(first + 1, end);
    this.#readOn();
  }

  /** Reads the given number of items from the start of the list; 0 stops the read. */
  load(places: number): void {
    this.#wanted = places;
    this.#readOn();
    this.#onChange();
  }

  /** Pauses reading while the list is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#readOn();
  }

  /** Retries the items that could not be read. */
  tryAgain(): void {
    this.#faults.clear();
    this.#readOn();
    this.#onChange();
  }

  dispose(): void {
    this.pause(true);
    this.#list.sights.delete(this.#sight);
    this.#list.listeners.delete(this.#placed);
  }

  readonly #placed = (change: ListChange) => {
    // No more items can be kept in memory.
    if (change.dropped.some((place) => place < this.#wanted)) this.#wanted = 0;
    this.#onChange(change);
  };

  #readOn(): void {
    const parts = this.#isPaused ? new Set<number>() : this.#parts();
    for (const [part, controller] of this.#reading) {
      if (parts.has(part)) continue;
      this.#reading.delete(part);
      controller.abort();
    }
    for (const part of parts)
      if (this.#reading.size < TOGETHER && !this.#reading.has(part)) void this.#read(part);
  }

  /** Returns the first places of the parts to read, the visible ones first. */
  #parts(): Set<number> {
    const partsOf = (places: readonly number[]) =>
      places.map((place) => place - (place % PER_PAGE)).filter((part) => !this.#faults.has(part));
    const wanted = partsOf(this.#list.unknown({ first: 0, end: this.#wanted }));
    if (wanted.length === 0) this.#wanted = 0;
    return new Set([...partsOf(this.#list.unknown(this.#sight)), ...wanted]);
  }

  async #read(part: number): Promise<void> {
    const controller = new AbortController();
    this.#reading.set(part, controller);
    try {
      await this.#list.fill({ first: part, end: part + PER_PAGE }, controller);
    } catch (fault) {
      if (controller.signal.aborted) return;
      this.#faults.set(part, fault);
      this.#wanted = 0;
    }
    this.#reading.delete(part);
    this.#readOn();
    this.#onChange();
  }
}
