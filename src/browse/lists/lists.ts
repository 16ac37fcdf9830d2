import { isDeepStrictEqual } from 'node:util';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { ListNode } from '../../connections/nodes.ts';
import type { Services } from '../../connections/services.ts';
import { PagedList } from '../../lists/pagedList.ts';
import { type Domain, type ListedLog, type LogFilter, logId } from '../../service/model.ts';
import { Pager } from './pager.ts';

/** Maximum number of domains of a connection to list or search. */
export const MOST_DOMAINS = 20_000;

export interface ListsOptions {
  readonly services: Pick<Services, 'of' | 'ending'>;
  /** Rows per page of the tree, 10 to 100. */
  readonly pageSize: () => number;
  readonly filterOf: (domain: DomainRef) => LogFilter;
}

/** The portion of a domain's logs that was read with one filter. Shared by the tree, tables, and lookups. */
export class LogList extends PagedList<ListedLog> {
  /** The ID of the list's domain. */
  readonly id: string;
  readonly filter: LogFilter;
  /** Aborted when the service that the list is read from ends. */
  readonly ending: AbortSignal;

  constructor(target: DomainRef, filter: LogFilter, services: ListsOptions['services']) {
    super(
      async (page, options) =>
        (await services.of(target.connectionId)).logs(target.index, page, filter, options),
      ({ key }) => logId(key),
    );
    this.id = domainId(target);
    this.filter = filter;
    this.ending = services.ending(target.connectionId);
  }
}

class DomainList extends PagedList<Domain> {
  readonly ending: AbortSignal;

  constructor(connectionId: string, services: ListsOptions['services']) {
    super(
      async (page, options) => (await services.of(connectionId)).domains(page, options),
      ({ index }) => index,
    );
    this.ending = services.ending(connectionId);
  }
}

/** The displayed pages of a domain's logs, read with one filter. */
export class LogPager extends Pager<ListedLog> {
  readonly filter: LogFilter;

  constructor(filter: LogFilter, ...options: ConstructorParameters<typeof Pager<ListedLog>>) {
    super(...options);
    this.filter = filter;
  }
}

/**
 * The loaded lists: domains by connection, and logs by domain and filter. Getting a list does not load anything. When a
 * connection's service ends, its lists are outdated and their rows are no longer displayed.
 */
export class Lists {
  readonly #options: ListsOptions;
  readonly #domains = new Map<string, Pager<Domain>>();
  readonly #domainLists = new Map<string, DomainList>();
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
    const { pageSize, services } = this.#options;
    const ending = services.ending(connectionId);
    const known = this.#domains.get(connectionId);
    if (known?.ending === ending) return known;
    const pager = new Pager(() => this.domainList(connectionId), pageSize, ending);
    this.#domains.set(connectionId, pager);
    return pager;
  }

  /** Returns the list of a connection's domains as last read, or a new list if that one is outdated. */
  domainList(connectionId: string): DomainList {
    const { services } = this.#options;
    const known = this.#domainLists.get(connectionId);
    if (known && !known.isOutdated && known.ending === services.ending(connectionId)) return known;
    const list = new DomainList(connectionId, services);
    this.#domainLists.set(connectionId, list);
    return list;
  }

  /** Returns a domain whose page is kept; sends no request. */
  loadedDomain({ connectionId, index }: DomainRef): Domain | undefined {
    const list = this.#domainLists.get(connectionId);
    const place = list?.ending.aborted ? undefined : list?.placeOf(index);
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
    const { filterOf, pageSize, services } = this.#options;
    const id = domainId(target);
    const filter = filterOf(target);
    const ending = services.ending(target.connectionId);
    const known = this.#logs.get(id);
    if (known?.ending === ending && isDeepStrictEqual(known.filter, filter)) return known;
    const pager = new LogPager(filter, () => this.logList(target, filter), pageSize, ending);
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
      (list) =>
        list.id === id && !list.isOutdated && !list.ending.aborted && isDeepStrictEqual(list.filter, filter),
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

  /** Returns the loaded logs of a domain from the tree and tables, for any filter. May contain duplicates. */
  loadedLogs(target: DomainRef): readonly ListedLog[] {
    const id = domainId(target);
    return this.#shared
      .filter((list) => list.id === id && !list.ending.aborted)
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

  /** Displays the first pages of the lists again. */
  reset(): void {
    for (const pager of [...this.#domains.values(), ...this.#logs.values()]) pager.reset();
  }
}
