import { abortFault } from '../base/abort.ts';
import { inOrder } from '../base/concurrency.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import { NewestMap } from '../base/newestMap.ts';
import { UNITS_PER_VALUE, valueSize } from '../base/values.ts';
import type { PageRequest, RequestOptions } from '../service/api.ts';
import type { Page } from '../service/model.ts';

/** Number of items per request: the maximum that section 8 allows. Also the number of places per kept page. */
export const PER_PAGE = 100;
const MOST_PAGES = 50;
/** Maximum number of items kept for a list. */
export const MOST_PLACES = MOST_PAGES * PER_PAGE;
/** Maximum total size, in UTF-16 units, of the kept items; displayed items are kept even if they exceed it. */
const MOST_UNITS = 32 * 1024 * 1024;
/** Items per request, if a page of the usual size is too large. */
const FEWEST_PER_PAGE = 10;
/** Maximum number of consecutive reads that do not return the wanted item. */
const MOST_VAIN = 3;
/** Number of latest IDs by which a complete read recognizes items that moved to a later page. */
const LATEST_IDS = 25_000;

/** Reads one page from the service. Page numbers are 1-based; a page past the last one is empty. */
type Fetch<T> = (request: PageRequest, options: RequestOptions) => Promise<Page<T>>;

/** Places from `first` up to but not including `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** The new items of one page of a complete read, and the number of items on it that could not be read. */
export interface ListPart<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
}

/** A change to the kept items. */
export interface ListChange<T> {
  readonly placed: readonly (readonly [place: number, item: T])[];
  /** Places whose items are no longer kept. */
  readonly dropped: readonly number[];
  /** Places whose items could not be read. */
  readonly unreadable: readonly number[];
}

interface ReadOptions extends RequestOptions {
  readonly signal: AbortSignal;
}

/** An item, `unreadable`, or `absent` if the service sent no new item for a place. */
type Slot<T> = { readonly item: T } | 'unreadable' | 'absent';

/**
 * A service's list as it was when it was first read, by zero-based place, which all views of the list share. While the
 * list grows at the top, the service's pages move down, and places are shifted by the growth. Each item has only one
 * place. At most `MOST_PAGES` pages are kept; the least recently read ones are dropped first.
 */
export class PagedList<T> {
  /** Called with the changes that each page caused. */
  readonly listeners = new Set<(change: ListChange<T>) => void>();
  /** The displayed spans, whose items are not dropped. */
  readonly sights = new Set<Span>();
  /** True if the next view to show the list must read it again. */
  isOutdated = false;
  /** True if items were removed or moved while the list was read, so that some might be missing. */
  hasChanged = false;
  /** True if the service sent the same items for different pages. */
  ignoresPaging = false;
  hasAnswered = false;
  /** The number of items that the service has added at the top since the list was first read. */
  newer = 0;
  readonly #fetchPage: Fetch<T>;
  readonly #idOf: (item: T) => number | string;
  /** The kept pages by number, least recently read first. */
  readonly #pages = new Map<number, Slot<T>[]>();
  readonly #places = new Map<number | string, number>();
  #units = 0;
  #perPage = PER_PAGE;
  #firstTotal: number | undefined;
  #total: number | undefined;
  /** The place after the last item that was read. */
  #known = 0;
  /** The place where the list ends, according to an empty or partial page. */
  #end = Number.POSITIVE_INFINITY;

  /** @param idOf returns an item's ID; equal items have equal IDs */
  constructor(fetchPage: Fetch<T>, idOf: (item: T) => number | string) {
    this.#fetchPage = fetchPage;
    this.#idOf = idOf;
  }

