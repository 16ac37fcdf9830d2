/** Reads a whole list of logs that may change while it is read. */
import { type ListedLog, logId, type Page } from '../../service/model.ts';
import { inOrder, unitsOf } from './inOrder.ts';

/** Pages read at once. */
const CONCURRENT = 4;
/** The number of times that neighbouring pages are read again until they join. */
const ATTEMPTS = 4;
/** Pages read backwards in one attempt. */
const FURTHEST_BACK = 10;
/** How many rows back one is certainly known. */
const LEAST_KNOWN = 25_000;

/**
 * The rows of a list, none twice. New logs push rows to later pages, and logs that go pull them to earlier ones: where
 * two neighbouring pages were read of different states of the list, they are read again until they have a row in common
 * or one total. A list that gains as many rows as it loses between two reads cannot be told from one that stands still.
 */
export class GrowingList {
  readonly #read: (page: number) => Promise<Page<ListedLog>>;
  readonly #known = new KnownRows();
  /** The page that was taken last. */
  #last: Page<ListedLog> | undefined;
  #mayMissRows = false;
  #ignoresPaging = false;
  #hasUnreadable = false;

  /** @param read one page, from 1; a page beyond the last is empty */
  constructor(read: (page: number) => Promise<Page<ListedLog>>) {
    this.#read = read;
  }

  /** Rows of all pages, as the service said last; 0 before the first page. */
  get total(): number {
    return this.#last?.total ?? 0;
  }

  /** Whether two pages could not be joined, or the list ended before its total. */
  get mayMissRows(): boolean {
    return this.#mayMissRows;
  }

  /** Whether the service sent one page again and again; only its rows were given. */
  get ignoresPaging(): boolean {
    return this.#ignoresPaging;
  }

  /** Whether the service sent rows that could not be read; they were not given. */
  get hasUnreadable(): boolean {
    return this.#hasUnreadable;
  }

  /** The rows, page by page, in the service's order. Reads ahead as far as the consumer keeps up. */
  async *pages(): AsyncGenerator<readonly ListedLog[], void, undefined> {
    const first = await this.#read(1);
    yield this.#take(first);
    let next = 2;
    while (next <= this.#lastPage()) {
      const pages = inOrder(this.#numbersFrom(next), CONCURRENT, this.#read, unitsOf(first));
      for await (const page of pages) {
        if (this.#repeats(page)) {
          this.#ignoresPaging = true;
          return;
        }
        for (const joined of await this.#joined(page)) yield this.#take(joined);
        if (this.#last?.items.length === 0) return;
        next = page.page + 1;
      }
    }
  }

  *#numbersFrom(page: number): Generator<number, void, undefined> {
    for (let number = page; number <= this.#lastPage(); number++) yield number;
  }

  #lastPage(): number {
    return this.#last === undefined ? 1 : Math.ceil(this.#last.total / Math.max(1, this.#last.perPage));
  }

  /** The rows of a page that were not given yet. */
  #take(page: Page<ListedLog>): readonly ListedLog[] {
    this.#last = page;
    this.#hasUnreadable ||= page.unreadable !== undefined;
    return page.items.filter(({ key }) => this.#known.add(logId(key)));
  }

  /** Whether a service that ignores paging sent the page before once more. */
  #repeats({ items, total }: Page<ListedLog>): boolean {
    const before = this.#last;
    if (items.length === 0 || total !== before?.total || items.length !== before.items.length) return false;
    return items.every(({ key }, index) => {
      const other = before.items[index];
      return other !== undefined && logId(key) === logId(other.key);
    });
  }

  /** A page, or what it and those before it are when they are read again so as to follow on what was taken. */
  async #joined(page: Page<ListedLog>): Promise<readonly Page<ListedLog>[]> {
    if (this.#follows(page)) return [page];
    let pages: Page<ListedLog>[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      pages = await this.#readBack(page.page);
      const [earliest] = pages;
      if (earliest && this.#follows(earliest)) return pages;
    }
    this.#mayMissRows = true;
    return pages;
  }

  /** A page and as many before it as it takes to follow on what was taken; fewer when the list changes meanwhile. */
  async #readBack(number: number): Promise<Page<ListedLog>[]> {
    let earliest = await this.#read(number);
    const pages = [earliest];
    while (!this.#follows(earliest) && pages.length <= FURTHEST_BACK) {
      const before = await this.#read(earliest.page - 1);
      if (!this.#areNeighbours(before, earliest)) break;
      pages.unshift(before);
      earliest = before;
    }
    return pages;
  }

  /** Whether no row can be missing between what was taken and this page. */
  #follows(page: Page<ListedLog>): boolean {
    if (page.page === 1 || page.items.some(({ key }) => this.#known.has(logId(key)))) return true;
    return (
      this.#last !== undefined && this.#last.page === page.page - 1 && this.#areNeighbours(this.#last, page)
    );
  }

  /** Whether no row can be missing between a page and the one after it. */
  #areNeighbours(before: Page<ListedLog>, after: Page<ListedLog>): boolean {
    if (after.items.length === 0) return before.total <= before.page * before.perPage;
    const known = new Set(before.items.map(({ key }) => logId(key)));
    return before.total === after.total || after.items.some(({ key }) => known.has(logId(key)));
  }
}

/** The ids of the latest rows, at least `LEAST_KNOWN` and at most twice as many: its memory does not grow with the list. */
class KnownRows {
  #latest = new Set<string>();
  #before = new Set<string>();

  has(id: string): boolean {
    return this.#latest.has(id) || this.#before.has(id);
  }

  /** Whether it was not known before. */
  add(id: string): boolean {
    if (this.has(id)) return false;
    if (this.#latest.size === LEAST_KNOWN) {
      this.#before = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(id);
    return true;
  }
}
