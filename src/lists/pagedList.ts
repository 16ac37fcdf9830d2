import { setTimeout } from 'node:timers/promises';
import { ServiceError } from '../base/errors.ts';
import { UNITS_PER_VALUE, valueSize } from '../base/valueSize.ts';
import type { PageRequest, RequestOptions } from '../service/api.ts';
import type { Page } from '../service/model.ts';
import { MOST_PLACES, type Placed, Places, type Span } from './places.ts';

/** UTF-16 units of all items that are kept of a list, some for each value beside its text. */
const MOST_UNITS = 32 * 1024 * 1024;
/** Reads in a row that may leave the wanted places unknown. */
const MOST_VAIN = 3;
/** Milliseconds before the read after one that was in vain; they double with each. */
const BACKOFF = 250;

export interface PagedListOptions<T> {
  /** Reads one page from the service, from 1. A page beyond the last is empty. */
  readonly fetch: (request: PageRequest, options: RequestOptions) => Promise<Page<T>>;
  /** Returns an id that is equal for two items that are the same. */
  readonly idOf: (item: T) => number | string;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

interface ReadOptions extends RequestOptions {
  readonly signal: AbortSignal;
}

/** A list of the service as far as it was read. All that show it share it, whatever page size each reads by. */
export class PagedList<T> {
  readonly places: Places<T>;
  /** Called with what each page changed. */
  readonly listeners = new Set<(change: Placed<T>) => void>();
  /** True when whoever shows the list next is to read it again. */
  isOutdated = false;
  readonly #options: PagedListOptions<T>;
  /** Items a page that the service applies, by the number that was requested. */
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

  /** Items a page that the service gives for so many requested ones, as far as known. */
  perPage(requested: number): number {
    return this.#applied.get(requested) ?? requested;
  }

  /**
   * Reads a page. Rejects as `fetch` does.
   *
   * @returns whether the page was of use: a place of the wanted ones became known, or the list's end is nearer
   */
  async read(request: PageRequest, wanted: readonly Span[], options: ReadOptions): Promise<boolean> {
    const page = await this.#options.fetch(request, options);
    if (options.signal.aborted) throw new ServiceError('cancelled', 'The page is no longer needed.');
    const { places } = this;
    const { hasAnswered, gap } = places;
    const unknown = wanted.flatMap((span) => places.unknown(span));
    this.#applied.set(request.perPage, page.perPage);
    const change = places.add(page);
    for (const listener of this.listeners) listener(change);
    const left = new Set(wanted.flatMap((span) => places.unknown(span)));
    return !hasAnswered || places.gap < gap || unknown.some((place) => !left.has(place));
  }

  /** Reads the places of a span that are not known, one page after the other. Rejects as `fetch` does, and with `list-changed`. */
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

  /** Notes how many items are newer, in the background. Rejects as `fetch` does. */
  async checkNew(perPage: number, signal: AbortSignal): Promise<void> {
    const page = await this.#options.fetch({ page: 1, perPage }, { signal, priority: 'background' });
    if (!signal.aborted) this.places.noteTop(page);
  }

  vainReads(): VainReads {
    return new VainReads(this.#options.pause);
  }
}

/** The reads in a row that were of no use: the list changes faster than it can be read, or the service's pages do not fit together. */
export class VainReads {
  readonly #pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  #count = 0;

  constructor(pause: PagedListOptions<unknown>['pause']) {
    this.#pause = pause ?? ((milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }));
  }

  /** The wait before the next read, longer after each that was of no use; undefined where it need not wait. */
  pause(signal: AbortSignal): Promise<unknown> | undefined {
    return this.#count > 0 ? this.#pause(BACKOFF * 2 ** (this.#count - 1), signal) : undefined;
  }

  /** @throws ServiceError `list-changed` from the third in a row on */
  note(wasOfUse: boolean): void {
    this.#count = wasOfUse ? 0 : this.#count + 1;
    if (this.#count >= MOST_VAIN)
      throw new ServiceError('list-changed', 'The list changes faster than it can be read.');
  }
}
