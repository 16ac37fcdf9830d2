import { isServiceError } from '../base/errors.ts';
import { type ListChange, listChanged, MOST_VAIN, type PagedList, type Span } from './pagedList.ts';

/** Maximum number of concurrent requests. It is low so that the visible part of a list is read before the rest. */
const TOGETHER = 2;

export interface ListReaderOptions<T> {
  readonly list: PagedList<T>;
  /** Called after items are added to or dropped from the list. */
  readonly onPlaced: (change: ListChange<T>) => void;
  /** Called after any change: to items, pages in progress, failures, or the length of the list. */
  readonly onChange: () => void;
}

/** A span of places that could not be read. */
export interface FailedSpan extends Span {
  readonly fault: unknown;
}

/** Reads the visible part of a list, from the middle outward, and cancels reads of parts that are no longer visible. */
export class ListReader<T> {
  readonly #options: ListReaderOptions<T>;
  readonly #reading = new Map<number, AbortController>();
  readonly #sight = { first: 0, end: 1 };
  #failed: readonly FailedSpan[] = [];
  /** The span at the start of the list that is read even if it is not visible. */
  #wanted: Span | undefined;
  #isPaused = false;
  /** The number of consecutive reads that did not return any visible or wanted item. */
  #vain = 0;

  constructor(options: ListReaderOptions<T>) {
    this.#options = options;
    options.list.sights.add(this.#sight);
    options.list.listeners.add(this.#onPlaced);
  }

  get failed(): readonly FailedSpan[] {
    return this.#failed;
  }

  /** True while `load` is running. */
  get isLoading(): boolean {
    return this.#wanted !== undefined;
  }

  /** Reads the unknown items from place `first` up to but not including `end`. */
  look(first: number, end: number): void {
    this.#sight.first = first;
    this.#sight.end = Math.max(first + 1, end);
    this.#readOn();
  }

  /** Reads the given number of items from the start of the list. */
  load(places: number): void {
    this.#wanted = { first: 0, end: places };
    this.#changed();
  }

  /** Stops the read that `load` started. */
  stop(): void {
    this.#wanted = undefined;
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
    const { sights, listeners } = this.#options.list;
    sights.delete(this.#sight);
    listeners.delete(this.#onPlaced);
  }

  readonly #onPlaced = (change: ListChange<T>) => {
    const wanted = this.#wanted;
    // No more items can be kept in memory.
    if (wanted && change.dropped.some((place) => place < wanted.end)) this.#wanted = undefined;
    this.#options.onPlaced(change);
    this.#options.onChange();
  };

  #changed(): void {
    this.#readOn();
    this.#options.onChange();
  }

  #readOn(): void {
    const pages = this.#isPaused ? [] : this.#pages();
    for (const [page, controller] of this.#reading) {
      if (pages.includes(page)) continue;
      this.#reading.delete(page);
      controller.abort();
    }
    for (const page of pages) {
      if (this.#reading.size >= TOGETHER) break;
      if (!this.#reading.has(page)) void this.#read(page);
    }
  }

  /** Returns the pages to read, most urgent first. */
  #pages(): number[] {
    const { list } = this.#options;
    if (!list.hasAnswered) return this.#failed.length > 0 ? [] : [1];
    const pagesOf = (span: Span) => this.#unknown(span).map((place) => list.pageOf(place));
    const middle = list.pageOf(Math.floor((this.#sight.first + this.#sight.end - 1) / 2));
    const seen = pagesOf(this.#sight).sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    const wanted = this.#wanted ? pagesOf(this.#wanted) : [];
    if (wanted.length === 0) this.#wanted = undefined;
    return [...new Set([...seen, ...wanted])];
  }

  /** Returns the unknown places in a span, except those that failed. */
  #unknown(span: Span): number[] {
    const hasFailed = (place: number) => this.#failed.some(({ first, end }) => place >= first && place < end);
    return this.#options.list.unknown(span).filter((place) => !hasFailed(place));
  }

  async #read(page: number): Promise<void> {
    const controller = new AbortController();
    this.#reading.set(page, controller);
    const { list } = this.#options;
    const unknown = () =>
      this.#unknown(this.#sight).length + this.#unknown(this.#wanted ?? this.#sight).length;
    const before = list.hasAnswered ? unknown() : Number.POSITIVE_INFINITY;
    try {
      await list.read(page, controller);
      this.#vain = unknown() < before ? 0 : this.#vain + 1;
      if (this.#vain >= MOST_VAIN) throw listChanged();
    } catch (fault) {
      if (controller.signal.aborted) return;
      this.#fail(page, fault);
    }
    this.#reading.delete(page);
    this.#changed();
  }

  #fail(page: number, fault: unknown): void {
    const { list } = this.#options;
    const hasChanged = isServiceError(fault, 'list-changed');
    const span = hasChanged ? { ...this.#sight } : list.placesOf(page);
    this.#failed = [...this.#failed, { first: span.first, end: span.end, fault }];
    this.#vain = 0;
    // Do not read the other pages, because they would fail, too.
    if (hasChanged || isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden'))
      this.#wanted = undefined;
  }
}
