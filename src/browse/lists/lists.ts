import { isDeepStrictEqual } from 'node:util';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { IN_BACKGROUND } from '../../counts/countsReadings.ts';
import type { LogService } from '../../service/api.ts';
import { type Domain, type ListedLog, type LogFilter, logId } from '../../service/model.ts';
import { Limiter } from '../../service/network/limiter.ts';
import { Pager, type PagerOptions } from './pager.ts';

/** Pages kept of a list: the editor re-reads every visible row at each change. */
export const MAX_PAGES = 10;
/** UTF-16 units kept of a list, some for each value beside its text: rows may hold raw data. */
export const MAX_UNITS = 16 * 1024 * 1024;

export interface ListsOptions {
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  /** Rows a page, 10 to 100. */
  readonly pageSize: () => number;
  readonly filterOf: (domain: DomainRef) => LogFilter;
}

/** A domain's logs that were read under one filter. */
export class LogPager extends Pager<ListedLog> {
  readonly filter: LogFilter;

  constructor(filter: LogFilter, options: PagerOptions<ListedLog>) {
    super(options);
    this.filter = filter;
  }
}

/** The loaded lists: domains by connection, log rows by domain. Asking for a list loads nothing. */
export class Lists {
  readonly #options: ListsOptions;
  readonly #domains = new Map<string, Pager<Domain>>();
  readonly #logs = new Map<string, LogPager>();
  /** The list that is read away from the tree's, and its domain. */
  #apart: { readonly id: string; readonly pager: LogPager } | undefined;

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  domains(connectionId: string): Pager<Domain> {
    return ensure(this.#domains, connectionId, () => {
      const { serviceOf, pageSize } = this.#options;
      return new Pager<Domain>({
        fetch: async (page, options) =>
          (await serviceOf(connectionId)).domains({ page, perPage: pageSize() }, options),
        idOf: (domain) => domain.index,
        maxPages: MAX_PAGES,
        maxUnits: MAX_UNITS,
      });
    });
  }

  /** The list of a domain's logs under the filter of now: "today" is another day after midnight. */
  logs(target: DomainRef): LogPager {
    const id = domainId(target);
    const filter = this.#options.filterOf(target);
    const known = this.#logs.get(id);
    if (known && isDeepStrictEqual(known.filter, filter)) return known;
    known?.reset();
    const pager = this.#pager(target, filter);
    this.#logs.set(id, pager);
    return pager;
  }

  /** The same list, read elsewhere without a change of what the tree shows of it. One domain at a time is kept. */
  logsApart(target: DomainRef): LogPager {
    const id = domainId(target);
    const filter = this.#options.filterOf(target);
    if (this.#apart?.id === id && isDeepStrictEqual(this.#apart.pager.filter, filter))
      return this.#apart.pager;
    this.#apart?.pager.reset();
    const pager = this.#pager(target, filter);
    this.#apart = { id, pager };
    return pager;
  }

  /** The loaded logs of a domain, filtered or not. */
  loadedLogs(target: DomainRef): readonly ListedLog[] {
    const id = domainId(target);
    const listed = this.#logs.get(id)?.state.items ?? [];
    return this.#apart?.id === id ? [...listed, ...this.#apart.pager.state.items] : listed;
  }

  /** Reads again what is loaded, or failed to load. */
  async refresh(): Promise<void> {
    const asked = [...this.#domains.values(), ...this.#logs.values()].filter(
      ({ loading, state }) => loading || state.lastPage > 0 || state.fault !== undefined,
    );
    await Promise.all(asked.map((pager) => pager.refresh()));
  }

  /** The faults of the lists that show what was read before, because reading it again failed. */
  failedRefreshes(): unknown[] {
    return [...this.#domains.values(), ...this.#logs.values()].flatMap(({ state }) =>
      state.failed === 'refresh' && state.items.length > 0 ? [state.fault] : [],
    );
  }

  /**
   * Counts the new logs of domains whose lists are loaded, a few domains at once. True when no read failed.
   *
   * @param onChange called with each domain whose count changed
   */
  async checkNew<T extends DomainRef>(
    targets: readonly T[],
    onChange: (target: T) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const limiter = new Limiter(IN_BACKGROUND);
    const check = async (target: T) => {
      if (await this.logs(target).checkNew(signal)) onChange(target);
    };
    const checks = targets.map((target) => limiter.run(() => check(target), signal));
    const results = await Promise.allSettled(checks);
    return results.every(({ status }) => status === 'fulfilled');
  }

  /** Drops everything: after a change of connection, key, conventions or page size. */
  reset(): void {
    for (const pager of [...this.#domains.values(), ...this.#logs.values()]) pager.reset();
    this.#domains.clear();
    this.#logs.clear();
    this.#apart?.pager.reset();
    this.#apart = undefined;
  }

  #pager(target: DomainRef, filter: LogFilter): LogPager {
    const { serviceOf, pageSize } = this.#options;
    return new LogPager(filter, {
      fetch: async (page, options) => {
        const service = await serviceOf(target.connectionId);
        return service.logs(target.index, { page, perPage: pageSize() }, filter, options);
      },
      idOf: ({ key }) => logId(key),
      maxPages: MAX_PAGES,
      maxUnits: MAX_UNITS,
    });
  }
}

function ensure<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
