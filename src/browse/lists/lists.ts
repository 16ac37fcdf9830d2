import { isDeepStrictEqual } from 'node:util';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { Services } from '../../connections/services.ts';
import { PagedList } from '../../lists/pagedList.ts';
import { type Domain, type ListedLog, type LogFilter, logId } from '../../service/model.ts';
import { Pager } from './pager.ts';

/** Maximum number of domains of a connection to list or search. */
export const MOST_DOMAINS = 20_000;

export interface ListsOptions {
  readonly services: Pick<Services, 'of'>;
  /** Rows per page of the tree, 10 to 100. */
  readonly pageSize: () => number;
  readonly filterOf: (domain: DomainRef) => LogFilter;
}

/** The portion of a domain's logs that was read with one filter. Shared by the tree, tables, and lookups. */
export class LogList extends PagedList<ListedLog> {
  readonly domain: DomainRef;
  readonly filter: LogFilter;

  constructor(domain: DomainRef, filter: LogFilter, services: ListsOptions['services']) {
    const { connectionId, index } = domain;
    super(
      async (page, options) => (await services.of(connectionId)).logs(index, page, filter, options),
      ({ key }) => logId(key),
    );
    this.domain = domain;
    this.filter = filter;
  }

  isOf({ connectionId, index }: DomainRef): boolean {
    return this.domain.index === index && this.domain.connectionId === connectionId;
  }
}

/** The displayed pages of a domain's logs, read with one filter. */
export class LogPager extends Pager<ListedLog> {
  readonly connectionId: string;
  readonly filter: LogFilter;

  constructor(
    { connectionId }: DomainRef,
    filter: LogFilter,
    ...options: ConstructorParameters<typeof Pager<ListedLog>>
  ) {
    super(...options);
    this.connectionId = connectionId;
    this.filter = filter;
  }
}

/** The loaded lists: domains by connection, and logs by domain and filter. Getting a list does not load anything. */
export class Lists {
  readonly #options: ListsOptions;
  readonly #domains = new Map<string, Pager<Domain>>();
  readonly #domainLists = new Map<string, PagedList<Domain>>();
  /** By `domainId`. */
  readonly #logs = new Map<string, LogPager>();
  #shared: readonly LogList[] = [];

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  /** Returns the tree's pager for a connection's domains. */
  domains(connectionId: string): Pager<Domain> {
    const known = this.#domains.get(connectionId);
    const pager = known ?? new Pager(() => this.domainList(connectionId), this.#options.pageSize);
    this.#domains.set(connectionId, pager);
    return pager;
  }

  /** Returns the list of a connection's domains as last read, or a new list if that one is outdated. */
  domainList(connectionId: string): PagedList<Domain> {
    const { services } = this.#options;
    const known = this.#domainLists.get(connectionId);
    if (known && !known.isOutdated) return known;
    const list = new PagedList<Domain>(
      async (page, options) => (await services.of(connectionId)).domains(page, options),
      ({ index }) => index,
    );
    this.#domainLists.set(connectionId, list);
    return list;
  }

  /** Returns a domain whose page is kept; sends no request. */
  loadedDomain({ connectionId, index }: DomainRef): Domain | undefined {
    const list = this.#domainLists.get(connectionId);
    const place = list?.placeOf(index);
    return place === undefined ? undefined : list?.at(place);
  }

  /** Yields the first `MOST_DOMAINS` domains of a connection, page by page. Rejects with a `ServiceError`. */
  async *allDomains(
    connectionId: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Domain[], void, undefined> {
    let left = MOST_DOMAINS;
    for await (const { items } of this.domainList(connectionId).all({ signal })) {
      yield items.slice(0, left);
      left -= items.length;
      if (left <= 0) return;
    }
  }

  /**
   * Returns the tree's pager for a domain's logs with the current filter. The list changes at midnight if the filter
   * contains "today".
   */
  logs(target: DomainRef): LogPager {
    const { filterOf, pageSize } = this.#options;
    const id = domainId(target);
    const filter = filterOf(target);
    const known = this.#logs.get(id);
    if (known && isDeepStrictEqual(known.filter, filter)) return known;
    known?.reset();
    const pager = new LogPager(target, filter, () => this.logList(target, filter), pageSize);
    this.#logs.set(id, pager);
    return pager;
  }

  /**
   * Returns the list of a domain's logs that match a filter, as last read, or a new list if that one is outdated. Keeps
   * the displayed lists and the last requested one.
   */
  logList(target: DomainRef, filter = this.#options.filterOf(target)): LogList {
    const known = this.#shared.find(
      (list) => list.isOf(target) && !list.isOutdated && isDeepStrictEqual(list.filter, filter),
    );
    const list = known ?? new LogList(target, filter, this.#options.services);
    this.#shared = [...this.#shared.filter((each) => each !== list && each.sights.size > 0), list];
    return list;
  }

  /** Like `logList`, but without a list that has grown since it was read. */
  async currentLogs(target: DomainRef, filter: LogFilter, signal: AbortSignal): Promise<LogList> {
    const list = this.logList(target, filter);
    if (list.hasAnswered) await list.checkNew(signal);
    list.isOutdated ||= list.newer > 0;
    return this.logList(target, filter);
  }

  /** Returns the loaded logs of a domain from the tree and tables, for any filter. A log is returned once. */
  loadedLogs(target: DomainRef): readonly ListedLog[] {
    const lists = this.#shared.filter((list) => list.isOf(target));
    const logs = lists.flatMap((list) => list.entries().map(([, log]) => [logId(log.key), log] as const));
    return [...new Map(logs).values()];
  }

  /** Marks the lists of a domain, or of all domains, to be reloaded by the next view that shows them. */
  outdate(target?: DomainRef): void {
    for (const list of this.#shared) list.isOutdated ||= target === undefined || list.isOf(target);
    if (!target) for (const list of this.#domainLists.values()) list.isOutdated = true;
  }

  /** Drops the lists of these connections after their services ended. */
  forget(connectionIds: ReadonlySet<string>): void {
    for (const id of connectionIds) {
      this.#domains.get(id)?.reset();
      this.#domains.delete(id);
      this.#domainLists.delete(id);
    }
    for (const [id, pager] of this.#logs) {
      if (!connectionIds.has(pager.connectionId)) continue;
      pager.reset();
      this.#logs.delete(id);
    }
    this.#shared = this.#shared.filter(({ domain }) => !connectionIds.has(domain.connectionId));
  }

  /** Reloads all lists that are loaded or failed to load. */
  async refresh(): Promise<void> {
    this.outdate();
    const used = [...this.#domains.values(), ...this.#logs.values()].filter(({ isUsed }) => isUsed);
    await Promise.all(used.map((pager) => pager.refresh()));
  }

  /** Displays the first pages of the lists again. */
  reset(): void {
    for (const pager of [...this.#domains.values(), ...this.#logs.values()]) pager.reset();
  }
}
