import { valueSize } from '../../service/answers/valueSize.ts';
import type { RequestOptions } from '../../service/api.ts';
import type { Page } from '../../service/model.ts';

export interface PagerOptions<T> {
  /** One page from the service, from 1. A page beyond the last is empty. */
  fetch(page: number, options: RequestOptions): Promise<Page<T>>;
  /** Returns an id that is equal for two items that are the same. */
  idOf(item: T): number | string;
  /** The number of pages that are kept; beyond that the page farthest from the new one is dropped. */
  maxPages: number;
  /** UTF-16 units that all kept pages may take together; beyond that pages give way likewise, but for the new one. */
  maxUnits: number;
}

/** The units that a value takes beside its text. */
const UNITS_PER_VALUE = 32;

/** The loaded part of a list: neighbouring pages, no item twice. */
export interface PagerState<T> {
  readonly items: readonly T[];
  /** The number of items that the service sent and that could not be read. */
  readonly unreadable: number;
  /** Items over all pages, as the last answer said; undefined before the first. */
  readonly total: number | undefined;
  readonly perPage: number;
  /** First and last loaded page; both 0 before the first answer. */
  readonly firstPage: number;
  readonly lastPage: number;
  readonly hasMore: boolean;
  /** The service sent rows that it had sent already: asking further pages would never end. */
  readonly ignoresPaging: boolean;
  /** Items that came before the first loaded one since then, as far as the first page tells; 0 when unknown. */
  readonly newItems: number;
  /** The error of the last change, if it failed; the items that were loaded before stay. */
  readonly fault: unknown;
  /** The change that failed: `refresh`, `more`, `previous` or `page 3`. */
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

/**
 * A paginated list, page by page, without an editor in it. One change at a time: the same change asked twice is one,
 * another one supersedes it, and the answer of a superseded one is dropped. No method rejects: `state.fault` tells.
 */
export class Pager<T> {
  readonly #options: PagerOptions<T>;
  #pages: readonly Page<T>[] = [];
  #state: PagerState<T> = EMPTY;
  #change: { name: string; done: Promise<void>; controller: AbortController } | undefined;

  constructor(options: PagerOptions<T>) {
    this.#options = options;
  }

  get state(): PagerState<T> {
    return this.#state;
  }

  get loading(): boolean {
    return this.#change !== undefined;
  }

  /** The first page, unless something is loaded, failed or on its way. */
  load(): Promise<void> {
    if (this.#change) return this.#change.done;
    if (this.#pages.length > 0 || this.#state.fault !== undefined) return Promise.resolve();
    return this.goTo(1);
  }

  /** Adds the page after the last one. */
  more(): Promise<void> {
    if (this.#pages.length === 0) return this.goTo(1);
    return this.#run('more', async (fetch) => {
      const page = await fetch(this.#state.lastPage + 1);
      return this.#fitting([page, ...this.#pages.toReversed()]).reverse();
    });
  }

  /** Adds the page before the first one. */
  previous(): Promise<void> {
    if (this.#state.firstPage <= 1) return Promise.resolve();
    return this.#run('previous', async (fetch) => {
      const page = await fetch(this.#state.firstPage - 1);
      return this.#fitting([page, ...this.#pages]);
    });
  }

  /** Replaces what is loaded by one page. */
  goTo(page: number): Promise<void> {
    return this.#run(`page ${page}`, async (fetch) => [await fetch(page)]);
  }

  /** Reads the loaded pages again; the old ones stay until the last of the new ones is there. */
  refresh(): Promise<void> {
    const { firstPage, lastPage } = this.#state;
    if (firstPage === 0) return this.goTo(1);
    return this.#run('refresh', async (fetch) => {
      const pages: Page<T>[] = [];
      for (let page = firstPage; page <= lastPage; page++) {
        const fresh = await fetch(page);
        if (fresh.items.length === 0 && pages.length > 0) break;
        pages.push(fresh);
      }
      return this.#fitting(pages);
    });
  }

  /**
   * Counts the items that are new since the first page was loaded, in the background and without moving what is loaded.
   * Rejects as `fetch` does. True when the count changed.
   */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const before = this.#pages;
    const { firstPage, newItems } = this.#state;
    if (this.#change || firstPage !== 1) return false;
    const fresh = await this.#options.fetch(1, { signal, priority: 'background' });
    if (signal.aborted || this.#pages !== before) return false;
    const { idOf } = this.#options;
    const known = new Set(this.#state.items.map(idOf));
    const at = fresh.items.findIndex((item) => known.has(idOf(item)));
    const grown = fresh.total - (this.#state.total ?? 0);
    const count = at >= 0 ? at : Math.max(grown, fresh.items.length);
    this.#state = { ...this.#state, newItems: count };
    return count !== newItems;
  }

  /** Drops what is loaded and what is on its way. */
  reset(): void {
    this.#change?.controller.abort();
    this.#change = undefined;
    this.#pages = [];
    this.#state = EMPTY;
  }

  /** The first of these pages, as many as may be kept. */
  #fitting(pages: readonly Page<T>[]): Page<T>[] {
    const { maxPages, maxUnits } = this.#options;
    let left = maxUnits;
    const tooMany = pages.findIndex(({ items }, index) => {
      left -= valueSize(items, left, UNITS_PER_VALUE);
      return index > 0 && left < 0;
    });
    return pages.slice(0, Math.min(maxPages, tooMany < 0 ? maxPages : tooMany));
  }

  #run(name: string, read: (fetch: (page: number) => Promise<Page<T>>) => Promise<Page<T>[]>): Promise<void> {
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
    read: (fetch: (page: number) => Promise<Page<T>>) => Promise<Page<T>[]>,
  ): Promise<void> {
    try {
      const pages = await read((page) => this.#options.fetch(page, { signal }));
      if (signal.aborted) return;
      this.#pages = pages;
      this.#state = merge(pages, this.#options.idOf);
    } catch (fault) {
      if (!signal.aborted) this.#state = { ...this.#state, fault, failed: name };
    }
  }
}

function merge<T>(pages: readonly Page<T>[], idOf: (item: T) => number | string): PagerState<T> {
  const items = new Map<number | string, T>();
  let ignoresPaging = false;
  for (const [index, page] of pages.entries()) {
    const known = items.size;
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
    // When new logs push a whole page onto the next one, the total has grown; a service that ignores `page` repeats itself.
    const repeats = page.items.length > 0 && items.size === known;
    ignoresPaging ||= index > 0 && repeats && page.total === pages[index - 1]?.total;
  }
  const last = pages.at(-1);
  if (!last) return EMPTY;
  return {
    items: [...items.values()],
    unreadable: pages.reduce((sum, { unreadable = [] }) => sum + unreadable.length, 0),
    total: last.total,
    perPage: last.perPage,
    firstPage: pages[0]?.page ?? 0,
    lastPage: last.page,
    hasMore: !ignoresPaging && last.items.length > 0 && last.page * last.perPage < last.total,
    ignoresPaging,
    newItems: 0,
    fault: undefined,
    failed: undefined,
  };
}
