import type { PagedList } from './pagedList.ts';
import type { Span } from './places.ts';

/** Maximum number of items to add in one step: the maximum page size that section 8 allows. */
const MOST_STEP = 100;

export interface PagerOptions<T> {
  /** Returns the list as it was last read, which other views might also use, or a new list if that one is outdated. */
  readonly list: () => PagedList<T>;
  /** Number of items per page, 10 to 100. */
  readonly pageSize: () => number;
  /** Maximum number of pages to show; if there are more, the page farthest from the new page is dropped. */
  readonly maxPages: number;
  /**
   * Maximum total size, in UTF-16 units, of all shown pages. If they are larger, pages are dropped in the same way, but
   * never the new page.
   */
  readonly maxUnits: number;
}

/** The loaded part of a list: neighboring pages without duplicate items. */
export interface PagerState<T> {
  readonly items: readonly T[];
  /** The number of items that were received but could not be read. */
  readonly unreadable: number;
  /** Total number of items, as specified by the last response; undefined before the first response. */
  readonly total: number | undefined;
  readonly perPage: number;
  /** The numbers of the first and last loaded pages; both are 0 before the first response. */
  readonly firstPage: number;
  readonly lastPage: number;
  readonly hasMore: boolean;
  /** True if the service sends the same items for every page, so reading more pages would never end. */
  readonly ignoresPaging: boolean;
  /** Number of new items that the service lists before the first loaded item; 0 if the first page is not loaded. */
  readonly newItems: number;
  /** The error from the last change, if it failed. Previously loaded items are kept. */
  readonly fault: unknown;
  /** The change that failed: `refresh`, `more`, `previous`, or, for example, `page 3`. */
  readonly failed: string | undefined;
}

const EMPTY = {
  items: [],
  unreadable: 0,
  total: undefined,
  perPage: 0,
  firstPage: 0,
  lastPage: 0,
  hasMore: false,
  ignoresPaging: false,
  newItems: 0,
  fault: undefined,
  failed: undefined,
} as const;

/** The visible part of a list, page by page. */
interface Window<T> extends Span {
  readonly list: PagedList<T>;
  /** Number of positions per page. */
  readonly step: number;
}

/**
 * A window of neighboring pages of a list. Only one change runs at a time. If the same change is requested twice, it
 * runs once. If a different change is requested, it supersedes the one in progress, whose response is ignored. No
 * method rejects; `state.fault` contains the error.
 */
export class Pager<T> {
  readonly #options: PagerOptions<T>;
  #window: Window<T> | undefined;
  #state: PagerState<T> = EMPTY;
  #change: { name: string; done: Promise<void>; controller: AbortController } | undefined;

  constructor(options: PagerOptions<T>) {
    this.#options = options;
  }

  get state(): PagerState<T> {
    return this.#state;
  }

  /** The list being shown; undefined before the first response. */
  get list(): PagedList<T> | undefined {
    return this.#window?.list;
  }

  get loading(): boolean {
    return this.#change !== undefined;
  }

  /** Loads the first page, unless a page has already been loaded, has failed, or is being loaded. */
  load(): Promise<void> {
    if (this.#change) return this.#change.done;
    if (this.#window || this.#state.fault !== undefined) return Promise.resolve();
    return this.goTo(1);
  }

  /** Adds the page after the last one. */
  more(): Promise<void> {
    const window = this.#window;
    if (!window) return this.goTo(1);
    return this.#run('more', async (signal) => {
      const { list, first, end, step } = window;
      await this.#fill(list, { first: end, end: end + step }, signal);
      return this.#fitting({ ...window, first, end: end + step }, true);
    });
  }

