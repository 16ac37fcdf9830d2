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

/** A page as the service sent it. */
interface Answer<T> {
  /** The zero-based position of its first item in the service's list. */
  readonly first: number;
  readonly perPage: number;
  /** The items by their position, with undefined for any that could not be read. */
  readonly items: readonly (T | undefined)[];
  /** The total number of items; undefined if the service does not report it. */
  readonly total: number | undefined;
}

/** The places that were read. */
export interface ListChange extends Span {
  /** Places whose items are no longer kept. */
  readonly dropped: readonly number[];
}

type ReadOptions = RequestOptions & { readonly signal: AbortSignal };

/** An item, `unreadable`, or `absent` if the service sent no new item for a place. */
type Slot<T> = { readonly item: T; readonly units: number } | 'unreadable' | 'absent';

/**
 * A service's list as it was when it was first read, by zero-based place, which all views of the list share. While the
 * list grows at the top, the service's pages move down, and places are shifted by the growth. Each item has only one
 * place. At most `MOST_PAGES` pages are kept; the least recently read ones are dropped first.
 */
export class PagedList<T> {
  /** Called with the changes that each page caused. */
  readonly listeners = new Set<(change: ListChange) => void>();
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
    const last = this.hasAnswered ? Math.min(end, this.length) : end;
    for (let place = Math.max(0, first); place < last; place++) {
      if (this.#slot(place) === undefined) unknown.push(place);
    }
    return unknown;
  }

