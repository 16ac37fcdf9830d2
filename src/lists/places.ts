import type { Page } from '../service/model.ts';

/** Maximum number of positions in a list for which items are kept. */
export const MOST_PLACES = 5_000;
/** Number of positions that are dropped together. */
const BLOCK = 100;
/** Maximum number of shifts to compare, out of those suggested by a page's items. */
const MOST_SHIFTS = 3;
/**
 * The number of matching items needed to override the shift that the total suggests. One is not enough, because an item
 * might be listed twice.
 */
const TOTAL_COUNTS_AS = 2;

export interface PlacesOptions<T> {
  /** Returns an item's ID. Equal items have equal IDs. */
  readonly idOf: (item: T) => number | string;
  /** Returns the size of an item, in UTF-16 units. */
  readonly sizeOf: (item: T) => number;
  /** Maximum number of positions to keep, in blocks of 100. */
  readonly mostPlaces: number;
  /** Maximum total size, in UTF-16 units, of all kept items; visible items are kept even if they exceed it. */
  readonly mostUnits: number;
}

/** Positions from `first` up to but not including `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** The changes caused by a page: the items added, by position, and the positions whose items were dropped. */
export interface Placed<T> {
  readonly placed: readonly (readonly [place: number, item: T])[];
  readonly dropped: readonly number[];
  /** Positions whose items could not be read. */
  readonly unreadable: readonly number[];
}

/**
 * The content of a position that has been read: an item, `absent` if the service sent no item for it, or `unreadable`.
 */
type Slot<T> = { readonly item: T; readonly size: number } | 'absent' | 'unreadable';

/**
 * The items of a long list by zero-based position. Positions refer to the list as it was when it was first read. Does
 * not depend on the editor. The service's list grows at the top while it is being read, so the same page can contain
 * different items later. Each page is therefore placed at the shift that fits best, judging by the known items in it
 * and by the growth of the total. No item is kept twice and none is skipped. Pages can have any size and be read for
 * any reason: a tree, a table, and a lookup share the positions. The list is as long as the total, unless the pages
 * show that it ends earlier or later. If there are too many blocks of positions, those farthest from every viewport are
 * dropped first. Everything known about a block is dropped with it, so that a service cannot make memory grow with
 * responses that contain no items.
 */
export class Places<T> {
  /** The visible spans. Positions in the first span are the last to be dropped. */
  readonly sights = new Set<Span>();
  readonly #options: PlacesOptions<T>;
  readonly #blocks = new Map<number, Map<number, Slot<T>>>();
  readonly #places = new Map<number | string, number>();
  #units = 0;
  #hasAnswered = false;
  #firstTotal: number | undefined;
  #total: number | undefined;
  /** Number of items per page according to the last response. */
  #perPage = 1;
  #newer = 0;
  /** The position after the last item that has ever been read. */
  #known = 0;
  /** The position at which the page with that item would end if it were full. */
  #lastPageEnd = 0;
  /** The first position at which a page was empty, or at which a partial page ended; infinite without such a page. */
  #end = Number.POSITIVE_INFINITY;
  #ignoresPaging = false;

  constructor(options: PlacesOptions<T>) {
    this.#options = options;
  }

