/** The nodes of the tree. */
import type { App } from '../../app.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { ConnectionNode, DomainNode, LogNode } from '../../connections/nodes.ts';
import { type Domain, type ListedLog, type LogRow, logId } from '../../service/model.ts';
import { matchingLogs } from '../filter/matchingLogs.ts';
import { adjacentLog, findPlace, type NoAdjacent } from '../lists/adjacentLog.ts';
import type { LogPager } from '../lists/lists.ts';
import type { Pager } from '../lists/pager.ts';

/**
 * The nodes of connections and domains. The editor identifies nodes by object identity, so there is exactly one object
 * for each connection and domain.
 */
export class DomainNodes {
  readonly #app: App;
  readonly #nodes = new Map<string, ConnectionNode | DomainNode>();

  constructor(app: App) {
    this.#app = app;
  }

  connection(id: string): ConnectionNode | undefined {
    const connection = this.#app.connections.get(id);
    if (!connection) return undefined;
    const known = this.#nodes.get(id);
    if (known?.kind === 'connection' && known.connection === connection) return known;
    const node: ConnectionNode = { kind: 'connection', connection };
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the node of a domain as the service lists it. */
  domain(connectionId: string, { index, name }: Pick<Domain, 'index' | 'name'>): DomainNode {
    const id = domainId({ connectionId, index });
    const known = this.#nodes.get(id);
    if (known?.kind === 'domain') return Object.assign(known, { name });
    const node: DomainNode = { kind: 'domain', connectionId, index, name };
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the nodes of a connection's pinned domains, which are shown before their pages are loaded. */
  pinned(connectionId: string): DomainNode[] {
    const { lists, pinned } = this.#app;
    return pinned.of(connectionId).map((each) => {
      const name = lists.loadedDomain(each)?.name ?? each.name;
      return this.domain(connectionId, { index: each.index, name });
    });
  }

  /** Returns all domains of existing connections that have a node. */
  domains(): DomainNode[] {
    const { connections } = this.#app;
    return [...this.#nodes.values()].filter(
      (node) => node.kind === 'domain' && connections.get(node.connectionId) !== undefined,
    ) as DomainNode[];
  }

  /**
   * Returns a connection's list after loading at least one page, which might have failed. Reads the list again if it was
   * dropped in the meantime.
   */
  async loaded(connectionId: string): Promise<Pager<Domain>> {
    const { lists } = this.#app;
    const pager = lists.domains(connectionId);
    await pager.load();
    return pager === lists.domains(connectionId) ? pager : this.loaded(connectionId);
  }

  /** Returns the node of a domain that is pinned or on one of the loaded pages of its connection's list. */
  async find({ connectionId, index }: DomainRef): Promise<DomainNode | undefined> {
    const { items } = await this.loaded(connectionId);
    const domain = items.find((each) => each.index === index);
    if (domain) return this.domain(connectionId, domain);
    return this.pinned(connectionId).find((each) => each.index === index);
  }

  /** Returns the node of a domain, or a separate one if the tree does not show the domain. */
  async of({ connectionId, index }: DomainRef): Promise<DomainNode> {
    const shown = await this.find({ connectionId, index });
    return shown ?? { kind: 'domain', connectionId, index, name: undefined };
  }

  /**
   * Returns the name of a domain if it is known without a request. The caller passes the service's name with the domain,
   * if known.
   */
  knownName(domain: DomainRef): string | undefined {
    const { lists, recent } = this.#app;
    const isOf = (log: LogTarget) => domainId(domainOf(log)) === domainId(domain);
    return domain.name || lists.loadedDomain(domain)?.name || recent.list().find(isOf)?.domainName;
  }
}

/** The displayed rows of a domain's list, and messages about the rows that do not match its filter. */
export interface ShownLogs {
  readonly logs: readonly ListedLog[];
  readonly notices: readonly string[];
  readonly pager: LogPager;
}

/** Nodes for the logs on the loaded pages of each domain's list, with the domain's filter applied. */
export class LogNodes {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  node(parent: DomainNode, { key, row }: ListedLog): LogNode {
    const { connectionId } = parent;
    const ending = this.#app.services.ending(connectionId);
    return { kind: 'log', connectionId, key, row, parent, ending };
  }

  /** Returns all loaded rows of all domains, filtered or not. */
  loaded(): LogNode[] {
    const { domains, lists } = this.#app;
    const nodes = new Map<string, LogNode>();
    for (const domain of domains.domains())
      for (const log of lists.loadedLogs(domain)) {
        const node = this.node(domain, log);
        nodes.set(targetId(node), node);
      }
    return [...nodes.values()];
  }

  /** Returns the row of a log if it is loaded; sends no request. */
  rowOf(target: LogTarget): LogRow | undefined {
    return this.#app.lists.loadedLogs(domainOf(target)).find(isLog(target))?.row;
  }

  /** Returns the rows in a domain's list; reads the first page if none is loaded. */
  async shownOf(parent: DomainNode): Promise<ShownLogs> {
    const { lists, services } = this.#app;
    const pager = lists.logs(parent);
    await pager.load();
    // The filter might have changed in the meantime.
    if (pager !== lists.logs(parent)) return this.shownOf(parent);
    const { items, filter } = pager;
    return { ...matchingLogs(items, filter, services.conventions(parent.connectionId)), pager };
  }

  /** Returns the node of a log from the displayed pages of its domain's list. */
  async find(target: LogTarget): Promise<LogNode | undefined> {
    const parent = await this.#app.domains.find(domainOf(target));
    if (!parent) return undefined;
    const { logs } = await this.shownOf(parent);
    const log = logs.find(isLog(target));
    return log && this.node(parent, log);
  }

  /**
   * Returns the log before (−1) or after (+1) another log in its domain's list, reading more of it if necessary. If the
   * log is not on a loaded page, it is found by its time. Rejects with a `ServiceError`.
   */
  async adjacent(target: LogTarget, step: -1 | 1): Promise<LogNode | NoAdjacent | 'not-listed'> {
    const { domains, lists, recent, services } = this.#app;
    const domain = await domains.of(domainOf(target));
    const signal = services.ending(target.connectionId);
    const list = lists.logList(domain);
    const opened = recent.list().find((log) => targetId(log) === targetId(target));
    const time = (target.row ?? this.rowOf(target))?.time ?? opened?.time;
    const place = await findPlace(list, target, time, signal);
    if (place === undefined) return 'not-listed';
    const names = services.conventions(target.connectionId);
    const isShown = (log: ListedLog) => matchingLogs([log], list.filter, names).logs.length > 0;
    const found = await adjacentLog(list, place, step, isShown, signal);
    return typeof found === 'object' ? this.node(domain, found) : found;
  }

  /** Finds a log by its time, as the service sends it in rows, and returns its row, or undefined if it is not found. */
  async rowByTime(target: LogTarget, time: string, signal: AbortSignal): Promise<LogRow | undefined> {
    const list = this.#app.lists.logList(domainOf(target));
    const place = await findPlace(list, target, time, signal);
    return place === undefined ? this.rowOf(target) : list.at(place)?.row;
  }
}

/** Returns a predicate that finds the target among its domain's listed logs. */
function isLog(target: LogTarget) {
  const id = logId(target.key);
  return ({ key }: ListedLog) => logId(key) === id;
}