  /** Reads the page with a place; reads it again if it contradicts the known items. Rejects like `fetch`. */
  async read(place: number, options: ReadOptions): Promise<void> {
    const total = this.#total;
    const page = Math.max(1, Math.floor((place + this.newer) / this.#perPage) + 1);
    let answer = await this.#fetch(page, options);
    if (!answer) return;
    if (this.#shiftOf(answer) === undefined) answer = (await this.#fetch(page, options)) ?? answer;
    const shift = this.#shiftOf(answer);
    if (shift === undefined || (total ?? 0) > (answer.total ?? total ?? 0)) this.hasChanged = true;
    const change = this.#put(answer, shift ?? this.#shiftByTotal(answer));
    for (const listener of this.listeners) listener(change);
  }

  /** Reads the unknown items in a span. Rejects like `fetch`, or with `list-changed`. */
  async fill(span: Span, options: ReadOptions): Promise<void> {
    let vain = 0;
    for (let before: number | undefined; ; ) {
      const [place] = this.unknown(span);
      if (place === undefined) return;
      vain = place === before ? vain + 1 : 0;
      if (vain === MOST_VAIN)
        throw new ServiceError('list-changed', 'The list changes faster than it can be read.');
      before = place;
      await this.read(place, options);
    }
  }

  /**
   * Yields all items, page by page and without duplicates, in the service's order, and the number of items on the page
   * that could not be read. Reads up to `concurrent` pages at once. Rejects like `fill`.
   */
  async *all(options: ReadOptions, concurrent = 1) {
    const yielded = new NewestMap<true>(LATEST_IDS);
    const isNew = (item: T) => {
      const id = String(this.#idOf(item));
      return !yielded.get(id) && yielded.set(id, true) !== undefined;
    };
    const read = async (span: Span) => {
      await this.fill(span, options);
      const items = this.entries(span).map(([, item]) => item);
      return { items, unreadable: this.unreadable(span).length, end: Math.min(span.end, this.length) };
    };
    let first = 0;
    do {
      for await (const { items, unreadable, end } of inOrder(this.#spans(first), concurrent, read)) {
        yield { items: items.filter(isNew), unreadable };
        first = Math.max(first, end);
      }
      // The list continues here if its total is too low.
      if (first >= this.length && !this.isEndKnown) await this.read(first, options);
    } while (first < this.length);
  }

  /** Counts the items that are newer than the list, using a background request. Rejects like `fetch`. */
  async checkNew(signal: AbortSignal): Promise<void> {
    const page = await this.#fetch(1, { signal, priority: 'background' });
    if (!page) return;
    this.newer = this.#shiftOf(page) ?? this.#shiftByTotal(page);
    // The next read compares a lower total.
    if ((page.total ?? 0) > (this.#total ?? 0)) this.#total = page.total;
  }

  *#spans(from: number): Generator<Span, void, undefined> {
    for (let first = from; first < this.length; first += PER_PAGE) yield { first, end: first + PER_PAGE };
  }

  /** Returns the page, or undefined if it is too large, in which case the following pages are smaller. */
  async #fetch(page: number, options: ReadOptions): Promise<Answer<T> | undefined> {
    const perPage = Math.min(PER_PAGE, Math.max(FEWEST_PER_PAGE, this.#perPage));
    try {
      const answer = await this.#fetchPage({ page, perPage }, options);
      if (options.signal.aborted) throw abortFault(options.signal);
      return answerOf(answer);
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
  #shiftOf(answer: Answer<T>): number | undefined {
    const { items, first } = answer;
    const fits = (shift: number) =>
      items.every((item, at) => {
        if (item === undefined) return true;
        const known = this.#placeOf(item);
        return known === undefined ? this.at(first + at - shift) === undefined : known === first + at - shift;
      });
    const byTotal = this.#shiftByTotal(answer);
    const at = items.findIndex((item) => this.#placeOf(item) !== undefined);
    const byItem = first + at - (this.#placeOf(items[at]) ?? Number.POSITIVE_INFINITY);
    return [byTotal, byItem].find((shift) => shift >= byTotal && fits(shift));
  }

  #shiftByTotal({ total = 0 }: Answer<T>): number {
    return Math.max(this.newer, total - (this.#firstTotal ?? total));
  }

  /** Returns true if a page is the first one again, or the last one again if the service does not report a total. */
  #repeats({ first, items, total }: Answer<T>): boolean {
    const places = items.map((item) => this.#placeOf(item));
    // An empty page repeats nothing, and neither does one whose items are at their own places.
    if (total !== this.#total || [undefined, first, first - this.newer].includes(places[0])) return false;
    return (
      places.every((place, at) => place === at) ||
      (total === undefined && places.every((place) => place !== undefined))
    );
  }

  #put(answer: Answer<T>, shift: number): ListChange {
    const { items, perPage, total } = answer;
    if (this.#repeats(answer)) {
      this.ignoresPaging = this.total === undefined || this.#known < this.total;
      this.#end = this.#known;
      return { first: 0, end: 0, dropped: [] };
    }
    this.hasAnswered = true;
    this.#total = total;
    this.#firstTotal ??= total;
    this.newer = shift;
    this.#perPage = perPage;
    const first = answer.first - shift;
    const span = { first, end: first + Math.max(items.length, perPage) };
    for (let place = Math.max(0, first); place < span.end; place++)
      this.#set(place, items[place - first], place - first < items.length);
    if (items.length > 0) this.#known = Math.max(this.#known, first + items.length);
    const isLast =
      items.length === 0 || (items.length < perPage && answer.first + perPage >= (total ?? answer.first));
    // If the last page is read after an empty one, the rest of it is absent.
    if (isLast) this.#end = first - this.#known < perPage ? this.#known : Math.min(this.#end, first);
    else if (this.#end < this.#known) this.#end = Number.POSITIVE_INFINITY;
    return { ...span, dropped: this.#dropSurplus(span) };
  }

  /** Sets the item at a place. An item that is listed twice stays at its first place. */
  #set(place: number, item: T | undefined, isSent: boolean): void {
    const number = Math.floor(place / PER_PAGE);
    const slots = this.#pages.get(number) ?? [];
    this.#pages.delete(number);
    this.#pages.set(number, slots);
    const at = place % PER_PAGE;
    const before = slots[at];
    const known = this.#placeOf(item);
    if (item === undefined || (known !== undefined && known !== place)) {
      slots[at] = before ?? (item === undefined && isSent ? 'unreadable' : 'absent');
      return;
    }
    this.#forget(before);
    const units = valueSize(item, MOST_UNITS, UNITS_PER_VALUE);
    slots[at] = { item, units };
    this.#units += units;
    this.#places.set(this.#idOf(item), place);
  }

  #forget(slot: Slot<T> | undefined): void {
    if (typeof slot !== 'object') return;
    this.#units -= slot.units;
    this.#places.delete(this.#idOf(slot.item));
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
      .flatMap(([page, slots]) => {
        const start = page * PER_PAGE;
        const from = Math.max(0, first - start);
        const shown = slots.slice(from, Math.max(0, end - start));
        return shown.map((slot, at): [number, Slot<T>] => [start + from + at, slot]);
      });
  }
}

function answerOf<T>({ items, unreadable = [], page, perPage, ...sent }: Page<T>): Answer<T> {
  const gaps = new Set(unreadable);
  const rest = items.values();
  return {
    ...{ first: (page - 1) * perPage, perPage },
    items: Array.from({ length: items.length + gaps.size }, (_, at) =>
      gaps.has(at) ? undefined : rest.next().value,
    ),
    total: sent.isTotalKnown === false ? undefined : sent.total,
  };
}
