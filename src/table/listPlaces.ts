import type { Page } from '../service/model.ts';

export interface ListPlacesOptions<T> {
  /** Returns an id that is equal for two items that are the same. */
  readonly idOf: (item: T) => string;
  /** The size of an item, in whatever unit `mostUnits` has. */
  readonly sizeOf: (item: T) => number;
  readonly mostPages: number;
  /** The units that all kept items may take together. */
  readonly mostUnits: number;
}

interface Kept<T> {
  readonly item: T;
  readonly size: number;
}

/** What a page changed: the items by their places, and the places that hold none any more. */
export interface Placed<T> {
  readonly placed: readonly (readonly [place: number, item: T])[];
  readonly dropped: readonly number[];
  /** Places whose item could not be read. */
  readonly unreadable: readonly number[];
}

/**
 * The items of a long list by their places, from 0, in the list as it was when it was first read. The service's list grows
 * at its top while it is read: a page then holds other items than before. Where it belongs is told by items that are known
 * already, and else by the total, so that no item is kept twice and none is skipped. Pure.
 */
export class ListPlaces<T> {
  readonly #options: ListPlacesOptions<T>;
  readonly #kept = new Map<number, Kept<T>>();
  readonly #places = new Map<string, number>();
  /** Places for which the service sent no item. */
  readonly #absent = new Set<number>();
  /** Places whose item could not be read; absent ones, too. */
  readonly #unreadable = new Set<number>();
  #units = 0;
  #firstTotal: number | undefined;
  #total: number | undefined;
  #perPage: number;
  #newer = 0;
  /** The place after the last item that was ever read. */
  #known = 0;
  /** The first place at which a page was found to be empty, or to end. */
  #end: number | undefined;
  /** Whether the page that reaches furthest was full: there may be more than the service says. */
  #mayGoOn = true;
  #ignoresPaging = false;

  /** @param perPage items a page, until an answer says how many it has */
  constructor(options: ListPlacesOptions<T>, perPage: number) {
    this.#options = options;
    this.#perPage = perPage;
  }

