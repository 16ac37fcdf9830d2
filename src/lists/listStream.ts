import { inOrder, unitsOf } from '../base/inOrder.ts';
import type { PageRequest } from '../service/api.ts';
import type { Page } from '../service/model.ts';

/** Number of items per request: the maximum that section 8 allows. */
const PER_PAGE = 100;
/** Maximum number of pages to read backward in one attempt to close a gap between pages. */
const FURTHEST_BACK = 10;
/** Maximum number of consecutive pages without new items. */
const MOST_WITHOUT_NEW = 10;
/** Minimum number of recent items to remember, so that the stream can recognize items that the service repeats. */
const LEAST_KNOWN = 25_000;

export interface ListStreamOptions<T> {
  /** Reads one page. Page numbers are 1-based; a page past the last one is empty. */
  readonly read: (request: PageRequest) => Promise<Page<T>>;
  /** Returns an item's ID. Equal items have equal IDs. */
  readonly idOf: (item: T) => number | string;
  /** Number of pages to read at once. If it is 1, each page is read only when the consumer requests it. */
  readonly concurrent?: number;
  /** The maximum number of times to reread neighboring pages to close a gap between them; 0 if items can be missing. */
  readonly attempts?: number;
}

/** Consecutive pages, at least one. */
type Pages<T> = [Page<T>, ...Page<T>[]];

/**
 * Streams all items of a list that might change while it is read, without duplicates. Pages are not kept. While the
 * list is read, new items move existing ones to later pages, and removals move them to earlier ones. Neighboring pages
 * that were read from different states of the list are read again until they have an item in common or the same total.
 * A list that gains as many items as it loses between two reads cannot be distinguished from an unchanged one.
 */
export class ListStream<T> {
  readonly #options: ListStreamOptions<T>;
  readonly #known = new LatestIds();
  /** The last page that was processed; before the first response, one without items. */
  #last: Page<T> = { items: [], total: 0, page: 0, perPage: 1 };
  #mayMissRows = false;
  #ignoresPaging = false;
  #unreadable = 0;
  /** Number of consecutive pages without new items while the total did not change. */
  #withoutNew = 0;

  constructor(options: ListStreamOptions<T>) {
    this.#options = options;
  }

  /** Total number of items, as last reported by the service; 0 until the first page is read. */
  get total(): number {
    return this.#last.total;
  }

  /** True if a gap between two pages could not be closed or the list contained fewer items than its total. */
  get mayMissRows(): boolean {
    return this.#mayMissRows;
  }

  /** True if the stream ended early because the service sent the same items again. */
  get ignoresPaging(): boolean {
    return this.#ignoresPaging;
  }

  /** The number of items that could not be read, which the stream omits. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Yields the new items of each page, in the service's order. Rejects like `read`. */
  async *pages(): AsyncGenerator<readonly T[], void, undefined> {
    const first = await this.#read(1);
    yield this.#take(first);
    let next = 2;
    while (next <= this.#lastPage()) {
      for await (const page of this.#from(next, unitsOf(first))) {
        if (this.#repeats(page)) {
          this.#ignoresPaging = true;
          return;
        }
        for (const joined of await this.#joined(page)) yield this.#take(joined);
        if (sizeOf(this.#last) === 0) return;
        next = page.page + 1;
      }
    }
  }

  async *#from(page: number, units: number): AsyncGenerator<Page<T>, void, undefined> {
    const { concurrent = 1 } = this.#options;
    const read = (number: number) => this.#read(number);
    if (concurrent > 1) yield* inOrder(this.#numbersFrom(page), concurrent, read, units);
    else for (const number of this.#numbersFrom(page)) yield await read(number);
  }

  *#numbersFrom(page: number): Generator<number, void, undefined> {
    for (let number = page; number <= this.#lastPage(); number++) yield number;
  }

  #lastPage(): number {
    return Math.ceil(this.#last.total / this.#last.perPage);
  }

  #read(page: number): Promise<Page<T>> {
    return this.#options.read({ page, perPage: PER_PAGE });
  }

  /** Returns the items of a page that have not been yielded before. */
  #take(page: Page<T>): readonly T[] {
    this.#last = page;
    this.#unreadable += page.unreadable?.length ?? 0;
    return page.items.filter((item) => this.#known.add(this.#options.idOf(item)));
  }

  #isKnown(item: T): boolean {
    return this.#known.has(this.#options.idOf(item));
  }

  /**
   * Returns true if the service appears to ignore paging, because it sent the previous page again or has sent too many
   * consecutive pages without new items.
   */
  #repeats({ items, total }: Page<T>): boolean {
    const { items: before, total: totalBefore } = this.#last;
    if (items.length === 0 || total !== totalBefore || !items.every((item) => this.#isKnown(item))) {
      this.#withoutNew = 0;
      return false;
    }
    this.#withoutNew++;
    const { idOf } = this.#options;
    const isSame = (item: T, index: number) => index in before && idOf(item) === idOf(before[index] as T);
    return this.#withoutNew > MOST_WITHOUT_NEW || (items.length === before.length && items.every(isSame));
  }

  /** Returns a page, preceded by earlier pages if they were read again to close a gap before it. */
  async #joined(page: Page<T>): Promise<Pages<T>> {
    let pages: Pages<T> = [page];
    for (let attempts = this.#options.attempts ?? 0; !this.#follows(pages[0]); attempts--) {
      if (attempts === 0) {
        this.#mayMissRows = true;
        break;
      }
      pages = await this.#readBack(page.page);
    }
    return pages;
  }

  /**
   * Returns a page, preceded by as many earlier pages as are needed to close the gap before it. Returns fewer if the
   * list changes in the meantime.
   */
  async #readBack(number: number): Promise<Pages<T>> {
    const pages: Pages<T> = [await this.#read(number)];
    while (!this.#follows(pages[0]) && pages.length <= FURTHEST_BACK) {
      const before = await this.#read(pages[0].page - 1);
      if (!this.#areNeighbours(before, pages[0])) break;
      pages.unshift(before);
    }
    return pages;
  }

  /** Returns true if no item can be missing between this page and the items yielded so far. */
  #follows(page: Page<T>): boolean {
    if (page.page === 1 || page.items.some((item) => this.#isKnown(item))) return true;
    const last = this.#last;
    return last.page === page.page - 1 && this.#areNeighbours(last, page);
  }

  /** Returns true if no item can be missing between a page and the next one. */
  #areNeighbours(before: Page<T>, after: Page<T>): boolean {
    if (before.isTotalKnown === false && after.isTotalKnown === false) return true;
    if (sizeOf(after) === 0) return before.total <= before.page * before.perPage;
    const ids = new Set(before.items.map(this.#options.idOf));
    return before.total === after.total || after.items.some((item) => ids.has(this.#options.idOf(item)));
  }
}

/** Returns the number of items on a page, including those that could not be read. */
function sizeOf({ items, unreadable = [] }: Page<unknown>): number {
  return items.length + unreadable.length;
}

/** Stores at least the latest `LEAST_KNOWN` IDs, and at most twice as many. */
class LatestIds {
  #latest = new Set<number | string>();
  #before = new Set<number | string>();

  has(id: number | string): boolean {
    return this.#latest.has(id) || this.#before.has(id);
  }

  /** Adds an ID; returns false if it is already known. */
  add(id: number | string): boolean {
    if (this.has(id)) return false;
    if (this.#latest.size === LEAST_KNOWN) {
      this.#before = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(id);
    return true;
  }
}
