import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { Services } from '../../connections/services.ts';
import { fieldList, notAppliedTexts } from '../../formats/queryText.ts';
import { type ListedLog, type LogRow, logId } from '../../service/model.ts';
import { checkLogs, type FilterNames } from '../../service/queries/filter.ts';
import type { DomainNode, LogNode, MessageNode } from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import { type Adjacent, adjacentLog, findPlace } from '../lists/adjacentLog.ts';
import type { Lists, LogList, LogPager } from '../lists/lists.ts';
import type { PagerState } from '../lists/pager.ts';
import type { DomainNodes } from './domainNodes.ts';

export interface LogNodesOptions {
  readonly domains: DomainNodes;
  readonly lists: Lists;
  readonly services: Pick<Services, 'filterNames' | 'ending'>;
  /** Returns the time of a log as the service sends it in rows, if known without a request. */
  readonly timeOf?: (target: LogTarget) => string | undefined;
}

/** The log before or after another one, or the reason that there is none. */
export type AdjacentNode =
  | { readonly node: LogNode }
  | { readonly none: Exclude<Adjacent, { log: ListedLog }>['none'] | 'not-listed' }
  | { readonly fault: unknown };

/** Number of rows on each side of a log to suggest for comparison. */
const BESIDE = 10;

/** Nodes for the logs on the loaded pages of each domain's list, with the domain's filter applied. */
export class LogNodes {
  readonly #options: LogNodesOptions;

  constructor(options: LogNodesOptions) {
    this.#options = options;
  }

  node(parent: DomainNode, { key, row }: ListedLog): LogNode {
    const { connectionId } = parent;
    return {
      kind: 'log',
      connectionId,
      key,
      row,
      parent,
      ending: this.#options.services.ending(connectionId),
    };
  }

  /** Returns all loaded rows of all domains, filtered or not. */
  loaded(): LogNode[] {
    return this.#options.domains.domains().flatMap((domain) => this.loadedOf(domain));
  }

  /** Returns the loaded rows of one domain, filtered or not. */
  loadedOf(parent: DomainNode): LogNode[] {
    return this.#options.lists.logs(parent).state.items.map((log) => this.node(parent, log));
  }

  /** Returns the node of a log if its row is loaded; sends no request. */
  findLoaded(target: LogTarget): LogNode | undefined {
    const id = targetId(target);
    return this.loaded().find((node) => targetId(node) === id);
  }

  /** Returns the row of a log if it is loaded; sends no request. */
  rowOf(target: LogTarget): LogRow | undefined {
    return this.#options.lists.loadedLogs(domainOf(target)).find(isLog(target))?.row;
  }

  /** Returns the loaded rows of a domain that match its filter; sends no request. */
  shownLoadedOf(parent: DomainNode): LogNode[] {
    const pager = this.#options.lists.logs(parent);
    const { logs } = this.#filtered(parent, pager.state.items, pager);
    return logs.map((log) => this.node(parent, log));
  }

  /** Returns the rows in a domain's list; reads the first page if none is loaded. */
  async shownOf(parent: DomainNode): Promise<FilteredLogs & { readonly state: PagerState<ListedLog> }> {
    const pager = await this.#pager(parent);
    return { ...this.#filtered(parent, pager.state.items, pager), state: pager.state };
  }

  /** Returns the node of a log from the loaded pages of its domain's list. */
  async find(target: LogTarget): Promise<LogNode | undefined> {
    const parent = await this.#options.domains.find(domainOf(target));
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
      const { lists, services } = this.#options;
      const domain = await this.#options.domains.of(domainOf(target));
      const signal = services.ending(target.connectionId);
      const list = lists.logList(domain);
      const place = await findPlace(list, target, this.#timeOf(target), signal);
      if (place === undefined) return { none: 'not-listed' };
      const isShown = (log: ListedLog) => this.#filtered(domain, [log], list).logs.length > 0;
      const found = await adjacentLog(list, place, step, isShown, signal);
      return 'log' in found ? { node: this.node(domain, found.log) } : found;
    } catch (fault) {
      return { fault };
    }
  }

  /** Returns the rows around a log, in list order, or none if the log cannot be found by its time. */
  async around(target: LogTarget, signal: AbortSignal): Promise<LogNode[]> {
    const domain = await this.#options.domains.of(domainOf(target));
    const list = this.#options.lists.logList(domain);
    const place = await findPlace(list, target, this.#timeOf(target), signal);
    if (place === undefined) return [];
    const span = { first: Math.max(0, place - BESIDE), end: place + BESIDE + 1 };
    await list.fill(span, { signal });
    const logs = list.entries(span).map(([, log]) => log);
    return this.#filtered(domain, logs, list).logs.map((log) => this.node(domain, log));
  }

  /** Finds a log by its time, as the service sends it in rows, and returns its row, or undefined if it is not found. */
  async rowByTime(target: LogTarget, time: string, signal: AbortSignal): Promise<LogRow | undefined> {
    const loaded = this.rowOf(target);
    if (loaded) return loaded;
    const list = this.#options.lists.logList(domainOf(target));
    const place = await findPlace(list, target, time, signal);
    return place === undefined ? undefined : list.at(place)?.row;
  }

  #timeOf(target: LogTarget): string | undefined {
    return (target.row ?? this.rowOf(target))?.time ?? this.#options.timeOf?.(target);
  }

  /**
   * Returns the list of a domain's logs with at least one page loaded. Reads it again if its filter changed in the
   * meantime.
   */
  async #pager(parent: DomainNode): Promise<LogPager> {
    const pager = this.#options.lists.logs(parent);
    await pager.load();
    return pager === this.#options.lists.logs(parent) ? pager : this.#pager(parent);
  }

  /** Returns the rows of a domain that match the filter they were read with. */
  #filtered(
    parent: DomainNode,
    items: readonly ListedLog[],
    list: Pick<LogList, 'filter' | 'doubtful'>,
  ): FilteredLogs {
    // This can throw, because `filterNames` depends on the conventions, which might be invalid.
    if (items.length === 0) return { logs: [], message: undefined };
    return filteredLogs(parent, items, list, this.#options.services.filterNames(parent.connectionId));
  }
}

/** Returns a predicate that finds the target among its domain's listed logs. */
function isLog(target: LogTarget) {
  const id = logId(target.key);
  return ({ key }: ListedLog) => logId(key) === id;
}

export interface FilteredLogs {
  readonly logs: readonly ListedLog[];
  /** A message that names the part of the filter that the extension applied, if any. */
  readonly message: MessageNode | undefined;
}

/**
 * Returns the loaded logs of a domain that match its filter, regardless of how much of the filter the service applied.
 */
export function filteredLogs(
  parent: DomainNode,
  loaded: readonly ListedLog[],
  { filter, doubtful }: Pick<LogPager, 'filter' | 'doubtful'>,
  names: FilterNames,
): FilteredLogs {
  const { logs, ignored, unasked } = checkLogs(loaded, filter, names);
  const isNarrowedHere = ignored.length > 0 || unasked.length > 0;
  if (loaded.length === 0 || (!isNarrowedHere && doubtful.length === 0)) return { logs, message: undefined };
  const label = isNarrowedHere
    ? t('{0} of {1} loaded logs match', logs.length, loaded.length)
    : t('The service might have ignored {0}', fieldList(doubtful, local));
  const detail = sentences(
    label,
    ...notAppliedTexts({ ignored, unasked, doubtful }, local),
    ...(isNarrowedHere ? [t('The extension filtered the loaded rows. To get more, select Load More.')] : []),
  );
  return { logs, message: { kind: 'message', parent, label, detail, severity: 'info' } };
}
