import * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainMark, DomainMarks } from '../connections/domainMarks.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import { queryText } from '../report/queryText.ts';
import type { ParameterNames } from '../service/conventions.ts';
import type { FilterField } from '../service/filter.ts';
import { isEmptyQuery } from '../service/logQuery.ts';
import type { Domain, LogRow } from '../service/model.ts';
import { type Adjacent, adjacentLog } from './adjacentLog.ts';
import { type FilteredRows, filteredRows } from './filteredRows.ts';
import type { Filters } from './filters.ts';
import { listRows } from './listRows.ts';
import type { Lists, LogPager } from './lists.ts';
import type { ConnectionNode, DomainNode, ListNode, LogNode, TreeNode } from './nodes.ts';
import { domainId } from './nodes.ts';
import type { Pager } from './pager.ts';
import type { TodaysCounts } from './todaysCounts.ts';
import { treeItem } from './treeItems.ts';

export const DOMAINS_VIEW = 'partnerLogs.domains';

/** A log, or as much of it as says which domain it is of. */
type DomainReference = Pick<LogTarget, 'connectionId'> & { readonly key: Pick<LogTarget['key'], 'domain'> };

const NO_MATCH = {
  label: 'No detection logs match the filter',
  next: { title: 'Clear Filter', command: 'partnerLogs.clearFilter' },
};

export interface DomainsTreeOptions {
  readonly connections: ConnectionStore;
  readonly lists: Lists;
  readonly watched: WatchedDomains;
  readonly marks: DomainMarks;
  readonly todays: TodaysCounts;
  readonly filters: Filters;
  /** The names that a filter of logs is sent under. */
  readonly filterNames: (connectionId: string) => ParameterNames<FilterField>;
  /** The `detected_type` of a row that carries none. */
  readonly detectedType: (connectionId: string) => string;
}

