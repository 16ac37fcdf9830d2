import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isFile } from '../../connections/connection.ts';
import {
  type ConnectionNode,
  type DomainNode,
  isNode,
  type ListNode,
  type LogNode,
  nodeId,
  type TreeNode,
} from '../../connections/nodes.ts';
import { queryText } from '../../formats/queryText.ts';
import { isEmptyQuery } from '../../service/queries/logQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { Disposables } from '../../ui/disposables.ts';
import { registerCommand, registerRowCommand } from '../../ui/ownCommands.ts';
import { showFault } from '../../ui/showFault.ts';
import { commandRow, infoRow, listRows } from './listRows.ts';
import { connectionItem, type DomainFacts, domainItem, logItem, messageItem } from './treeItems.ts';

const DOMAINS_VIEW = 'partnerLogs.domains';
/** How often, and how long, to try to reveal a row that the editor is rendering again, in milliseconds. */
const PAUSE = 20;
const LONGEST = 5_000;

/**
 * The tree of connections, domains, and log rows. The first page of a list is loaded only when its node is expanded.
 */
export class DomainsTree extends Disposables implements vscode.TreeDataProvider<TreeNode> {
  readonly #app: App;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #changed = this.register(new vscode.EventEmitter<TreeNode | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  /** The state that each domain was rendered from. */
  readonly #drawn = new Map<string, string>();
  #reveals = 0;

  constructor(app: App, view: vscode.TreeView<TreeNode>) {
    super();
    this.#app = app;
    this.#view = view;
    this.register(app.pinned.onDidChange(() => this.redraw()));
    this.register(app.filters.onDidChange(() => this.redrawDomains()));
  }

  get selection(): readonly TreeNode[] {
    return this.#view.selection;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const { services, timeStyle } = this.#app;
    switch (node.kind) {
      case 'connection':
        return connectionItem(node, services.fileFacts(node.connection.id));
      case 'log':
        return logItem(node, timeStyle(node.parent));
      case 'message':
        return messageItem(node);
      case 'domain': {
        this.#drawn.set(nodeId(node), this.#stateOf(node));
        return domainItem(node, this.#factsOf(node));
      }
    }
  }

  getParent(node: TreeNode): TreeNode | undefined {
    if (node.kind === 'connection') return undefined;
    if (node.kind !== 'domain') return node.parent;
    return this.#hasConnections ? this.#app.domains.connection(node.connectionId) : undefined;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) {
      const { connections, domains } = this.#app;
      const nodes = connections.list().flatMap(({ id }) => domains.connection(id) ?? []);
      const [only] = nodes;
      return only && !this.#hasConnections ? this.getChildren(only) : nodes;
    }
    if (node.kind === 'connection') return this.#domainRows(node);
    return node.kind === 'domain' ? this.#logRows(node) : [];
  }

  /** Renders `node`, or the whole tree, again. */
  redraw(node?: ListNode): void {
    const isOnly = node?.kind === 'connection' && !this.#hasConnections;
    this.#changed.fire(isOnly ? undefined : node);
  }

