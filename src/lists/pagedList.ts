import { setTimeout } from 'node:timers/promises';
import { abortFault } from '../base/abort.ts';
import { ServiceError } from '../base/errors.ts';
import { UNITS_PER_VALUE, valueSize } from '../base/valueSize.ts';
import type { PageRequest, RequestOptions } from '../service/api.ts';
import type { Page } from '../service/model.ts';
import { MOST_PLACES, type Placed, Places, type Span } from './places.ts';

/** Maximum total size, in UTF-16 units, of the items kept for a list, including a fixed amount for each value. */
const MOST_UNITS = 32 * 1024 * 1024;
/** Maximum number of consecutive useless reads, which return none of the wanted items. */
const MOST_VAIN = 3;
/** Milliseconds to wait after the first useless read; doubled after each additional one. */
const BACKOFF = 250;

export interface PagedListOptions<T> {
  /** Reads one page from the service. Page numbers are 1-based; a page past the last one is empty. */
  readonly fetch: (request: PageRequest, options: RequestOptions) => Promise<Page<T>>;
  /** Returns an item's ID. Equal items have equal IDs. */
  readonly idOf: (item: T) => number | string;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

interface ReadOptions extends RequestOptions {
  readonly signal: AbortSignal;
}

/** The part of a service's list that has been read. All views of the list share it, regardless of page size. */
export class PagedList<T> {
  readonly places: Places<T>;
  /** Called with the changes that each page caused. */
  readonly listeners = new Set<(change: Placed<T>) => void>();
  /** True if the next view to show the list must read it again. */
  isOutdated = false;
  readonly #options: PagedListOptions<T>;
  /** The page size that the service actually uses for each requested page size. */
  readonly #applied = new Map<number, number>();

  constructor(options: PagedListOptions<T>) {
    this.#options = options;
    this.places = new Places<T>({
      idOf: options.idOf,
      sizeOf: (item) => valueSize(item, MOST_UNITS, UNITS_PER_VALUE),
      mostPlaces: MOST_PLACES,
      mostUnits: MOST_UNITS,
    });
  }

  /**
   * Returns the page size that the service uses if `requested` is the requested size, or `requested` itself if the
   * actual size is not known.
   */
  perPage(requested: number): number {
    return this.#applied.get(requested) ?? requested;
  }

  /**
   * Reads a page. Rejects like `fetch`.
   * @returns true if the page was useful: it contained a wanted item or narrowed down the end of the list
   */
  async read(request: PageRequest, wanted: readonly Span[], options: ReadOptions): Promise<boolean> {
    const page = await this.#options.fetch(request, options);
    if (options.signal.aborted) throw abortFault(options.signal);
    const { places } = this;
    const { hasAnswered, gap } = places;
    const unknown = wanted.flatMap((span) => places.unknown(span));
    this.#applied.set(request.perPage, page.perPage);
    const change = places.add(page);
    for (const listener of this.listeners) listener(change);
    const left = new Set(wanted.flatMap((span) => places.unknown(span)));
    return !hasAnswered || places.gap < gap || unknown.some((place) => !left.has(place));
  }

  /** Reads the unknown items in a span, one page at a time. Rejects like `fetch`, or with `list-changed`. */
  async fill(span: Span, perPage: number, options: ReadOptions): Promise<void> {
    const vain = this.vainReads();
    for (;;) {
      const [place] = this.places.unknown(span);
      if (place === undefined) return;
      await vain.pause(options.signal);
      const page = this.places.pageOf(place, this.perPage(perPage));
      vain.note(await this.read({ page, perPage }, [span], options));
    }
  }

  /** Counts the items that are newer than the list, using a background request. Rejects like `fetch`. */
  async checkNew(perPage: number, signal: AbortSignal): Promise<void> {
    const page = await this.#options.fetch({ page: 1, perPage }, { signal, priority: 'background' });
    this.places.noteTop(page);
  }

  vainReads(): VainReads {
    return new VainReads(this.#options.pause);
  }
}

/**
 * Counts consecutive useless reads, which occur if the list changes faster than it can be read, or if the service's
 * pages are inconsistent.
 */
export class VainReads {
  readonly #pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  #count = 0;

  constructor(pause: PagedListOptions<unknown>['pause']) {
    this.#pause = pause ?? ((milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }));
  }

  /** Waits before the next read, longer after each consecutive useless read. Returns undefined if no wait is needed. */
  pause(signal: AbortSignal): Promise<unknown> | undefined {
    return this.#count > 0 ? this.#pause(BACKOFF * 2 ** (this.#count - 1), signal) : undefined;
  }

  /** @throws ServiceError `list-changed` after three or more consecutive useless reads */
  note(wasOfUse: boolean): void {
    this.#count = wasOfUse ? 0 : this.#count + 1;
    if (this.#count >= MOST_VAIN)
      throw new ServiceError('list-changed', 'The list changes faster than it can be read.');
  }
}
