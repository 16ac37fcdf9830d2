import { isServiceError } from '../base/errors.ts';
import type { PagedList, VainReads } from './pagedList.ts';
import type { Placed, Span } from './places.ts';

/** Requests at once: the place that is looked at comes first, not everything together. */
const TOGETHER = 2;

export interface ListReaderOptions<T> {
  readonly list: PagedList<T>;
  /** Items a request, 10 to 100. */
  readonly perPage: number;
  /** Called when items were added or dropped. */
  readonly onPlaced: (change: Placed<T>) => void;
  /** Called after any change: items, pages that are being read, failures, the length of the list. */
  readonly onChange: () => void;
}

/** Places that could not be read. */
export interface FailedSpan extends Span {
  readonly fault: unknown;
}

/** Reads the places of a list that are in sight, the middle first; cancels reading those that no longer are. */
export class ListReader<T> {
  readonly #options: ListReaderOptions<T>;
  readonly #reading = new Map<number, AbortController>();
  #vain: VainReads;
  readonly #onPlaced = (change: Placed<T>) => this.#placed(change);
  #failed: readonly FailedSpan[] = [];
  readonly #sight = { first: 0, end: 1 };
  /** The first places of the list, which are read whatever is in sight. */
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

  /** The number of pages that are being read. */
  get reading(): number {
    return this.#reading.size;
  }

  /** Whether `load` has not come to its end. */
  get isLoading(): boolean {
    return this.#wanted !== undefined;
  }

  /** Reads the places from `first` to before `end` that are not known. */
  look(first: number, end: number): void {
    this.#sight.first = first;
    this.#sight.end = Math.max(first + 1, end);
    this.#readOn();
  }

  /** Reads the first places of the list, as many as given. */
  load(places: number): void {
    this.#want({ first: 0, end: places });
    this.#readOn();
    this.#options.onChange();
  }

  /** Ends what `load` began. */
  stop(): void {
    this.#want(undefined);
    this.#readOn();
    this.#options.onChange();
  }

  /** Reads nothing while the list is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#readOn();
  }

  /** Reads again what failed. */
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

  /** The pages to read, the most wanted first. */
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

  /** The unknown places of a span, without those that failed. */
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
    // The others would fail alike, one after the other.
    if (hasChanged || isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden'))
      this.#want(undefined);
  }

  #placed(change: Placed<T>): void {
    const wanted = this.#wanted;
    // No more than these may be kept.
    if (wanted && change.dropped.some((place) => place < wanted.end)) this.#want(undefined);
    this.#options.onPlaced(change);
    this.#options.onChange();
  }
}
