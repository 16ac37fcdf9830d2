import { isServiceError } from '../base/errors.ts';
import type { PagedList, VainReads } from './pagedList.ts';
import type { Placed, Span } from './places.ts';

/** Maximum number of concurrent requests. It is low so that the visible part of a list is read before the rest. */
const TOGETHER = 2;

export interface ListReaderOptions<T> {
  readonly list: PagedList<T>;
  /** Number of items per request, 10 to 100. */
  readonly perPage: number;
  /** Called after items are added or removed from memory. */
  readonly onPlaced: (change: Placed<T>) => void;
  /** Called after any change: to items, pages in progress, failures, or the length of the list. */
  readonly onChange: () => void;
}

/** A span of positions that could not be read. */
export interface FailedSpan extends Span {
  readonly fault: unknown;
}

/** Reads the visible part of a list, from the middle outward, and cancels reads of parts that are no longer visible. */
export class ListReader<T> {
  readonly #options: ListReaderOptions<T>;
  readonly #reading = new Map<number, AbortController>();
  #vain: VainReads;
  readonly #onPlaced = (change: Placed<T>) => this.#placed(change);
  #failed: readonly FailedSpan[] = [];
  readonly #sight = { first: 0, end: 1 };
  /** The span at the start of the list that is read even if it is not visible. */
  #wanted: Span | undefined;
  #isPaused = false;

  constructor(options: ListReaderOptions<T>) {
    this.#options = options;
    const { list } = options;
    this.#vain = list.vainReads();
    list.places.sights.add(this.#sight);
    list.listeners.add(this.#onPlaced);
  }

  get failed(): readonly FailedSpan[] {
    return this.#failed;
  }

  /** The number of pages in progress. */
  get reading(): number {
    return this.#reading.size;
  }

  /** True while `load` is running. */
  get isLoading(): boolean {
    return this.#wanted !== undefined;
  }

  /** Reads the unknown items from position `first` up to but not including `end`. */
  look(first: number, end: number): void {
    this.#sight.first = first;
    this.#sight.end = Math.max(first + 1, end);
    this.#readOn();
  }

  /** Reads the given number of items from the start of the list. */
  load(places: number): void {
    this.#want({ first: 0, end: places });
    this.#readOn();
    this.#options.onChange();
  }

  /** Stops the read that `load` started. */
  stop(): void {
    this.#want(undefined);
    this.#readOn();
    this.#options.onChange();
  }

  /** Pauses reading while the list is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#readOn();
  }

  /** Retries the items that could not be read. */
  tryAgain(): void {
    this.#failed = [];
    this.#readOn();
    this.#options.onChange();
  }

  dispose(): void {
    this.#isPaused = true;
    this.#readOn();
    const { places, listeners } = this.#options.list;
    this.#want(undefined);
    places.sights.delete(this.#sight);
    listeners.delete(this.#onPlaced);
  }

  #want(wanted: Span | undefined): void {
    const { sights } = this.#options.list.places;
    if (this.#wanted) sights.delete(this.#wanted);
    this.#wanted = wanted;
    if (wanted) sights.add(wanted);
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
    const { list, perPage } = this.#options;
    const { places } = list;
    if (!places.hasAnswered) return this.#failed.length > 0 ? [] : [1];
    const pageOf = (place: number) => places.pageOf(place, list.perPage(perPage));
    const middle = pageOf(Math.floor((this.#sight.first + this.#sight.end - 1) / 2));
    const seen = this.#unknown(this.#sight)
      .map(pageOf)
      .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    const probe = places.probe === undefined ? [] : [pageOf(places.probe)];
    const wanted = this.#wanted ? this.#unknown(this.#wanted).map(pageOf) : [];
    if (wanted.length === 0) this.#want(undefined);
    return [...new Set([...seen, ...probe, ...wanted])];
  }

  /** Returns the unknown positions in a span, except those that failed. */
  #unknown(span: Span): number[] {
    const hasFailed = (place: number) => this.#failed.some(({ first, end }) => place >= first && place < end);
    return this.#options.list.places.unknown(span).filter((place) => !hasFailed(place));
  }

  async #read(page: number): Promise<void> {
    const controller = new AbortController();
    this.#reading.set(page, controller);
    const { list, perPage, onChange } = this.#options;
    const { signal } = controller;
    try {
      const pause = this.#vain.pause(signal);
      if (pause) await pause;
      const wanted = this.#wanted ? [this.#sight, this.#wanted] : [this.#sight];
      const wasOfUse = await list.read({ page, perPage }, wanted, { signal });
      this.#vain.note(wasOfUse);
    } catch (fault) {
      if (signal.aborted) return;
      this.#fail(page, fault);
    }
    this.#reading.delete(page);
    this.#readOn();
    onChange();
  }

  #fail(page: number, fault: unknown): void {
    const { list, perPage } = this.#options;
    const hasChanged = isServiceError(fault, 'list-changed');
    const isSight = hasChanged && this.#unknown(this.#sight).length > 0;
    const span = isSight ? this.#sight : list.places.placesOf(page, list.perPage(perPage));
    this.#failed = [...this.#failed, { first: span.first, end: span.end, fault }];
    this.#vain = list.vainReads();
    // Do not read the other pages, because they would fail, too.
    if (hasChanged || isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden'))
      this.#want(undefined);
  }

  #placed(change: Placed<T>): void {
    const wanted = this.#wanted;
    // No more items can be kept in memory.
    if (wanted && change.dropped.some((place) => place < wanted.end)) this.#want(undefined);
    this.#options.onPlaced(change);
    this.#options.onChange();
  }
}
