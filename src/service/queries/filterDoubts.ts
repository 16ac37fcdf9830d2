import { NewestMap } from '../../base/newestMap.ts';
import type { PageRequest, RequestOptions } from '../api.ts';
import type { ListedLog, LogFilter, LogPage, Page } from '../model.ts';
import { checkLogs, type FilterField, type FilterNames, judgeFilter } from './filter.ts';

/** Maximum number of lists whose totals are kept. */
const MOST_TOTALS = 200;
/** Maximum time, in milliseconds, that a page can be delayed to read the list without part of its filter. */
const LONGEST = 5_000;

interface FilterDoubtsOptions {
  readonly names: FilterNames;
  readonly read: (
    domain: number,
    page: PageRequest,
    filter: LogFilter,
    request: RequestOptions,
  ) => Promise<Page<ListedLog>>;
  /** Timeout for an interactive request, in milliseconds. */
  readonly longest: number;
}

/**
 * Finds the parts of a filter that the service might have ignored: those for which rows do not show a match, if the
 * list with these parts is no shorter than the list without them. Reads the list without these parts once, unless its
 * total is known.
 */
export class FilterDoubts {
  readonly #options: FilterDoubtsOptions;
  /** The last known total of each list, by domain and filter. */
  readonly #totals = new NewestMap<number>(MOST_TOTALS);

  constructor(options: FilterDoubtsOptions) {
    this.#options = options;
  }

  /** @throws ServiceError */
  async page(
    domain: number,
    request: PageRequest,
    filter: LogFilter,
    options: RequestOptions = {},
  ): Promise<LogPage> {
    const { names, read, longest } = this.#options;
    const started = performance.now();
    const page = await read(domain, request, filter, options);
    this.#remember(domain, filter, page);
    const { unproven } = checkLogs(page.items, filter, names);
    if (unproven.length === 0) return page;
    const rest = without(filter, unproven);
    const known = this.#totals.get(keyOf(domain, rest));
    const isShorter = known !== undefined && page.isTotalKnown !== false && page.total < known;
    if (isShorter || options.once) return page;
    // For later pages, rely on the known total. For the first page, read the list without these parts again, because it
    // might have grown.
    if (known !== undefined && request.page > 1) return { ...page, doubtful: unproven };
    const left = Math.min(LONGEST, longest - (performance.now() - started));
    const limit = AbortSignal.timeout(Math.max(0, Math.round(left)));
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const other = await read(domain, request, rest, { ...options, signal, once: true }).catch((fault) => {
      if (options.signal?.aborted) throw fault;
      return undefined;
    });
    if (other) this.#remember(domain, rest, other);
    const trust = judgeFilter(page, filter, names, other);
    const doubtful = unproven.filter((field) => trust.get(field) === 'doubtful');
    return doubtful.length > 0 ? { ...page, doubtful } : page;
  }

  #remember(domain: number, filter: LogFilter, { total, isTotalKnown }: Page<ListedLog>): void {
    if (isTotalKnown === false) return;
    this.#totals.set(keyOf(domain, filter), total);
  }
}

function without(filter: LogFilter, fields: readonly FilterField[]): LogFilter {
  return Object.fromEntries(
    Object.entries(filter).filter(([field]) => !fields.includes(field as FilterField)),
  );
}

function keyOf(domain: number, filter: LogFilter): string {
  return JSON.stringify([domain, Object.entries(filter).sort()]);
}