  /** True if a page has been added. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** The number of items that the service is known to have added above the first position since it was first read. */
  get newer(): number {
    return Math.max(0, this.#newer);
  }

  /** Total number of items as reported by the service, excluding newer items; undefined if it is not reported. */
  get total(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(0, this.#total - this.newer);
  }

  /** The number of items being kept. */
  get size(): number {
    return this.#places.size;
  }

  /** True if the service sent the same items for every page. */
  get ignoresPaging(): boolean {
    return this.#ignoresPaging;
  }

  /** The number of positions in the list: the total, unless the pages contradict it. */
  get length(): number {
    if (this.#ignoresPaging) return this.#known;
    if (this.isEndKnown) return this.#end;
    if (this.gap > 0) return this.#known;
    // A list without a total, or with more items than its total, might be longer than it is known to be.
    const listed = (this.#total ?? Number.NEGATIVE_INFINITY) - this.#newer;
    return this.#known > listed ? this.#known + 1 : listed;
  }

  /** True if the pages show where the list ends. */
  get isEndKnown(): boolean {
    return this.#ignoresPaging || this.#end - this.#known <= this.#perPage;
  }

  /**
   * The number of positions where the list might end, if a page far beyond the known items was empty;
   * otherwise, 0.
   */
  get gap(): number {
    return this.isEndKnown || this.#end === Number.POSITIVE_INFINITY ? 0 : this.#end - this.#known;
  }

  /** The position to read next in order to find the end of the list. */
  get probe(): number | undefined {
    return this.gap === 0 ? undefined : this.#known + Math.floor(this.gap / 2);
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

  /** Returns the positions in a span, or in the whole list, whose items could not be read. */
  unreadable(span?: Span): number[] {
    return this.#slots(span).flatMap(([place, slot]) => (slot === 'unreadable' ? [place] : []));
  }

  /** Returns the size of the kept items in a span, in UTF-16 units. */
  unitsOf(span: Span): number {
    return this.#slots(span).reduce((sum, [, slot]) => sum + (typeof slot === 'object' ? slot.size : 0), 0);
  }

  /** Returns the positions in a span that are part of the list but have not been read, in order. */
  unknown({ first, end }: Span): number[] {
    const unknown: number[] = [];
    for (let place = Math.max(0, first); place < Math.min(end, this.length); place++) {
      if (this.#slot(place) === undefined) unknown.push(place);
    }
    return unknown;
  }

  /** Returns the 1-based number of the service's page that currently contains a position. */
  pageOf(place: number, perPage: number): number {
    return Math.max(1, Math.floor((place + this.#newer) / perPage) + 1);
  }

  /** Returns the positions that a page currently contains. */
  placesOf(page: number, perPage: number): Span {
    const first = (page - 1) * perPage - this.#newer;
    return { first: Math.max(0, first), end: first + perPage };
  }

  /** Adds a page and returns the changes it caused. */
  add(page: Page<T>): Placed<T> {
    const items = onPage(page);
    const total = totalOf(page);
    const first = (page.page - 1) * page.perPage;
    if (this.#repeats(page, first, total)) {
      this.#ignoresPaging = true;
      return { placed: [], dropped: [], unreadable: [] };
    }
    this.#hasAnswered = true;
    this.#firstTotal ??= total;
    this.#newer = this.#shiftOf(items, first, total);
    this.#total = total;
    this.#perPage = page.perPage;
    const start = first - this.#newer;
    const end = start + Math.max(items.length, page.perPage);
    for (let place = Math.max(0, start); place < end; place++) {
      const index = place - start;
      this.#put(place, items[index], index >= items.length);
    }
    this.#noteEnd(items.length, start, page, total);
    const dropped = this.#dropSurplus();
    const shown = { first: start, end };
    return { placed: this.entries(shown), dropped, unreadable: this.unreadable(shown) };
  }

  /** Counts the newer items based on the first page, which was just read. Does not add that page's items. */
  noteTop(page: Page<T>): void {
    const items = onPage(page);
    const total = totalOf(page);
    const at = items.findIndex((item) => this.#placeOf(item) !== undefined);
    const known = this.#placeOf(items[at]);
    const isTopKept = this.#slot(0) !== undefined;
    if (known !== undefined) this.#newer = at - known;
    else this.#newer = Math.max(this.#newer, this.#growth(total), isTopKept ? items.length : 0);
    this.#total = total ?? this.#total;
  }

  #slot(place: number): Slot<T> | undefined {
    return this.#blocks.get(blockOf(place))?.get(place);
  }

  #placeOf(item: T | undefined): number | undefined {
    return item === undefined ? undefined : this.#places.get(this.#options.idOf(item));
  }

  /** Returns the known positions in a span, or in the whole list, in order. */
  #slots({ first, end }: Span = { first: 0, end: Number.POSITIVE_INFINITY }): [number, Slot<T>][] {
    return [...this.#blocks.values()]
      .flatMap((slots) => [...slots])
      .filter(([place]) => place >= first && place < end)
      .sort(([one], [other]) => one - other);
  }

  /** Sets the item that a page contains at a position. An item that is listed twice stays at its first position. */
  #put(place: number, item: T | undefined, isAbsent: boolean): void {
    const before = this.#placeOf(item);
    if (item !== undefined && (before === undefined || before === place)) {
      this.#set(place, { item, size: this.#options.sizeOf(item) });
      this.#places.set(this.#options.idOf(item), place);
    } else if (this.#slot(place) === undefined) {
      this.#set(place, isAbsent || item !== undefined ? 'absent' : 'unreadable');
    }
  }

  #set(place: number, slot: Slot<T> | undefined): void {
    const block = blockOf(place);
    const slots = this.#blocks.get(block) ?? new Map<number, Slot<T>>();
    this.#blocks.set(block, slots);
    const before = slots.get(place);
    if (typeof before === 'object') {
      this.#units -= before.size;
      this.#places.delete(this.#options.idOf(before.item));
    }
    if (slot === undefined) slots.delete(place);
    else slots.set(place, slot);
    if (typeof slot === 'object') this.#units += slot.size;
    if (slots.size === 0) this.#blocks.delete(block);
  }

  #repeats({ page, items }: Page<T>, first: number, total: number | undefined): boolean {
    if (page === 1 || total !== this.#total) return false;
    const known = this.#placeOf(items[0]);
    if (known === undefined || first - known - this.#newer < this.#perPage) return false;
    return items.every((item) => this.#placeOf(item) !== undefined);
  }

  /** Returns how many items the service lists above the first position, based on this page. */
  #shiftOf(items: readonly (T | undefined)[], first: number, total: number | undefined): number {
    const votes = new Map<number, number>();
    for (const [index, item] of items.entries()) {
      const known = this.#placeOf(item);
      if (known === undefined) continue;
      const shift = first + index - known;
      votes.set(shift, (votes.get(shift) ?? 0) + 1);
    }
    let best = Math.max(this.#newer, this.#growth(total));
    let most = this.#agreement(items, first - best) + (total === undefined ? 0 : TOTAL_COUNTS_AS);
    const suggested = [...votes].sort(([, one], [, other]) => other - one).slice(0, MOST_SHIFTS);
    for (const [shift] of suggested) {
      const agreement = this.#agreement(items, first - shift);
      if (agreement > most) [best, most] = [shift, agreement];
    }
    return best;
  }

  /**
   * Returns how well a page fits at `start`: the number of its items that are already known at these positions, minus
   * the number of those that contradict known items.
   */
  #agreement(items: readonly (T | undefined)[], start: number): number {
    let agreement = 0;
    for (const [index, item] of items.entries()) {
      if (item === undefined) continue;
      const known = this.#placeOf(item);
      if (known === start + index) agreement++;
      else if (known !== undefined || this.at(start + index) !== undefined) agreement--;
    }
    return agreement;
  }

  #growth(total: number | undefined): number {
    return total === undefined || this.#firstTotal === undefined ? 0 : total - this.#firstTotal;
  }

  #noteEnd(count: number, start: number, page: Page<T>, total: number | undefined): void {
    const last = start + count;
    if (count > 0 && last > this.#known) {
      this.#known = last;
      this.#lastPageEnd = start + page.perPage;
    }
    const isLast = count < page.perPage && (total === undefined || page.page * page.perPage >= total);
    if (count === 0 || isLast) {
      this.#end = Math.max(this.#known, Math.min(this.#end, last));
    } else if (this.#end < this.#known) {
      this.#end = Number.POSITIVE_INFINITY;
      // Positions that were empty when they were read might have items now.
      const first = Math.max(this.#known, this.#lastPageEnd);
      for (const [place] of this.#slots({ first, end: Number.POSITIVE_INFINITY }))
        this.#set(place, undefined);
    }
    if (this.#end <= this.#lastPageEnd) this.#end = this.#known;
  }

  /** Drops the blocks farthest from the viewports while there are too many, and returns their positions. */
  #dropSurplus(): number[] {
    const { mostPlaces, mostUnits } = this.#options;
    const isTooMuch = () => this.#blocks.size > Math.ceil(mostPlaces / BLOCK) || this.#units > mostUnits;
    const farthestFirst = [...this.#blocks]
      .map(([block, slots]) => ({ block, slots, distance: this.#distance(block) }))
      .sort((one, other) => other.distance - one.distance || other.block - one.block);
    const dropped: number[] = [];
    for (const { slots, distance } of farthestFirst) {
      const isInSight = distance < this.sights.size;
      if (!isTooMuch() || (isInSight && this.#blocks.size * BLOCK <= mostPlaces)) break;
      for (const place of slots.keys()) {
        this.#set(place, undefined);
        dropped.push(place);
      }
    }
    return dropped;
  }

  /**
   * Returns the index of the first viewport that includes part of a block, or a higher number that depends on the
   * distance if no viewport does.
   */
  #distance(block: number): number {
    const sights = [...this.sights];
    const blocksTo = ({ first, end }: Span) => Math.max(0, blockOf(first) - block, block - blockOf(end - 1));
    const seen = sights.findIndex((sight) => blocksTo(sight) === 0);
    return seen >= 0 ? seen : sights.length + Math.min(...sights.map(blocksTo), Number.MAX_SAFE_INTEGER);
  }
}

function blockOf(place: number): number {
  return Math.floor(place / BLOCK);
}

/** Returns the total number of items, or undefined if the service does not report it. */
function totalOf<T>({ total, isTotalKnown }: Page<T>): number | undefined {
  return isTotalKnown === false ? undefined : total;
}

/** Returns the items on a page by their position, with undefined for any that could not be read. */
function onPage<T>({ items, unreadable = [] }: Page<T>): readonly (T | undefined)[] {
  if (unreadable.length === 0) return items;
  const gaps = new Set(unreadable);
  const rest = items.values();
  return Array.from({ length: items.length + unreadable.length }, (_, place) =>
    gaps.has(place) ? undefined : rest.next().value,
  );
}
