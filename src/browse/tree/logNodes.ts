import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { Services } from '../../connections/services.ts';
import { fieldList, notAppliedTexts } from '../../formats/queryText.ts';
import type { PagerState } from '../../lists/pager.ts';
import { type ListedLog, type LogRow, logId } from '../../service/model.ts';
import { checkLogs, type FilterNames } from '../../service/queries/filter.ts';
import type { DomainNode, LogNode, MessageNode } from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import { type Adjacent, adjacentLog, goToPageOf } from '../lists/adjacentLog.ts';
import type { Lists, LogPager } from '../lists/lists.ts';
import type { DomainNodes } from './domainNodes.ts';

export interface LogNodesOptions {
  readonly domains: DomainNodes;
  readonly lists: Lists;
  readonly services: Pick<Services, 'filterNames' | 'ending'>;
  /** Returns the time of a log as the service sends it in rows, if known without a request. */
  readonly timeOf?: (target: LogTarget) => string | undefined;
}

/** The log before or after another one, and whether pages of `domain` were read to find it. */
export interface AdjacentLog {
  readonly found: Exclude<Adjacent, { log: ListedLog }> | { readonly node: LogNode };
  readonly domain: DomainNode;
  readonly hasRead: boolean;
}

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
    const { logs } = this.#filtered(parent, this.#options.lists.logs(parent));
    return logs.map((log) => this.node(parent, log));
  }

  /** Returns the rows in a domain's list; reads the first page if none is loaded. */
  async shownOf(parent: DomainNode): Promise<FilteredLogs & { readonly state: PagerState<ListedLog> }> {
    const pager = await this.#pager(parent);
    return { ...this.#filtered(parent, pager), state: pager.state };
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
   * Returns the log before (−1) or after (+1) another log in its domain's list, reading more pages if necessary. If the
   * loaded pages do not contain the reference log, its page is found by its time.
   */
  async adjacent(target: LogTarget, step: -1 | 1): Promise<AdjacentLog> {
    const domain = await this.#options.domains.of(domainOf(target));
    const pager = await this.#pager(domain);
    const { items } = pager.state;
    const neighbor = await this.#adjacentIn(domain, pager, target, step);
    const separate =
      'none' in neighbor && neighbor.none === 'not-listed' && (await this.#separateList(domain, target));
    const adjacent = separate ? await this.#adjacentIn(domain, separate, target, step) : neighbor;
    const found = 'log' in adjacent ? { node: this.node(domain, adjacent.log) } : adjacent;
    return { found, domain, hasRead: pager.state.items !== items };
  }

  /**
   * Returns the rows around a log that is not on the loaded pages, in list order, or none if the log cannot be found by
   * its time.
   */
  async around(target: LogTarget, signal: AbortSignal): Promise<LogNode[]> {
    const domain = await this.#options.domains.of(domainOf(target));
    const pager = await this.#separateList(domain, target, signal);
    if (!pager || signal.aborted) return [];
    for (const step of [-1, 1] as const) await this.#adjacentIn(domain, pager, target, step);
    return this.#filtered(domain, pager).logs.map((log) => this.node(domain, log));
  }

  /** Finds a log by its time, as the service sends it in rows, and returns its row, or undefined if it is not found. */
  async rowByTime(target: LogTarget, time: string, signal: AbortSignal): Promise<LogRow | undefined> {
    const loaded = this.rowOf(target);
    if (loaded) return loaded;
    const domain = await this.#options.domains.of(domainOf(target));
    const timed = { ...target, row: { idx: target.key.idx, time, other: {} } };
    const pager = await this.#separateList(domain, timed, signal);
    return pager?.state.items.find(isLog(target))?.row;
  }

  #adjacentIn(domain: DomainNode, pager: LogPager, target: LogTarget, step: -1 | 1): Promise<Adjacent> {
    return adjacentLog(pager, isLog(target), step, () => this.#filtered(domain, pager).logs);
  }

  /** Returns a list, separate from the tree's, that is loaded around a log, or undefined if the log is not found. */
  async #separateList(
    domain: DomainNode,
    target: LogTarget,
    signal?: AbortSignal,
  ): Promise<LogPager | undefined> {
    const pager = this.#options.lists.separateLogs(domain);
    if (pager.state.items.some(isLog(target))) return pager;
    const time = target.row?.time ?? this.#options.timeOf?.(target);
    if (time === undefined) return undefined;
    return (await goToPageOf(pager, isLog(target), time, signal)) ? pager : undefined;
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

  /** Returns the loaded rows of a domain that match the filter they were read with. */
  #filtered(parent: DomainNode, pager: LogPager): FilteredLogs {
    // This can throw, because `filterNames` depends on the conventions, which might be invalid.
    const { items } = pager.state;
    if (items.length === 0) return { logs: [], message: undefined };
    return filteredLogs(parent, items, pager, this.#options.services.filterNames(parent.connectionId));
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