  /** Items that the service listed above the first one since then, as far as known. */
  get newer(): number {
    return Math.max(0, this.#newer);
  }

  /** Items over all pages as the service says, those that are newer left out; undefined when it does not say. */
  get total(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(0, this.#total - this.newer);
  }

  get perPage(): number {
    return this.#perPage;
  }

  /** Items that are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** The service sent the same items for every page. */
  get ignoresPaging(): boolean {
    return this.#ignoresPaging;
  }

  /** Places of the list: as many as the total says, unless the pages say otherwise. */
  get length(): number {
    if (this.#ignoresPaging) return this.#known;
    if (this.#end !== undefined) return this.#end - this.#known > this.#perPage ? this.#known : this.#end;
    if (this.#total === undefined) return this.#known + (this.#mayGoOn ? 1 : 0);
    const more = this.#mayGoOn && this.#known > this.#total - this.#newer ? 1 : 0;
    return Math.max(this.#total - this.#newer, this.#known + more);
  }

  /** Whether the pages say where the list ends. */
  get isEndKnown(): boolean {
    return this.#ignoresPaging || (this.#end !== undefined && this.#end - this.#known <= this.#perPage);
  }

  at(place: number): T | undefined {
    return this.#kept.get(place)?.item;
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** The kept items in the list's order. */
  entries(): (readonly [place: number, item: T])[] {
    return [...this.#kept]
      .sort(([one], [other]) => one - other)
      .map(([place, { item }]) => [place, item] as const);
  }

  /** The places whose item could not be read. */
  get unreadable(): readonly number[] {
    return [...this.#unreadable];
  }

  /** The service's pages, from 1, that hold the places from `first` to before `end` which are not known, in their order. */
  pagesOf(first: number, end: number): number[] {
    const pages = new Set<number>();
    for (let place = Math.max(0, first); place < Math.min(end, this.length); place++) {
      if (!this.#kept.has(place) && !this.#absent.has(place)) pages.add(this.pageOf(place));
    }
    return [...pages];
  }

  /** The service's page, from 1, that holds a place now. */
  pageOf(place: number): number {
    return Math.max(1, Math.floor((place + this.#newer) / this.#perPage) + 1);
  }

  /** The places of a page as it is now: the first, and the one after the last. */
  placesOf(page: number): { readonly first: number; readonly end: number } {
    const first = (page - 1) * this.#perPage - this.#newer;
    return { first: Math.max(0, first), end: first + this.#perPage };
  }

  /** The page to read in order to find the list's end, where a page far behind the known ones was empty. */
  get probe(): number | undefined {
    if (this.#end === undefined || this.#end - this.#known <= this.#perPage) return undefined;
    return this.pageOf(Math.floor((this.#known + this.#end) / 2));
  }

  /** Takes a page in. Then lets go of what is farthest from `eye`, a place, if there is more than may be kept. */
  add(page: Page<T>, total: number | undefined, eye: number): Placed<T> {
    this.#perPage = page.perPage;
    const first = (page.page - 1) * page.perPage;
    if (this.#repeats(page, first, total)) {
      this.#ignoresPaging = true;
      return { placed: [], dropped: [], unreadable: [] };
    }
    const shift = this.#shiftOf(page, first, total);
    this.#newer = shift;
    this.#total = total;
    const start = first - shift;
    const placed: (readonly [number, T])[] = [];
    const dropped = new Set<number>();
    const unreadable: number[] = [];
    for (const [index, item] of onPage(page).entries()) {
      const place = start + index;
      if (place < 0) continue;
      if (item === undefined) {
        if (this.#kept.has(place)) continue;
        this.#unreadable.add(place);
        unreadable.push(place);
        continue;
      }
      const id = this.#options.idOf(item);
      const before = this.#places.get(id);
      if (before !== undefined && before >= start && before < place) continue;
      if (before !== undefined && before !== place) {
        this.#forget(before);
        dropped.add(before);
      }
      this.#forget(place);
      this.#keep(place, id, item);
      dropped.delete(place);
      placed.push([place, item]);
    }
    for (let place = Math.max(0, start); place < start + page.perPage; place++) {
      if (!this.#kept.has(place)) this.#absent.add(place);
    }
    this.#noteEnd(page, start, total);
    for (const place of this.#surplus(eye)) {
      this.#forget(place);
      dropped.add(place);
    }
    return { placed: placed.filter(([place]) => this.#kept.has(place)), dropped: [...dropped], unreadable };
  }

  /** Notes how many items are newer, as the first page tells that was read just now; takes nothing in. */
  noteTop(page: Pick<Page<T>, 'items' | 'unreadable'>, total: number | undefined): void {
    const items = onPage(page);
    const placeOf = (item: T | undefined) => item && this.#places.get(this.#options.idOf(item));
    const at = items.findIndex((item) => placeOf(item) !== undefined);
    const known = placeOf(items[at]);
    const grown = total === undefined || this.#firstTotal === undefined ? 0 : total - this.#firstTotal;
    this.#newer = known === undefined ? Math.max(this.#newer, grown) : at - known;
    this.#total = total ?? this.#total;
  }

  #repeats({ page, items }: Page<T>, first: number, total: number | undefined): boolean {
    if (page === 1 || items.length === 0 || total !== this.#total || this.#kept.size === 0) return false;
    const [item] = items;
    const known = item && this.#places.get(this.#options.idOf(item));
    if (known === undefined || first - known - this.#newer < this.#perPage) return false;
    return items.every((each) => this.#places.has(this.#options.idOf(each)));
  }

  /** How many items the service lists above the first place, as this page tells. */
  #shiftOf(page: Page<T>, first: number, total: number | undefined): number {
    this.#firstTotal ??= total;
    const votes = new Map<number, number>();
    for (const [index, item] of onPage(page).entries()) {
      const known = item && this.#places.get(this.#options.idOf(item));
      if (known === undefined) continue;
      const shift = first + index - known;
      votes.set(shift, (votes.get(shift) ?? 0) + 1);
    }
    const [most] = [...votes].sort(([, one], [, other]) => other - one);
    if (most) return most[0];
    const grown = total === undefined || this.#firstTotal === undefined ? 0 : total - this.#firstTotal;
    return Math.max(this.#newer, grown);
  }

  #noteEnd(page: Page<T>, start: number, total: number | undefined): void {
    const { length } = onPage(page);
    const last = start + length;
    if (length > 0 && last > this.#known) {
      this.#known = last;
      this.#mayGoOn = length >= page.perPage;
    }
    const isLast = length < page.perPage && (total === undefined || page.page * page.perPage >= total);
    if (length === 0 || isLast) {
      this.#end = Math.max(this.#known, Math.min(this.#end ?? Number.POSITIVE_INFINITY, Math.max(0, last)));
    } else if (this.#end !== undefined && this.#end < this.#known) this.#end = undefined;
  }

  #keep(place: number, id: string, item: T): void {
    const size = this.#options.sizeOf(item);
    this.#units += size;
    this.#kept.set(place, { item, size });
    this.#places.set(id, place);
    this.#absent.delete(place);
    this.#unreadable.delete(place);
  }

  #forget(place: number): void {
    const kept = this.#kept.get(place);
    if (!kept) return;
    this.#units -= kept.size;
    this.#kept.delete(place);
    const id = this.#options.idOf(kept.item);
    if (this.#places.get(id) === place) this.#places.delete(id);
  }

  /** The places to let go of: whole pages, the farthest from the eye first. */
  #surplus(eye: number): number[] {
    const { mostPages, mostUnits } = this.#options;
    let count = this.#kept.size - mostPages * this.#perPage;
    let units = this.#units - mostUnits;
    if (count <= 0 && units <= 0) return [];
    const chunkOf = (place: number) => Math.floor(place / this.#perPage);
    const chunks = new Map<number, number[]>();
    for (const place of this.#kept.keys()) {
      const chunk = chunks.get(chunkOf(place));
      if (chunk) chunk.push(place);
      else chunks.set(chunkOf(place), [place]);
    }
    const distance = (chunk: number) => Math.abs(chunk - chunkOf(eye));
    const farthestFirst = [...chunks].sort(([one], [other]) => distance(other) - distance(one));
    const surplus: number[] = [];
    for (const [chunk, places] of farthestFirst) {
      // What is in sight may reach into the next one.
      if ((count <= 0 && units <= 0) || distance(chunk) <= 1) break;
      surplus.push(...places);
      count -= places.length;
      for (const place of places) units -= this.#kept.get(place)?.size ?? 0;
    }
    return surplus;
  }
}

/** The items by their places on the page; undefined where one could not be read. */
function onPage<T>({
  items,
  unreadable = [],
}: Pick<Page<T>, 'items' | 'unreadable'>): readonly (T | undefined)[] {
  const all: (T | undefined)[] = [...items];
  for (const place of unreadable) all.splice(place, 0, undefined);
  return all;
}
