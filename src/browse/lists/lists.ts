import { isDeepStrictEqual } from 'node:util';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { ListNode } from '../../connections/nodes.ts';
import { PagedList } from '../../lists/pagedList.ts';
import type { LogService } from '../../service/api.ts';
import { type Domain, type ListedLog, type LogFilter, logId } from '../../service/model.ts';
import { Pager } from './pager.ts';

/** Maximum number of domains of a connection to list or search. */
export const MOST_DOMAINS = 20_000;

export interface ListsOptions {
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  /** Rows per page of the tree, 10 to 100. */
  readonly pageSize: () => number;
  readonly filterOf: (domain: DomainRef) => LogFilter;
}

/** The portion of a domain's logs that was read with one filter. Shared by the tree, tables, and lookups. */
export class LogList extends PagedList<ListedLog> {
  /** The ID of the list's domain. */
  readonly id: string;
  readonly filter: LogFilter;

  constructor(target: DomainRef, filter: LogFilter, serviceOf: ListsOptions['serviceOf']) {
    super(
      async (page, options) =>
        (await serviceOf(target.connectionId)).logs(target.index, page, filter, options),
      ({ key }) => logId(key),
    );
    this.id = domainId(target);
    this.filter = filter;
  }
}

/** The displayed pages of a domain's logs, read with one filter. */
export class LogPager extends Pager<ListedLog> {
  readonly filter: LogFilter;

  constructor(filter: LogFilter, list: () => LogList, pageSize: () => number) {
    super(list, pageSize);
    this.filter = filter;
  }
}

/** The loaded lists: domains by connection, and logs by domain and filter. Getting a list does not load anything. */
export class Lists {
  readonly #options: ListsOptions;
  readonly #domains = new Map<string, Pager<Domain>>();
  readonly #domainLists = new Map<string, PagedList<Domain>>();
  readonly #logs = new Map<string, LogPager>();
  #shared: readonly LogList[] = [];

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  /** Returns the tree's pager for a node. */
  of(node: ListNode): Pager<Domain> | LogPager {
    return node.kind === 'connection' ? this.domains(node.connection.id) : this.logs(node);
  }

  /** Returns the tree's pager for a connection's domains. */
  domains(connectionId: string): Pager<Domain> {
    const known = this.#domains.get(connectionId);
    if (known) return known;
    const pager = new Pager(() => this.domainList(connectionId), this.#options.pageSize);
    this.#domains.set(connectionId, pager);
    return pager;
  }

  /** Returns the list of a connection's domains as last read, or a new list if that one is outdated. */
  domainList(connectionId: string): PagedList<Domain> {
    const known = this.#domainLists.get(connectionId);
    if (known && !known.isOutdated) return known;
    const list = new PagedList<Domain>(
      async (page, options) => (await this.#options.serviceOf(connectionId)).domains(page, options),
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
    const id = domainId(target);
    const filter = this.#options.filterOf(target);
    const known = this.#logs.get(id);
    if (known && isDeepStrictEqual(known.filter, filter)) return known;
    const pager = new LogPager(filter, () => this.logList(target, filter), this.#options.pageSize);
    this.#logs.set(id, pager);
    known?.reset();
    return pager;
  }

  /**
   * Returns the list of a domain's logs that match a filter, as last read, or a new list if that one is outdated. Keeps
   * the displayed lists and the last requested one.
   */
  logList(target: DomainRef, filter = this.#options.filterOf(target)): LogList {
    const id = domainId(target);
    const known = this.#shared.find(
      (list) => list.id === id && !list.isOutdated && isDeepStrictEqual(list.filter, filter),
    );
    const list = known ?? new LogList(target, filter, this.#options.serviceOf);
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

  /** Returns the loaded logs of a domain from the tree and tables, for any filter. May contain duplicates. */
  loadedLogs(target: DomainRef): readonly ListedLog[] {
    const id = domainId(target);
    return this.#shared
      .filter((list) => list.id === id)
      .flatMap((list) => list.entries().map(([, log]) => log));
  }

  /** Marks the lists of a domain, or of all domains, to be reloaded by the next view that shows them. */
  outdate(target?: DomainRef): void {
    const id = target && domainId(target);
    for (const list of this.#shared) list.isOutdated ||= id === undefined || list.id === id;
    if (id === undefined) for (const list of this.#domainLists.values()) list.isOutdated = true;
  }

  /** Reloads all lists that are loaded or failed to load. */
  async refresh(): Promise<void> {
    this.outdate();
    const used = [...this.#domains.values(), ...this.#logs.values()].filter(({ isUsed }) => isUsed);
    await Promise.all(used.map((pager) => pager.refresh()));
  }

  /** Drops all lists after a change of connection, key, conventions, or page size. */
  reset(): void {
    this.outdate();
    for (const pager of [...this.#domains.values(), ...this.#logs.values()]) pager.reset();
    this.#domains.clear();
    this.#domainLists.clear();
    this.#logs.clear();
  }
}
