import type { PagedList, Span } from '../../lists/pagedList.ts';

/**
 * Shows a growing number of items from the start of a list. Only one change runs at a time; a different change
 * supersedes it. No method except `checkNew` rejects; `fault` contains the error.
 */
export class Pager<T> {
  readonly #currentList: () => PagedList<T>;
  readonly #pageSize: () => number;
  #list: PagedList<T> | undefined;
  #sight: Span = { first: 0, end: 0 };
  #failure: { readonly fault: unknown; readonly isMore: boolean } | undefined;
  #change:
    | { readonly isMore: boolean; readonly done: Promise<void>; readonly controller: AbortController }
    | undefined;

  /**
   * @param currentList returns the list as it was last read, which other views might also use, or a new list if that one
   *   is outdated
   * @param pageSize returns the number of items to add in one step
   */
  constructor(currentList: () => PagedList<T>, pageSize: () => number) {
    this.#currentList = currentList;
    this.#pageSize = pageSize;
  }

  /** The list being shown; undefined before the first response. */
  get list(): PagedList<T> | undefined {
    return this.#list;
  }

  get items(): readonly T[] {
    return this.#list?.entries(this.#sight).map(([, item]) => item) ?? [];
  }

  /** The number of items that were received but could not be read. */
  get unreadable(): number {
    return this.#list?.unreadable(this.#sight).length ?? 0;
  }

  /** The number of places shown. */
  get shown(): number {
    return Math.min(this.#sight.end, this.#list?.length ?? 0);
  }

  get pageSize(): number {
    return this.#pageSize();
  }

  /** The error from the last change, if it failed. Previously displayed items are kept. */
  get fault(): unknown {
    return this.#failure?.fault;
  }

  /** True if the last change failed and was to add items. */
  get hasFailedMore(): boolean {
    return this.#failure?.isMore === true;
  }

  /** True if the list is loaded, is being loaded, or failed to load. */
  get isUsed(): boolean {
    return (this.#change ?? this.#list ?? this.#failure) !== undefined;
  }

  /** Loads the first items, unless some have already been loaded, have failed, or are being loaded. */
  async load(): Promise<void> {
    await (this.isUsed ? this.#change?.done : this.refresh());
  }

  more(): Promise<void> {
    return this.#list ? this.#show(true, this.shown + this.pageSize) : this.refresh();
  }

  /** Rereads the displayed items; the old ones are shown until all new ones are loaded. */
  refresh(): Promise<void> {
    if (this.#list) this.#list.isOutdated = true;
    return this.#show(false, Math.max(this.shown, this.pageSize));
  }

  /**
   * Counts the items added since the list was read, in the background. Returns true if the count changed. Rejects as
   * `fetch` does.
   */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const list = this.#list;
    if (this.#change || !list) return false;
    const { newer } = list;
    await list.checkNew(signal);
    return this.#list === list && list.newer !== newer;
  }

  /** Drops the displayed items and cancels those in progress. */
  reset(): void {
    this.#change?.controller.abort();
    this.#change = undefined;
    this.#list?.sights.delete(this.#sight);
    this.#list = undefined;
    this.#failure = undefined;
  }

  #show(isMore: boolean, count: number): Promise<void> {
    if (this.#change?.isMore === isMore) return this.#change.done;
    this.#change?.controller.abort();
    const controller = new AbortController();
    const done = this.#fill(isMore, count, controller.signal).then(() => {
      if (this.#change === change) this.#change = undefined;
    });
    const change = { isMore, done, controller };
    this.#change = change;
    return done;
  }

  async #fill(isMore: boolean, count: number, signal: AbortSignal): Promise<void> {
    const list = (isMore && this.#list) || this.#currentList();
    const sight = { first: 0, end: count };
    list.sights.add(sight);
    try {
      await list.fill(sight, { signal });
      signal.throwIfAborted();
      this.#list?.sights.delete(this.#sight);
      this.#list = list;
      this.#sight = sight;
      this.#failure = undefined;
    } catch (fault) {
      list.sights.delete(sight);
      if (!signal.aborted) this.#failure = { fault, isMore };
    }
  }
}