  /** Adds the page before the first one. */
  previous(): Promise<void> {
    const window = this.#window;
    if (!window || window.first === 0) return Promise.resolve();
    return this.#run('previous', async (signal) => {
      const first = Math.max(0, window.first - window.step);
      await this.#fill(window.list, { first, end: window.first }, signal);
      return this.#fitting({ ...window, first }, false);
    });
  }

  /** Replaces the loaded pages with one page. */
  goTo(page: number): Promise<void> {
    return this.#run(`page ${page}`, (signal) => this.#read(this.#options.list(), page, 1, signal));
  }

  /** Reads the list again and shows its first page, which includes any newer items. */
  restart(): Promise<void> {
    this.#outdate();
    return this.goTo(1);
  }

  /** Rereads the loaded pages; the old pages are shown until all new ones are loaded. */
  refresh(): Promise<void> {
    const { firstPage, lastPage } = this.#state;
    this.#outdate();
    if (firstPage === 0) return this.goTo(1);
    return this.#run('refresh', (signal) =>
      this.#read(this.#options.list(), firstPage, lastPage - firstPage + 1, signal),
    );
  }

  /**
   * Counts the items added since the first page was loaded, in the background and without moving the loaded items.
   * Returns true if the count changed. Rejects as `fetch` does.
   */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const window = this.#window;
    const { newItems } = this.#state;
    if (this.#change || window?.first !== 0) return false;
    await window.list.checkNew(this.#options.pageSize(), signal);
    if (signal.aborted || this.#window !== window) return false;
    this.#state = { ...this.#state, newItems: window.list.places.newer };
    return this.#state.newItems !== newItems;
  }

  /** Drops the loaded pages and cancels those in progress. */
  reset(): void {
    this.#change?.controller.abort();
    this.#change = undefined;
    this.#show(undefined);
    this.#state = EMPTY;
  }

  #outdate(): void {
    if (this.#window) this.#window.list.isOutdated = true;
  }

  /** Reads `count` pages starting at `page`. */
  async #read(list: PagedList<T>, page: number, count: number, signal: AbortSignal): Promise<Window<T>> {
    const { pageSize } = this.#options;
    const spanOf = () => {
      const step = Math.min(list.perPage(pageSize()), MOST_STEP);
      return { list, step, first: (page - 1) * step, end: (page - 1 + count) * step };
    };
    // The number of items per page is not known until the first response.
    if (!list.places.hasAnswered) await list.read({ page, perPage: pageSize() }, [], { signal });
    await this.#fill(list, spanOf(), signal);
    return this.#fitting(spanOf(), false);
  }

  /** Reads the unknown items in a span, and keeps the span in memory in the meantime. */
  async #fill(list: PagedList<T>, span: Span, signal: AbortSignal): Promise<void> {
    const { sights } = list.places;
    sights.add(span);
    try {
      await list.fill(span, this.#options.pageSize(), { signal });
    } finally {
      sights.delete(span);
    }
  }

  /** Returns as much of a window as can be shown; drops its first pages or, otherwise, its last ones if necessary. */
  #fitting(window: Window<T>, dropsFirst: boolean): Window<T> {
    const { maxPages, maxUnits } = this.#options;
    const { list, step } = window;
    let { first, end } = window;
    while (
      end - first > step &&
      (end - first > maxPages * step || list.places.unitsOf({ first, end }) > maxUnits)
    ) {
      if (dropsFirst) first += step;
      else end -= step;
    }
    return { list, step, first, end };
  }

  #run(name: string, read: (signal: AbortSignal) => Promise<Window<T>>): Promise<void> {
    if (this.#change?.name === name) return this.#change.done;
    this.#change?.controller.abort();
    const controller = new AbortController();
    const done = this.#apply(name, controller.signal, read);
    const change = { name, done, controller };
    this.#change = change;
    void done.then(() => {
      if (this.#change === change) this.#change = undefined;
    });
    return done;
  }

  async #apply(
    name: string,
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<Window<T>>,
  ): Promise<void> {
    try {
      const window = await read(signal);
      if (signal.aborted) return;
      this.#show(window);
      this.#state = stateOf(window);
    } catch (fault) {
      if (!signal.aborted) this.#state = { ...this.#state, fault, failed: name };
    }
  }

  #show(window: Window<T> | undefined): void {
    if (window) window.list.places.sights.add(window);
    if (this.#window) this.#window.list.places.sights.delete(this.#window);
    this.#window = window;
  }
}

function stateOf<T>(window: Window<T>): PagerState<T> {
  const { list, step, first, end } = window;
  const { places } = list;
  return {
    items: places.entries(window).map(([, item]) => item),
    unreadable: places.unreadable(window).length,
    total: Math.max(places.total ?? 0, places.length),
    perPage: step,
    firstPage: Math.floor(first / step) + 1,
    lastPage: Math.ceil(end / step),
    hasMore: end < places.length,
    ignoresPaging: places.ignoresPaging,
    newItems: first === 0 ? places.newer : 0,
    fault: undefined,
    failed: undefined,
  };
}