  /** Renders the domains again whose filter, counts, or time zone changed. */
  redrawDomains(): void {
    for (const node of this.#app.domains.domains()) {
      const drawn = this.#drawn.get(nodeId(node));
      if (drawn !== undefined && drawn !== this.#stateOf(node)) this.#changed.fire(node);
    }
  }

  /** Changes a list while showing the view's progress bar, then renders the list. */
  async change(parent: ListNode | undefined, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: DOMAINS_VIEW } }, work);
    this.redraw(parent);
  }

  /** Counts the new logs of the loaded lists while the view is visible and `goOn` returns true. Never rejects. */
  async checkNew(goOn: () => boolean, signal: AbortSignal): Promise<void> {
    const { domains, lists } = this.#app;
    for (const node of domains.domains()) {
      if (!this.#view.visible || !goOn()) break;
      const hasChanged = await lists
        .logs(node)
        .checkNew(signal)
        .catch(() => false);
      if (hasChanged) this.redraw(node);
    }
  }

  /**
   * Reveals, selects, and focuses a node; expands a list if requested. While the editor renders rows again, it rejects
   * a row or selects none, and no event signals when it is done (microsoft/vscode#96089), so this tries again.
   * @throws the editor's error for a node that is not in the tree
   */
  async reveal(node: TreeNode, { expand = false, focus = true } = {}): Promise<void> {
    const reveal = ++this.#reveals;
    for (const latest = performance.now() + LONGEST; reveal === this.#reveals; await setTimeout(PAUSE)) {
      const isLast = performance.now() > latest;
      try {
        await this.#view.reveal(node, { select: true, focus, expand });
        if (isLast || this.selection.some((each) => nodeId(each) === nodeId(node))) return;
      } catch (error) {
        if (isLast) throw error;
      }
    }
  }

  /** Shows the domains of a connection. The connection has its own row if there are several. */
  async showConnection(connectionId: string): Promise<void> {
    const node = this.#app.domains.connection(connectionId);
    if (node && this.#hasConnections) await this.reveal(node, { expand: true });
  }

  /**
   * True if connections have their own rows: if there are several, or if the only one is a file, so that its name is
   * shown.
   */
  get #hasConnections(): boolean {
    const list = this.#app.connections.list();
    return list.length > 1 || list.some(isFile);
  }

  /** Returns the pinned domains, followed by the others in the service's order. */
  async #domainRows(node: ConnectionNode): Promise<TreeNode[]> {
    const { domains, pinned } = this.#app;
    const connectionId = node.connection.id;
    const pager = await domains.loaded(connectionId);
    const listed = pager.items.map((domain) => domains.domain(connectionId, domain));
    const [first] = listed;
    if (first && !isFile(node.connection)) await pinned.pinFirst(first);
    const top = domains.pinned(connectionId);
    const others = listed.filter((domain) => !top.includes(domain));
    return listRows(node, pager, [...top, ...others], [infoRow(node, t('This key has no domains'))]);
  }

  async #logRows(node: DomainNode): Promise<TreeNode[]> {
    const { filters, logNodes } = this.#app;
    const { logs, notices, pager } = await logNodes.shownOf(node);
    const empty = isEmptyQuery(filters.query(node))
      ? [infoRow(node, t('No detection logs'))]
      : [
          infoRow(node, t('No detection logs match the filter')),
          commandRow(node, t('Clear Filter'), 'partnerLogs.clearFilter'),
        ];
    const rows = logs.map((log) => logNodes.node(node, log));
    return [...notices.map((notice) => infoRow(node, notice)), ...listRows(node, pager, rows, empty)];
  }

  /** Returns the state, besides its list, that a domain and its logs are rendered from. */
  #stateOf(node: DomainNode): string {
    const { counts, timeStyle } = this.#app;
    return JSON.stringify([this.#factsOf(node), timeStyle(node), counts.days.today(node)]);
  }

  #factsOf(domain: DomainNode): DomainFacts {
    const { connections, counts, filters, pinned } = this.#app;
    const connection = connections.get(domain.connectionId);
    const isPinned = pinned.has(domain);
    return {
      inFile: connection !== undefined && isFile(connection),
      attackers: isPinned ? (counts.today(domain).values?.attackers ?? undefined) : undefined,
      pinned: isPinned,
      filter: queryText(filters.query(domain), local),
    };
  }
}

/** The commands of the tree: loading and refreshing lists, and pins, which are stored on this computer only. */
export function treeCommands(app: App): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.loadMore', (argument) => loadMore(app, argument)),
    registerCommand('partnerLogs.refresh', () => app.refresh()),
    registerCommand('partnerLogs.showOutput', () => app.output.show()),
    registerRowCommand('partnerLogs.pinDomain', (argument) => setPinned(app, argument, true)),
    registerRowCommand('partnerLogs.unpinDomain', (argument) => setPinned(app, argument, false)),
  ];
}

/**
 * Opens the first domain of a connection in the tree, and its first log with `openLog`, unless the user opened another
 * log in the meantime. Never rejects: if a list is empty or could not be read, the tree shows that; any other failure is
 * reported in a message.
 */
export async function showFirst(
  { domains, logNodes, panels, tree }: App,
  connectionId: string,
  openLog: (log: LogNode) => Promise<void>,
): Promise<void> {
  const before = panels.active;
  try {
    const [first] = (await domains.loaded(connectionId)).items;
    if (!first) return;
    const domain = domains.domain(connectionId, first);
    // Do not wait for the view, which might render its rows too late to reveal them.
    const revealed = tree.reveal(domain, { expand: true }).catch(() => {});
    const [log] = (await logNodes.shownOf(domain)).logs;
    const node = log && panels.active === before ? logNodes.node(domain, log) : undefined;
    const opened = node && openLog(node);
    await revealed;
    if (node) await tree.reveal(node, { focus: false }).catch(() => {});
    await opened;
  } catch (error) {
    void showFault(error);
  }
}

async function loadMore({ lists, tree }: App, argument: unknown): Promise<void> {
  if (!isNode(argument)) return;
  if (argument.kind === 'connection')
    await tree.change(argument, () => lists.domains(argument.connection.id).more());
  else if (argument.kind === 'domain') await tree.change(argument, () => lists.logs(argument).more());
}

async function setPinned({ ask, pinned }: App, argument: unknown, isPinned: boolean): Promise<void> {
  const domain = await ask.domain(argument);
  if (domain) await (isPinned ? pinned.pin(domain) : pinned.unpin(domain));
}
