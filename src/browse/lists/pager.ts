import type { PagedList, Span } from '../../lists/pagedList.ts';

export interface PagerOptions<T> {
  /** Returns the list as it was last read, which other views might also use, or a new list if that one is outdated. */
  readonly list: () => PagedList<T>;
  /** Number of items to add in one step. */
  readonly pageSize: () => number;
}

/** The displayed items at the start of a list. */
export interface PagerState<T> {
  readonly items: readonly T[];
  /** The number of items that were received but could not be read. */
  readonly unreadable: number;
  /** Total number of items; undefined before the first response. */
  readonly total: number | undefined;
  /** The number of places shown. */
  readonly shown: number;
  /** The number of places that `more` adds. */
  readonly pageSize: number;
  readonly hasMore: boolean;
  readonly ignoresPaging: boolean;
  readonly hasChanged: boolean;
  /** Number of new items that the service lists before the first one. */
  readonly newItems: number;
  /** The error from the last change, if it failed. Previously displayed items are kept. */
  readonly fault: unknown;
  readonly failed: 'more' | 'refresh' | undefined;
}

const EMPTY = {
  items: [],
  unreadable: 0,
  total: undefined,
  shown: 0,
  pageSize: 0,
  hasMore: false,
  ignoresPaging: false,
  hasChanged: false,
  newItems: 0,
  fault: undefined,
  failed: undefined,
} as const;

/**
 * Shows a growing number of items from the start of a list. Only one change runs at a time; a different change
 * supersedes it. No method rejects; `state.fault` contains the error.
 */
export class Pager<T> {
  readonly #options: PagerOptions<T>;
  #list: PagedList<T> | undefined;
  #sight: Span = { first: 0, end: 0 };
  #state: PagerState<T> = EMPTY;
  #change:
    | { readonly name: string; readonly done: Promise<void>; readonly controller: AbortController }
    | undefined;

  constructor(options: PagerOptions<T>) {
    this.#options = options;
  }

  get state(): PagerState<T> {
    return this.#state;
  }

  /** The list being shown; undefined before the first response. */
  get list(): PagedList<T> | undefined {
    return this.#list;
  }

  get loading(): boolean {
    return this.#change !== undefined;
  }

  /** Loads the first items, unless some have already been loaded, have failed, or are being loaded. */
  load(): Promise<void> {
    if (this.#change) return this.#change.done;
    if (this.#list || this.#state.fault !== undefined) return Promise.resolve();
    return this.#show('refresh', this.#options.pageSize());
  }

  more(): Promise<void> {
    return this.#show(this.#list ? 'more' : 'refresh', this.#state.shown + this.#options.pageSize());
  }

  /** Reads the list again and shows its first items, which include any newer ones. */
  restart(): Promise<void> {
    if (this.#list) this.#list.isOutdated = true;
    return this.#show('refresh', this.#options.pageSize());
  }

  /** Rereads the displayed items; the old ones are shown until all new ones are loaded. */
  refresh(): Promise<void> {
    if (this.#list) this.#list.isOutdated = true;
    return this.#show('refresh', Math.max(this.#state.shown, this.#options.pageSize()));
  }

  /**
   * Counts the items added since the list was read, in the background. Returns true if the count changed. Rejects as
   * `fetch` does.
   */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const list = this.#list;
    const { newItems } = this.#state;
    if (this.#change || !list) return false;
    await list.checkNew(signal);
    if (signal.aborted || this.#list !== list) return false;
    this.#state = { ...this.#state, newItems: list.newer };
    return list.newer !== newItems;
  }

  /** Drops the displayed items and cancels those in progress. */
  reset(): void {
    this.#change?.controller.abort();
    this.#change = undefined;
    this.#list?.sights.delete(this.#sight);
    this.#list = undefined;
    this.#state = EMPTY;
  }

  #show(name: 'more' | 'refresh', count: number): Promise<void> {
    if (this.#change?.name === name) return this.#change.done;
    this.#change?.controller.abort();
    const controller = new AbortController();
    const done = this.#fill(name, count, controller.signal).then(() => {
      if (this.#change === change) this.#change = undefined;
    });
    const change = { name, done, controller };
    this.#change = change;
    return done;
  }

  async #fill(name: 'more' | 'refresh', count: number, signal: AbortSignal): Promise<void> {
    const list = (name === 'more' && this.#list) || this.#options.list();
    const sight = { first: 0, end: count };
    list.sights.add(sight);
    try {
      await list.fill(sight, { signal });
      signal.throwIfAborted();
      this.#list?.sights.delete(this.#sight);
      this.#list = list;
      this.#sight = sight;
      this.#state = { ...stateOf(list, sight), pageSize: this.#options.pageSize() };
    } catch (fault) {
      list.sights.delete(sight);
      if (!signal.aborted) this.#state = { ...this.#state, fault, failed: name };
    }
  }
}

function stateOf<T>(list: PagedList<T>, sight: Span): Omit<PagerState<T>, 'pageSize'> {
  return {
    items: list.entries(sight).map(([, item]) => item),
    unreadable: list.unreadable(sight).length,
    total: Math.max(list.total ?? 0, list.length),
    shown: Math.min(sight.end, list.length),
    hasMore: sight.end < list.length,
    ignoresPaging: list.ignoresPaging,
    hasChanged: list.hasChanged,
    newItems: list.newer,
    fault: undefined,
    failed: undefined,
  };
}
