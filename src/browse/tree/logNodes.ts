import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { ParameterNames } from '../../service/conventions.ts';
import type { LogRow } from '../../service/model.ts';
import type { FilterField } from '../../service/queries/filter.ts';
import type { DomainNode, LogNode } from '../../targets/nodes.ts';
import { type Adjacent, adjacentLog } from '../lists/adjacentLog.ts';
import { type FilteredRows, filteredRows } from '../lists/filteredRows.ts';
import type { Lists, LogPager } from '../lists/lists.ts';
import type { PagerState } from '../lists/pager.ts';
import type { DomainNodes } from './domainNodes.ts';

export interface LogNodesOptions {
  readonly domains: DomainNodes;
  readonly lists: Lists;
  /** The names that a filter of logs is sent under. */
  readonly filterNames: (connectionId: string) => ParameterNames<FilterField>;
  /** The `detected_type` of a row that carries none. */
  readonly detectedType: (connectionId: string) => string;
}

/** The log beside another, and whether pages of `domain` were read to find it. */
export interface AdjacentLog {
  readonly found: Exclude<Adjacent, { row: LogRow }> | { readonly node: LogNode };
  readonly domain: DomainNode;
  readonly hasRead: boolean;
}

/** The nodes of the logs that the loaded pages of domains list, as their filters leave them. */
export class LogNodes {
  readonly #options: LogNodesOptions;

  constructor(options: LogNodesOptions) {
    this.#options = options;
  }

  node(parent: DomainNode, row: LogRow): LogNode {
    const { connectionId, domain } = parent;
    const detectedType = row.detectedType ?? this.#options.detectedType(connectionId);
    return {
      kind: 'log',
      connectionId,
      key: { domain: domain.index, idx: row.idx, detectedType },
      row,
      parent,
    };
  }

  /** Every loaded row of every domain, filtered or not. */
  loaded(): LogNode[] {
    return this.#options.domains.domains().flatMap((domain) => this.loadedOf(domain));
  }

  /** The loaded rows of one domain, filtered or not. */
  loadedOf(parent: DomainNode): LogNode[] {
    return this.#options.lists.logs(parent).state.items.map((row) => this.node(parent, row));
  }

  /** The node of a log, if a loaded row is that log; asks nothing. */
  findLoaded(target: LogTarget): LogNode | undefined {
    const id = targetId(target);
    return this.loaded().find((node) => targetId(node) === id);
  }

  /** What the list of a domain shows; reads its first page if none is loaded. */
  async shownOf(parent: DomainNode): Promise<FilteredRows & { readonly state: PagerState<LogRow> }> {
    const pager = await this.#pager(parent);
    return { ...this.#filtered(parent, pager), state: pager.state };
  }

  /** The node of a log, from the loaded pages of its domain's list. */
  async find(target: LogTarget): Promise<LogNode | undefined> {
    const parent = await this.#options.domains.find(target);
    if (!parent) return undefined;
    const { rows } = await this.shownOf(parent);
    const row = rows.find(this.#isRowOf(target, parent));
    return row && this.node(parent, row);
  }

  /** The log before (−1) or after (+1) another in its domain's list, reading on where the loaded pages end. */
  async adjacent(target: LogTarget, step: -1 | 1): Promise<AdjacentLog> {
    const domain = await this.#options.domains.of(target);
    const pager = await this.#pager(domain);
    const { items } = pager.state;
    const shown = () => this.#filtered(domain, pager).rows;
    const adjacent = await adjacentLog(pager, this.#isRowOf(target, domain), step, shown);
    const found = 'row' in adjacent ? { node: this.node(domain, adjacent.row) } : adjacent;
    return { found, domain, hasRead: pager.state.items !== items };
  }

  /** Whether a row of a domain's list is that log. */
  #isRowOf(target: LogTarget, parent: DomainNode) {
    const id = targetId(target);
    return (row: LogRow) => targetId(this.node(parent, row)) === id;
  }

  /** The list of a domain's logs with at least a page loaded, read again where its filter changed meanwhile. */
  async #pager(parent: DomainNode): Promise<LogPager> {
    const pager = this.#options.lists.logs(parent);
    await pager.load();
    return pager === this.#options.lists.logs(parent) ? pager : this.#pager(parent);
  }

  /** The loaded rows of a domain that the filter leaves which they were read under. */
  #filtered(parent: DomainNode, { state, filter }: LogPager): FilteredRows {
    // What failed may be the conventions, which name the filters.
    if (state.items.length === 0) return { rows: [], message: undefined };
    return filteredRows(parent, state.items, filter, this.#options.filterNames(parent.connectionId));
  }
}