  /** Total number of items as reported by the service, without newer ones; undefined if it is not reported. */
  get total(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(0, this.#total - this.newer);
  }

  /** The number of places: the total, unless the pages contradict it. */
  get length(): number {
    if (this.#end < Number.POSITIVE_INFINITY) return this.#end;
    return this.total === undefined || this.total < this.#known ? this.#known + 1 : this.total;
  }

  /** True if the pages show where the list ends. */
  get isEndKnown(): boolean {
    return this.#end <= this.#known;
  }

  /** The number of kept items. */
  get size(): number {
    return this.#places.size;
  }

  at(place: number): T | undefined {
    const slot = this.#slot(place);
    return typeof slot === 'object' ? slot.item : undefined;
  }

  placeOf(id: number | string): number | undefined {
    return this.#places.get(id);
  }

  /** Returns the kept items in a span, or in the whole list, in list order. */
  entries(span?: Span): (readonly [place: number, item: T])[] {
    return this.#slots(span).flatMap(([place, slot]) =>
      typeof slot === 'object' ? [[place, slot.item] as const] : [],
    );
  }

  /** Returns the places in a span, or in the whole list, whose items could not be read. */
  unreadable(span?: Span): number[] {
    return this.#slots(span).flatMap(([place, slot]) => (slot === 'unreadable' ? [place] : []));
  }

  /** Returns the places in a span that have not been read, in order. */
  unknown({ first, end }: Span): number[] {
    const unknown: number[] = [];
    for (let place = Math.max(0, first); place < Math.min(end, this.length); place++) {
      if (this.#slot(place) === undefined) unknown.push(place);
    }
    return unknown;
  }

  /** Returns the number of the service's page that currently contains a place. */
  pageOf(place: number): number {
    return Math.max(1, Math.floor((place + this.newer) / this.#perPage) + 1);
  }

  /** Reads a page; reads it again if it contradicts the known items. Rejects like `fetch`. */
  async read(page: number, options: ReadOptions): Promise<void> {
    const total = this.#total;
    let answer = await this.#fetch(page, options);
    if (!answer) return;
    if (this.#shiftOf(answer) === undefined && !this.#repeats(answer))
      answer = (await this.#fetch(page, options)) ?? answer;
    const shift = this.#shiftOf(answer);
    if (shift === undefined || (total ?? 0) > (totalOf(answer) ?? total ?? 0)) this.hasChanged = true;
    const change = this.#put(answer, shift ?? this.#shiftByTotal(answer));
    for (const listener of this.listeners) listener(change);
  }

  /** Reads the unknown items in a span. Rejects like `fetch`, or with `list-changed`. */
  async fill(span: Span, options: ReadOptions): Promise<void> {
    if (!this.hasAnswered) await this.read(this.pageOf(span.first), options);
    let vain = 0;
    for (let before = -1; ; ) {
      const [place] = this.unknown(span);
      if (place === undefined) return;
      vain = place === before ? vain + 1 : 0;
      if (vain === MOST_VAIN)
        throw new ServiceError('list-changed', 'The list changes faster than it can be read.');
      before = place;
      await this.read(this.pageOf(place), options);
    }
  }

  /**
   * Yields all items, page by page and without duplicates, in the service's order. Reads up to `concurrent` pages at
   * once. Rejects like `fill`.
   */
  async *all(options: ReadOptions, concurrent = 1): AsyncGenerator<ListPart<T>, void, undefined> {
    const yielded = new NewestMap<true>(LATEST_IDS);
    const isNew = (item: T) => {
      const id = String(this.#idOf(item));
      return !yielded.has(id) && yielded.set(id, true) !== undefined;
    };
    const read = async (span: Span) => {
      await this.fill(span, options);
      return { items: this.entries(span).map(([, item]) => item), unreadable: this.unreadable(span).length };
    };
    let first = 0;
    do {
      const spans = this.#spans(first, concurrent > 1 ? this.length : first + 1);
      for await (const { items, unreadable } of inOrder(spans, concurrent, read)) {
        yield { items: items.filter(isNew), unreadable };
        first += PER_PAGE;
      }
    } while (first < this.length || (await this.#goesOn(options)));
  }

  /** Counts the items that are newer than the list, using a background request. Rejects like `fetch`. */
  async checkNew(signal: AbortSignal): Promise<void> {
    const page = await this.#fetch(1, { signal, priority: 'background' });
    if (!page) return;
    this.newer = this.#shiftOf(page) ?? this.#shiftByTotal(page);
    this.#total = totalOf(page) ?? this.#total;
  }

  *#spans(from: number, end: number): Generator<Span, void, undefined> {
    for (let first = from; first < end; first += PER_PAGE) yield { first, end: first + PER_PAGE };
  }

  /** Returns true if the list continues after a full last page, because its total is too low. */
  async #goesOn(options: ReadOptions): Promise<boolean> {
    const { length } = this;
    if (this.isEndKnown || length === 0 || (length + this.newer) % this.#perPage !== 0) return false;
    await this.read(this.pageOf(length), options);
    return this.length > length;
  }

  /** Returns the page, or undefined if it is too large, in which case the following pages are smaller. */
  async #fetch(page: number, options: ReadOptions): Promise<Page<T> | undefined> {
    const perPage = Math.min(PER_PAGE, Math.max(FEWEST_PER_PAGE, this.#perPage));
    try {
      const answer = await this.#fetchPage({ page, perPage }, options);
      if (options.signal.aborted) throw abortFault(options.signal);
      return answer;
    } catch (fault) {
      if (!isServiceError(fault, 'too-large') || perPage === FEWEST_PER_PAGE) throw fault;
      this.#perPage = FEWEST_PER_PAGE;
      return undefined;
    }
  }

  /**
   * Returns how many items the service lists above the first place, according to this page: the growth of the total or,
   * if the known items contradict it, the place of the page's first known item. Returns undefined if they contradict
   * both.
   */
  #shiftOf(page: Page<T>): number | undefined {
    const items = itemsOn(page);
    const first = (page.page - 1) * page.perPage;
    const fits = (shift: number) =>
      items.every((item, at) => {
        if (item === undefined) return true;
        const known = this.#placeOf(item);
        return known === undefined ? this.at(first + at - shift) === undefined : known === first + at - shift;
      });
    const byTotal = this.#shiftByTotal(page);
    if (fits(byTotal)) return byTotal;
    const at = items.findIndex((item) => this.#placeOf(item) !== undefined);
    const byItem = first + at - (this.#placeOf(items[at]) ?? first + at);
    return byItem > byTotal && fits(byItem) ? byItem : undefined;
  }

  #shiftByTotal(page: Page<T>): number {
    return Math.max(this.newer, (totalOf(page) ?? 0) - (this.#firstTotal ?? totalOf(page) ?? 0));
  }

  /** Returns true if a page is the first one again, or the last one again if the service does not report a total. */
  #repeats(page: Page<T>): boolean {
    if (page.page === 1 || page.items.length === 0 || totalOf(page) !== this.#total) return false;
    const isFirst = page.items.every((item, at) => this.#placeOf(item) === at);
    return (
      isFirst || (this.#total === undefined && page.items.every((item) => this.#placeOf(item) !== undefined))
    );
  }

  #put(page: Page<T>, shift: number): ListChange<T> {
    if (this.#repeats(page)) {
      this.ignoresPaging = this.total === undefined || this.#known < this.total;
      this.#end = this.#known;
      return { placed: [], dropped: [], unreadable: [] };
    }
    const items = itemsOn(page);
    this.hasAnswered = true;
    this.#total = totalOf(page);
    this.#firstTotal ??= this.#total;
    this.newer = shift;
    this.#perPage = page.perPage;
    const first = (page.page - 1) * page.perPage - shift;
    const span = { first, end: first + Math.max(items.length, page.perPage) };
    for (let place = Math.max(0, first); place < span.end; place++)
      this.#set(place, items[place - first], place - first < items.length ? 'unreadable' : 'absent');
    this.#noteEnd(page, first, items.length);
    return {
      placed: this.entries(span),
      dropped: this.#dropSurplus(span),
      unreadable: this.unreadable(span),
    };
  }

  /** Sets the item at a place. An item that is listed twice stays at its first place. */
  #set(place: number, item: T | undefined, otherwise: 'unreadable' | 'absent'): void {
    const number = Math.floor(place / PER_PAGE);
    const slots = this.#pages.get(number) ?? [];
    this.#pages.delete(number);
    this.#pages.set(number, slots);
    const at = place % PER_PAGE;
    const before = slots[at];
    const known = this.#placeOf(item);
    if (item === undefined || (known !== undefined && known !== place)) {
      slots[at] = before ?? (item === undefined ? otherwise : 'absent');
      return;
    }
    this.#forget(before);
    slots[at] = { item };
    this.#units += sizeOf(item);
    this.#places.set(this.#idOf(item), place);
  }

  #forget(slot: Slot<T> | undefined): void {
    if (typeof slot !== 'object') return;
    this.#units -= sizeOf(slot.item);
    this.#places.delete(this.#idOf(slot.item));
  }

  #noteEnd({ page, perPage, ...sent }: Page<T>, first: number, count: number): void {
    const total = totalOf({ page, perPage, ...sent });
    if (count === 0) {
      // The rest of the last page is absent.
      const last = first - this.#known < perPage ? this.#known : first;
      this.#end = Math.max(this.#known, Math.min(this.#end, last));
      return;
    }
    this.#known = Math.max(this.#known, first + count);
    if (count < perPage && (total === undefined || page * perPage >= total)) this.#end = this.#known;
    else if (this.#end < this.#known) this.#end = Number.POSITIVE_INFINITY;
  }

  /** Drops the least recently read pages that are not displayed while there are too many, and returns their places. */
  #dropSurplus(read: Span): number[] {
    const dropped: number[] = [];
    const kept = [read, ...this.sights];
    for (const [number, slots] of this.#pages) {
      if (this.#pages.size <= MOST_PAGES && this.#units <= MOST_UNITS) break;
      const start = number * PER_PAGE;
      if (kept.some(({ first, end }) => first < start + PER_PAGE && end > start)) continue;
      this.#pages.delete(number);
      slots.forEach((slot, at) => {
        dropped.push(start + at);
        this.#forget(slot);
      });
    }
    return dropped;
  }

  #placeOf(item: T | undefined): number | undefined {
    return item === undefined ? undefined : this.#places.get(this.#idOf(item));
  }

  #slot(place: number): Slot<T> | undefined {
    return this.#pages.get(Math.floor(place / PER_PAGE))?.[place % PER_PAGE];
  }

  #slots({ first, end }: Span = { first: 0, end: Number.POSITIVE_INFINITY }): [number, Slot<T>][] {
    return [...this.#pages]
      .sort(([one], [other]) => one - other)
      .flatMap(([page, slots]) => slots.map((slot, at): [number, Slot<T>] => [page * PER_PAGE + at, slot]))
      .filter(([place]) => place >= first && place < end);
  }
}

function sizeOf(item: unknown): number {
  return valueSize(item, MOST_UNITS, UNITS_PER_VALUE);
}

/** Returns the total number of items, or undefined if the service does not report it. */
function totalOf({ total, isTotalKnown }: Page<unknown>): number | undefined {
  return isTotalKnown === false ? undefined : total;
}

/** Returns the items on a page by their position, with undefined for any that could not be read. */
function itemsOn<T>({ items, unreadable = [] }: Page<T>): readonly (T | undefined)[] {
  const gaps = new Set(unreadable);
  const rest = items.values();
  return Array.from({ length: items.length + gaps.size }, (_, place) =>
    gaps.has(place) ? undefined : rest.next().value,
  );
}
