import { type ListChange, type PagedList, PER_PAGE, type Span } from './pagedList.ts';

/** Maximum number of concurrent reads. It is low so that the visible part of a list is read before the rest. */
const TOGETHER = 2;

/** A span of places that could not be read. */
export interface FailedSpan extends Span {
  readonly fault: unknown;
}

/**
 * Reads the visible part of a list, from the middle outward, in parts of `PER_PAGE` places, and cancels reads of parts
 * that are no longer visible.
 */
export class ListReader<T> {
  readonly #list: PagedList<T>;
  readonly #onPlaced: (change: ListChange<T>) => void;
  readonly #onChange: () => void;
  /** The reads in progress, by the first place of their part. */
  readonly #reading = new Map<number, AbortController>();
  readonly #sight = { first: 0, end: 1 };
  #failed: readonly FailedSpan[] = [];
  /** The number of places at the start of the list that are read even if they are not visible. */
  #wanted = 0;
  #isPaused = false;

  /**
   * @param onPlaced called after items are added to or dropped from the list
   * @param onChange called after any change: to items, reads in progress, failures, or the length of the list
   */
  constructor(list: PagedList<T>, onPlaced: (change: ListChange<T>) => void, onChange: () => void) {
    this.#list = list;
    this.#onPlaced = onPlaced;
    this.#onChange = onChange;
    list.sights.add(this.#sight);
    list.listeners.add(this.#placed);
  }

  get failed(): readonly FailedSpan[] {
    return this.#failed;
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
    this.#changed();
  }

  /** Pauses reading while the list is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#readOn();
  }

  /** Retries the items that could not be read. */
  tryAgain(): void {
    this.#failed = [];
    this.#changed();
  }

  dispose(): void {
    this.pause(true);
    this.#list.sights.delete(this.#sight);
    this.#list.listeners.delete(this.#placed);
  }

  readonly #placed = (change: ListChange<T>) => {
    // No more items can be kept in memory.
    if (change.dropped.some((place) => place < this.#wanted)) this.#wanted = 0;
    this.#onPlaced(change);
    this.#onChange();
  };

  #changed(): void {
    this.#readOn();
    this.#onChange();
  }

  #readOn(): void {
    const parts = this.#isPaused ? [] : this.#parts();
    for (const [part, controller] of this.#reading) {
      if (parts.includes(part)) continue;
      this.#reading.delete(part);
      controller.abort();
    }
    for (const part of parts) {
      if (this.#reading.size >= TOGETHER) break;
      if (!this.#reading.has(part)) void this.#read(part);
    }
  }

  /** Returns the first places of the parts to read, most urgent first. */
  #parts(): number[] {
    if (!this.#list.hasAnswered) return this.#failed.length > 0 ? [] : [0];
    const hasFailed = (place: number) => this.#failed.some(({ first, end }) => place >= first && place < end);
    const partsOf = (span: Span) => {
      const places = this.#list.unknown(span).filter((place) => !hasFailed(place));
      return [...new Set(places.map((place) => place - (place % PER_PAGE)))];
    };
    const middle = (this.#sight.first + this.#sight.end - PER_PAGE) / 2;
    const seen = partsOf(this.#sight).sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    const wanted = partsOf({ first: 0, end: this.#wanted });
    if (wanted.length === 0) this.#wanted = 0;
    return [...new Set([...seen, ...wanted])];
  }

  async #read(part: number): Promise<void> {
    const controller = new AbortController();
    this.#reading.set(part, controller);
    const span = { first: part, end: part + PER_PAGE };
    try {
      await this.#list.fill(span, controller);
    } catch (fault) {
      if (controller.signal.aborted) return;
      this.#failed = [...this.#failed, { ...span, fault }];
      this.#wanted = 0;
    }
    this.#reading.delete(part);
    this.#changed();
  }
}
