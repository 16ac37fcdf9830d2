import * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { targetId } from '../connections/logTarget.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import type { Domain, LogRow } from '../service/model.ts';
import { listRows } from './listRows.ts';
import type { Lists } from './lists.ts';
import type { ConnectionNode, DomainNode, ListNode, LogNode, TreeNode } from './nodes.ts';
import { domainId } from './nodes.ts';
import type { Pager } from './pager.ts';
import type { TodaysCounts } from './todaysCounts.ts';
import { treeItem } from './treeItems.ts';

export const DOMAINS_VIEW = 'partnerLogs.domains';

export interface DomainsTreeOptions {
  readonly connections: ConnectionStore;
  readonly lists: Lists;
  readonly watched: WatchedDomains;
  readonly todays: TodaysCounts;
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

  pagerOf(node: ListNode): Pager<Domain> | Pager<LogRow> {
    const { lists } = this.#options;
    return node.kind === 'connection' ? lists.domains(node.connection.id) : lists.logs(node);
  }

  /** The node of a loaded domain. */
  domainNode(connectionId: string, domain: Domain): DomainNode {
    return this.#domainNode(connectionId, domain);
  }

  /** The node of a log whose row is loaded. */
  logNode(target: LogTarget): LogNode | undefined {
    const parent = this.#nodes.get(`${target.connectionId}/${target.key.domain}`);
    if (parent?.kind !== 'domain') return undefined;
    return this.#loadedLogs(parent).find((node) => targetId(node) === targetId(target));
  }

  async reveal(node: TreeNode): Promise<void> {
    await this.#view.reveal(node, { select: true, focus: true });
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
    const itemRow = (domain: Domain) => this.#domainNode(connectionId, domain);
    return listRows(node, pager.state, itemRow, 'This key has no domains');
  }

  async #logRows(node: DomainNode): Promise<TreeNode[]> {
    const pager = this.#options.lists.logs(node);
    await pager.load();
    return listRows(node, pager.state, this.#rowNode(node), 'No detection logs');
  }

  #loadedLogs(parent: DomainNode): LogNode[] {
    return this.#options.lists.logs(parent).state.items.map(this.#rowNode(parent));
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

  #domainNode(connectionId: string, domain: Domain): DomainNode {
    const id = domainId({ connectionId, domain });
    const known = this.#nodes.get(id);
    if (known?.kind === 'domain') return known;
    const node: DomainNode = { kind: 'domain', connectionId, domain };
    this.#nodes.set(id, node);
    return node;
  }

  #factsOf({ connectionId, domain: { index } }: DomainNode) {
    const watched = this.#options.watched.has(connectionId, index);
    const attackers = this.#options.todays.get({ connectionId, index })?.counts?.totals.attackers.total;
    return { watched, attackers: watched ? attackers : undefined };
  }

  #rowNode(parent: DomainNode): (row: LogRow) => LogNode {
    const { connectionId, domain } = parent;
    const detectedType = this.#options.detectedType(connectionId);
    return (row) => ({
      kind: 'log',
      connectionId,
      key: { domain: domain.index, idx: row.idx, detectedType: row.detectedType ?? detectedType },
      row,
      parent,
    });
  }
}
