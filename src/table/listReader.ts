import type { RequestOptions } from '../service/api.ts';
import { isServiceError } from '../service/errors.ts';
import type { Page } from '../service/model.ts';
import type { ListPlaces, Placed } from './listPlaces.ts';

export interface ListReaderOptions<T> {
  readonly places: ListPlaces<T>;
  /** Reads one page from the service, from 1. */
  readonly fetch: (page: number, options: RequestOptions) => Promise<Page<T>>;
  /** Called when items came or went. */
  readonly onPlaced: (change: Placed<T>) => void;
  /** Called when anything else changed: what is read, what failed, how long the list is. */
  readonly onChange: () => void;
}

/** Requests at once: the place that is looked at comes first, not everything together. */
const TOGETHER = 2;

/** A page that could not be read. */
export interface FailedPage {
  readonly page: number;
  readonly fault: unknown;
}

/** Reads the pages of a list that are looked at, the one in the middle first; what is not looked at any more is cancelled. */
export class ListReader<T> {
  readonly #options: ListReaderOptions<T>;
  readonly #reading = new Map<number, AbortController>();
  readonly #failed = new Map<number, unknown>();
  #first = 0;
  #end = 1;
  /** Places from the first that are read whatever is looked at. */
  #wanted = 0;
  #isDisposed = false;
  #hasAnswered = false;

  constructor(options: ListReaderOptions<T>) {
    this.#options = options;
  }

  /** Whether a page was read. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  get failed(): readonly FailedPage[] {
    return [...this.#failed].map(([page, fault]) => ({ page, fault }));
  }

  /** The number of pages that are being read. */
  get reading(): number {
    return this.#reading.size;
  }

  /** Whether `load` has not come to its end. */
  get isLoading(): boolean {
    return this.#wanted > 0;
  }

  /** Reads what is not known of the places from `first` to before `end`. */
  look(first: number, end: number): void {
    this.#first = first;
    this.#end = Math.max(first + 1, end);
    this.#readOn();
  }

  /** Reads the first places of the list, as many as given. */
  load(places: number): void {
    this.#wanted = places;
    this.#readOn();
    this.#options.onChange();
  }

  /** Ends what `load` began. */
  stop(): void {
    this.#wanted = 0;
    this.#readOn();
    this.#options.onChange();
  }

  /** Reads again what failed. */
  tryAgain(): void {
    this.#failed.clear();
    this.#readOn();
    this.#options.onChange();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const controller of this.#reading.values()) controller.abort();
    this.#reading.clear();
  }

  #readOn(): void {
    if (this.#isDisposed) return;
    const pages = this.#pages();
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

  /** The pages to read, the most wanted first. */
  #pages(): number[] {
    const { places } = this.#options;
    if (!this.#hasAnswered) return this.#failed.has(1) ? [] : [1];
    const middle = places.pageOf(Math.floor((this.#first + this.#end - 1) / 2));
    const seen = places
      .pagesOf(this.#first, this.#end)
      .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    const wanted = this.#wanted > 0 ? places.pagesOf(0, this.#wanted) : [];
    const { probe } = places;
    const pages = [...new Set([...seen, ...(probe === undefined ? [] : [probe]), ...wanted])];
    if (wanted.every((page) => this.#failed.has(page))) this.#wanted = 0;
    return pages.filter((page) => !this.#failed.has(page));
  }

  async #read(page: number): Promise<void> {
    const controller = new AbortController();
    this.#reading.set(page, controller);
    const { places, fetch, onPlaced, onChange } = this.#options;
    const { signal } = controller;
    try {
      const answer = await fetch(page, { signal });
      if (signal.aborted) return;
      this.#hasAnswered = true;
      const eye = this.#wanted > 0 ? 0 : Math.floor((this.#first + this.#end) / 2);
      const total = answer.isTotalKnown === false ? undefined : answer.total;
      const change = places.add(answer, total, eye);
      // No more than this may be kept.
      if (change.dropped.some((place) => place < this.#wanted)) this.#wanted = 0;
      onPlaced(change);
    } catch (fault) {
      if (signal.aborted) return;
      this.#failed.set(page, fault);
      // The others would fail alike, one after the other.
      if (isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden')) this.#wanted = 0;
    }
    this.#reading.delete(page);
    this.#readOn();
    onChange();
  }
}
