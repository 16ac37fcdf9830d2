import type { App } from '../../app.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { DomainNode, LogNode } from '../../connections/nodes.ts';
import { type ListedLog, type LogRow, logId } from '../../service/model.ts';
import { matchingLogs } from '../filter/matchingLogs.ts';
import { type Adjacent, adjacentLog, findPlace } from '../lists/adjacentLog.ts';
import type { LogList, LogPager } from '../lists/lists.ts';

/** The log before or after another one, or the reason that there is none. */
export type AdjacentNode =
  | { readonly node: LogNode }
  | { readonly none: Exclude<Adjacent, { log: ListedLog }>['none'] | 'not-listed' }
  | { readonly fault: unknown };

/** The displayed rows of a domain's list, and messages about the rows that do not match its filter. */
export interface ShownLogs {
  readonly logs: readonly ListedLog[];
  readonly notices: readonly string[];
  readonly pager: LogPager;
}

/** Nodes for the logs on the loaded pages of each domain's list, with the domain's filter applied. */
export class LogNodes {
  readonly #app: Pick<App, 'domains' | 'lists' | 'services' | 'recent'>;

  constructor(app: Pick<App, 'domains' | 'lists' | 'services' | 'recent'>) {
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

  /** Returns the node of a log if its row is loaded; sends no request. */
  findLoaded(target: LogTarget): LogNode | undefined {
    const id = targetId(target);
    return this.loaded().find((node) => targetId(node) === id);
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
    // This can throw, because the names depend on the connection's differences, which might be invalid.
    if (items.length === 0) return { logs: [], notices: [], pager };
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
   * log is not on a loaded page, it is found by its time. Never rejects.
   */
  async adjacent(target: LogTarget, step: -1 | 1): Promise<AdjacentNode> {
    try {
      const { domains, lists, services } = this.#app;
      const domain = await domains.of(domainOf(target));
      const signal = services.ending(target.connectionId);
      const list = lists.logList(domain);
      const place = await findPlace(list, target, this.#timeOf(target), signal);
      if (place === undefined) return { none: 'not-listed' };
      const names = services.conventions(target.connectionId);
      const isShown = (log: ListedLog) => matchingLogs([log], list.filter, names).logs.length > 0;
      const found = await adjacentLog(list, place, step, isShown, signal);
      return 'log' in found ? { node: this.node(domain, found.log) } : found;
    } catch (fault) {
      return { fault };
    }
  }

  /** Finds a log by its time, as the service sends it in rows, and returns its row, or undefined if it is not found. */
  async rowByTime(target: LogTarget, time: string, signal: AbortSignal): Promise<LogRow | undefined> {
    const list: LogList = this.#app.lists.logList(domainOf(target));
    const place = await findPlace(list, target, time, signal);
    return place === undefined ? this.rowOf(target) : list.at(place)?.row;
  }

  #timeOf(target: LogTarget): string | undefined {
    const recent = this.#app.recent.list().find((log) => targetId(log) === targetId(target));
    return (target.row ?? this.rowOf(target))?.time ?? recent?.time;
  }
}

/** Returns a predicate that finds the target among its domain's listed logs. */
function isLog(target: LogTarget) {
  const id = logId(target.key);
  return ({ key }: ListedLog) => logId(key) === id;
}