/** Connection → domain → log rows. Expanding a node loads the first page of its list, and nothing else ever does. */
export class DomainsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #options: DomainsTreeOptions;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeNode>;
  /** The editor knows nodes by identity: one object a domain and connection. */
  readonly #nodes = new Map<string, ConnectionNode | DomainNode>();

  constructor(options: DomainsTreeOptions) {
    this.#options = options;
    this.#view = vscode.window.createTreeView(DOMAINS_VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
  }

  get selection(): readonly TreeNode[] {
    return this.#view.selection;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItem(node, (domain) => this.#factsOf(domain));
  }

  getParent(node: TreeNode): TreeNode | undefined {
    if (node.kind === 'connection') return undefined;
    if (node.kind !== 'domain') return node.parent;
    return this.#options.connections.list().length > 1 ? this.#connectionNode(node.connectionId) : undefined;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) {
      const connections = this.#options.connections.list();
      const nodes = connections.flatMap(({ id }) => this.#connectionNode(id) ?? []);
      const [only] = nodes;
      return nodes.length === 1 && only ? this.getChildren(only) : nodes;
    }
    if (node.kind === 'connection') return this.#domainRows(node);
    if (node.kind === 'domain') return this.#logRows(node);
    return [];
  }

  /** Draws `node` again, or everything. */
  redraw(node?: ListNode): void {
    const isOnly = node?.kind === 'connection' && this.#options.connections.list().length === 1;
    this.#changed.fire(isOnly ? undefined : node);
  }

  /** Draws the domains again, whose facts changed; loads nothing. */
  redrawDomains(): void {
    for (const node of this.#nodes.values()) if (node.kind === 'domain') this.#changed.fire(node);
  }

  /** Forgets every node: after a change of connection, key or setting. */
  reset(): void {
    this.#nodes.clear();
    this.#changed.fire(undefined);
  }

  /** Runs a change of a list under the view's progress bar, then draws it. */
  async change(parent: ListNode | undefined, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: DOMAINS_VIEW } }, work);
    this.redraw(parent);
  }

  /** Counts new logs of the lists that are loaded, while the view is in sight; true when no read failed. */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    if (!this.#view.visible) return true;
    const nodes = [...this.#nodes.values()].filter((node) => node.kind === 'domain');
    return this.#options.lists.checkNew(nodes, (node) => this.redraw(node), signal);
  }

  pagerOf(node: ListNode): Pager<Domain> | Pager<LogRow> {
    const { lists } = this.#options;
    return node.kind === 'connection' ? lists.domains(node.connection.id) : lists.logs(node);
  }

  /** The one node of a domain. */
  domainNode(connectionId: string, domain: Domain): DomainNode {
    const id = domainId({ connectionId, domain });
    const known = this.#nodes.get(id);
    if (known?.kind === 'domain') return known;
    const node: DomainNode = { kind: 'domain', connectionId, domain };
    this.#nodes.set(id, node);
    return node;
  }

  /** The node of a log's domain: a pinned one, or one of the loaded pages of its connection's list. */
  async findDomain({ connectionId, key }: DomainReference): Promise<DomainNode | undefined> {
    const pager = this.#options.lists.domains(connectionId);
    await pager.load();
    const domain = pager.state.items.find(({ index }) => index === key.domain);
    if (domain) return this.#listedNode(connectionId, domain);
    const pinned = this.#options.marks.pinned(connectionId).find(({ index }) => index === key.domain);
    return pinned && this.#pinnedNode(pinned);
  }

  /** The node of a log's domain, also of one that the tree does not show. */
  async domainOf(target: LogTarget): Promise<DomainNode> {
    return (await this.findDomain(target)) ?? unlisted(target);
  }

  /** The node of a log, from the loaded pages of its domain's list. */
  async findLog(target: LogTarget): Promise<LogNode | undefined> {
    const parent = await this.findDomain(target);
    if (!parent) return undefined;
    const pager = await this.#loaded(parent);
    const row = this.#filtered(parent, pager).rows.find(this.#isRowOf(target, parent));
    return row && this.logNode(parent, row);
  }

  /** Every loaded row of every domain, filtered or not. */
  loadedLogs(): LogNode[] {
    return [...this.#nodes.values()].flatMap((node) =>
      node.kind === 'domain' ? this.loadedLogsOf(node) : [],
    );
  }

  /** The loaded rows of one domain. */
  loadedLogsOf(parent: DomainNode): LogNode[] {
    return this.#options.lists.logs(parent).state.items.map((row) => this.logNode(parent, row));
  }

  logNode(parent: DomainNode, row: LogRow): LogNode {
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

  /** The log before (−1) or after (+1) another in its domain's list, reading on where the loaded pages end. */
  async adjacent(
    target: LogTarget,
    step: -1 | 1,
  ): Promise<Exclude<Adjacent, { row: LogRow }> | { row: LogNode }> {
    const parent = await this.domainOf(target);
    const pager = await this.#loaded(parent);
    const { items } = pager.state;
    const adjacent = await adjacentLog(
      pager,
      this.#isRowOf(target, parent),
      step,
      () => this.#filtered(parent, pager).rows,
    );
    if (pager.state.items !== items) this.redraw(parent);
    return 'row' in adjacent ? { row: this.logNode(parent, adjacent.row) } : adjacent;
  }

  /** Shows a node, selected and focused; a list is expanded if asked. */
  async reveal(node: TreeNode, { expand = false } = {}): Promise<void> {
    await this.#view.reveal(node, { select: true, focus: true, expand });
  }

  /** Shows the logs of a domain; one that no loaded page lists is searched instead. */
  async showDomain(reference: DomainReference): Promise<void> {
    const node = await this.findDomain(reference);
    if (node) return this.reveal(node, { expand: true });
    await vscode.commands.executeCommand('partnerLogs.searchLogs', unlisted(reference));
  }

  /** Puts the number of domains above their warning level on the view container's icon. */
  showAlarms(count: number): void {
    const tooltip = `${count} watched ${count === 1 ? 'domain is' : 'domains are'} at or above the warning level`;
    this.#view.badge = count > 0 ? { value: count, tooltip } : undefined;
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }

  async #domainRows(node: ConnectionNode): Promise<TreeNode[]> {
    const { lists, watched } = this.#options;
    const connectionId = node.connection.id;
    const pager = lists.domains(connectionId);
    await pager.load();
    const [first] = pager.state.items;
    if (first) await watched.watchFirst({ connectionId, index: first.index, name: first.name });
    const pinned = this.#options.marks.pinned(connectionId);
    const rows = listRows(node, pager.state, (domain) => this.#listedNode(connectionId, domain), {
      label: 'This key has no domains',
    });
    const isPinned = (row: TreeNode) =>
      row.kind === 'domain' && pinned.some(({ index }) => index === row.domain.index);
    return [...pinned.map((mark) => this.#pinnedNode(mark)), ...rows.filter((row) => !isPinned(row))];
  }

  async #logRows(node: DomainNode): Promise<TreeNode[]> {
    const pager = await this.#loaded(node);
    const { rows, message } = this.#filtered(node, pager);
    const shown = { ...pager.state, items: rows };
    const isFiltered = !isEmptyQuery(this.#options.filters.query(node));
    const empty = isFiltered ? NO_MATCH : { label: 'No detection logs' };
    const drawn = listRows(node, shown, (row) => this.logNode(node, row), empty);
    return message ? [message, ...drawn] : drawn;
  }

  /** Whether a row of a domain's list is that log. */
  #isRowOf(target: LogTarget, parent: DomainNode) {
    const id = targetId(target);
    return (row: LogRow) => targetId(this.logNode(parent, row)) === id;
  }

  /** The list of a domain's logs with at least a page loaded, read again where its filter changed meanwhile. */
  async #loaded(node: DomainNode): Promise<LogPager> {
    const pager = this.#options.lists.logs(node);
    await pager.load();
    return pager === this.#options.lists.logs(node) ? pager : this.#loaded(node);
  }

  /** The loaded rows of a domain that the filter leaves which they were read under. */
  #filtered(node: DomainNode, { state, filter }: LogPager): FilteredRows {
    return filteredRows(node, state.items, filter, this.#options.filterNames(node.connectionId));
  }

  #connectionNode(id: string): ConnectionNode | undefined {
    const connection = this.#options.connections.get(id);
    if (!connection) return undefined;
    const known = this.#nodes.get(id);
    if (known?.kind === 'connection' && known.connection === connection) return known;
    const node: ConnectionNode = { kind: 'connection', connection };
    this.#nodes.set(id, node);
    return node;
  }

  /** The one node of a domain as the service lists it now. */
  #listedNode(connectionId: string, domain: Domain): DomainNode {
    const node = this.domainNode(connectionId, domain);
    node.domain = domain;
    return node;
  }

  /** The node of a pinned domain, which shows before its page is loaded. */
  #pinnedNode({ connectionId, index, name }: DomainMark): DomainNode {
    const loaded = this.#options.lists
      .domains(connectionId)
      .state.items.find((domain) => domain.index === index);
    return loaded
      ? this.#listedNode(connectionId, loaded)
      : this.domainNode(connectionId, { index, name, other: {} });
  }

  #factsOf({ connectionId, domain }: DomainNode) {
    const { index } = domain;
    const watched = this.#options.watched.has(connectionId, index);
    const attackers = this.#options.todays.get({ connectionId, index })?.values?.attackers;
    const mark = this.#options.marks.get(connectionId, index);
    return {
      watched,
      attackers: watched ? attackers : undefined,
      alias: mark?.alias || undefined,
      pinned: mark?.pinned ?? false,
      filter: queryText(this.#options.filters.query({ connectionId, domain })),
    };
  }
}

/** A domain that no loaded page shows: its logs can be read all the same. */
function unlisted({ connectionId, key }: DomainReference): DomainNode {
  return { kind: 'domain', connectionId, domain: { index: key.domain, name: undefined, other: {} } };
}
