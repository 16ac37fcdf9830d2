import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isFile } from '../../connections/connection.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { PinnedDomains } from '../../connections/pinnedDomains.ts';
import { queryText } from '../../formats/queryText.ts';
import { describeFault } from '../../service/faults.ts';
import type { Domain, ListedLog } from '../../service/model.ts';
import { isEmptyQuery } from '../../service/queries/logQuery.ts';
import {
  type ConnectionNode,
  type DomainNode,
  type ListNode,
  type LogNode,
  nodeId,
  type TreeNode,
} from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import type { TimeStyle } from '../../text/zonedTime.ts';
import { Disposables } from '../../ui/disposables.ts';
import { runCommand } from '../../ui/ownCommands.ts';
import type { Filters } from '../filter/filters.ts';
import type { Lists } from '../lists/lists.ts';
import type { Pager } from '../lists/pager.ts';
import { type DomainNodes, unlisted } from './domainNodes.ts';
import { listRows, messageRows } from './listRows.ts';
import type { LogNodes } from './logNodes.ts';
import { treeItem } from './treeRows.ts';

const DOMAINS_VIEW = 'partnerLogs.domains';

const noDomains = () => ({ label: t('This key has no domains') });
const noLogs = () => ({ label: t('No detection logs') });
const noMatch = () => ({
  label: t('No detection logs match the filter'),
  next: { title: t('Clear Filter'), command: 'partnerLogs.clearFilter' },
});

/** Today's counts, if known. */
export interface ShownCounts {
  readonly days: {
    /** Returns the current date of a domain's service, `YYYY-MM-DD`. */
    today(domain: DomainRef): string;
  };
  today(
    domain: DomainRef,
  ): { readonly values: { readonly attackers: number | null } | undefined } | undefined;
}

export interface DomainsTreeOptions {
  readonly view: vscode.TreeView<TreeNode>;
  readonly connections: ConnectionStore;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly lists: Lists;
  readonly pinned: PinnedDomains;
  readonly todays: ShownCounts;
  readonly filters: Filters;
  readonly connectionItem: (node: ConnectionNode) => vscode.TreeItem;
  /** Returns how to show the times of a domain's logs. */
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
}

/**
 * The tree of connections, domains, and log rows. The first page of a list is loaded only when its node is expanded.
 */
export class DomainsTree extends Disposables implements vscode.TreeDataProvider<TreeNode> {
  readonly #options: DomainsTreeOptions;
  readonly #changed = this.register(new vscode.EventEmitter<TreeNode | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeNode>;
  /** The IDs of the expanded domains, with the IDs of their connections. */
  readonly #expanded = new Map<string, string>();
  readonly #drawn = new WeakMap<DomainNode, string>();
  /** The IDs of the pinned domains among the rendered rows of each connection, by the connection's ID. */
  readonly #drawnPinned = new Map<string, string>();
  /** The selected rows as last reported by the editor. */
  #selected: readonly TreeNode[] = [];
  #reveals = 0;

  constructor(options: DomainsTreeOptions) {
    super();
    this.#options = options;
    this.#view = options.view;
    this.register(this.#view.onDidExpandElement(({ element }) => this.#remember(element)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#expanded.delete(nodeId(element))));
    this.register(
      this.#view.onDidChangeSelection(({ selection }) => {
        this.#selected = selection;
      }),
    );
  }

  /** The selected rows, including rows that are being rendered again, which the editor does not report as selected. */
  get selection(): readonly TreeNode[] {
    const { selection } = this.#view;
    if (selection.length >= this.#selected.length) return selection;
    const { domains, logNodes } = this.#options;
    const there = new Map([...domains.domains(), ...logNodes.loaded()].map((node) => [nodeId(node), node]));
    const reported = this.#selected.flatMap((node) => there.get(nodeId(node)) ?? []);
    return reported.length > selection.length ? reported : selection;
  }

  /** The view's message above its rows. */
  get message(): string {
    return this.#view.message ?? '';
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    if (node.kind === 'domain') this.#drawn.set(node, this.#drawnFrom(node));
    const item =
      node.kind === 'connection'
        ? this.#options.connectionItem(node)
        : treeItem(node, (domain) => this.#factsOf(domain), this.#options.timeStyle);
    // The editor loses the expanded state when a row gets a different parent because a second connection was added.
    if (node.kind === 'domain' && this.#expanded.has(nodeId(node)))
      item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
    return item;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    const { domains } = this.#options;
    if (node.kind === 'connection') return undefined;
    if (node.kind !== 'domain') return node.parent;
    return this.#hasConnections ? domains.connection(node.connectionId) : undefined;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) {
      const { connections, domains } = this.#options;
      const nodes = connections.list().flatMap(({ id }) => domains.connection(id) ?? []);
      const [only] = nodes;
      return only && !this.#hasConnections ? this.getChildren(only) : nodes;
    }
    // The editor requests the rows of expanded nodes, but sends no event for a row that is expanded while the whole
    // tree is being rendered again.
    this.#remember(node);
    const rows =
      node.kind === 'connection'
        ? await this.#domainRows(node)
        : node.kind === 'domain'
          ? await this.#logRows(node)
          : [];
    this.#showFailure();
    return rows;
  }

  /** Renders `node`, or the whole tree, again. */
  redraw(node?: ListNode): void {
    const isOnly = node?.kind === 'connection' && !this.#hasConnections;
    this.#changed.fire(isOnly ? undefined : node);
  }

  /**
   * Re-renders only the domains whose facts changed; loads nothing. While the editor re-renders a node, it does not
   * know the rows below the node, and a command on such a row would receive no argument.
   */
  redrawDomains(): void {
    for (const node of this.#options.domains.domains()) {
      const drawn = this.#drawn.get(node);
      if (drawn !== undefined && drawn !== this.#drawnFrom(node)) this.#changed.fire(node);
    }
  }

  /** Re-renders the domains of connections whose pinned domains are not the rendered ones. */
  redrawPinned(): void {
    for (const [connectionId, drawn] of this.#drawnPinned) {
      const node = this.#options.domains.connection(connectionId);
      if (!node) this.#drawnPinned.delete(connectionId);
      else if (drawn !== this.#pinnedIds(connectionId)) this.redraw(node);
    }
  }

  /** Forgets all nodes after a change of connection, key, or setting. */
  reset(): void {
    const { connections, domains } = this.#options;
    for (const [id, connectionId] of this.#expanded)
      if (!connections.get(connectionId)) this.#expanded.delete(id);
    domains.clear();
    this.#changed.fire(undefined);
  }

  /** Changes a list while showing the view's progress bar, then renders the list. */
  async change(parent: ListNode | undefined, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: DOMAINS_VIEW } }, work);
    this.redraw(parent);
  }

  /**
   * Counts the new logs of the loaded lists while the view is visible and `goOn` returns true. Returns true if no read
   * failed.
   */
  async checkNew(goOn: () => boolean, signal: AbortSignal): Promise<boolean> {
    const { domains, lists } = this.#options;
    return lists.checkNew(domains.domains(), {
      onChange: (node) => this.redraw(node),
      goOn: () => this.#view.visible && goOn(),
      signal,
    });
  }

  pagerOf(node: ListNode): Pager<Domain> | Pager<ListedLog> {
    const { lists } = this.#options;
    return node.kind === 'connection' ? lists.domains(node.connection.id) : lists.logs(node);
  }

  /**
   * Reveals, selects, and focuses a node; expands a list if requested.
   * @throws the editor's error for a node that is not in the tree
   */
  async reveal(node: TreeNode, { expand = false, focus = true } = {}): Promise<void> {
    const reveal = ++this.#reveals;
    let failure: unknown;
    const isRevealed = await untilDrawn(() =>
      reveal < this.#reveals
        ? true
        : this.#view.reveal(node, { select: true, focus, expand }).then(
            () => true,
            (error) => {
              failure = error;
              return undefined;
            },
          ),
    );
    if (!isRevealed) throw failure;
  }

  /** Selects a log's row if the view shows it. Does not expand anything or move the focus. */
  async follow(log: LogNode): Promise<void> {
    const shown = this.#options.logNodes.shownLoadedOf(log.parent);
    const node = shown.find((each) => nodeId(each) === nodeId(log));
    if (!node || !this.#view.visible || !this.#expanded.has(nodeId(log.parent))) return;
    // A different list might have replaced the row in the meantime.
    await this.reveal(node, { focus: false }).catch(() => {});
  }

  /** Shows the domains of a connection. The connection has its own row if there are several. */
  async showConnection(connectionId: string): Promise<void> {
    const node = this.#options.domains.connection(connectionId);
    if (node && this.#hasConnections) await this.reveal(node, { expand: true });
  }

  /** Shows the logs of a domain; searches for the domain if no loaded page lists it. */
  async showDomain(domain: DomainRef): Promise<void> {
    const node = await this.#options.domains.find(domain);
    if (node) return this.reveal(node, { expand: true });
    await runCommand('partnerLogs.searchLogs', unlisted(domain));
  }

  /**
   * True if connections have their own rows: if there are several, or if the only one is a file, so that its name is
   * shown.
   */
  get #hasConnections(): boolean {
    const list = this.#options.connections.list();
    return list.length > 1 || list.some(isFile);
  }

  #remember(open: TreeNode): void {
    if (open.kind === 'domain') this.#expanded.set(nodeId(open), open.connectionId);
  }

  /** Returns the pinned domains, followed by the others in the service's order. */
  async #domainRows(node: ConnectionNode): Promise<TreeNode[]> {
    const { domains, pinned } = this.#options;
    const connectionId = node.connection.id;
    const state = await domains.loaded(connectionId);
    const [first] = state.items;
    if (first && !isFile(node.connection)) await pinned.pinFirst({ connectionId, ...first });
    const top = pinned.of(connectionId).map((each) => domains.pinned(each));
    this.#drawnPinned.set(connectionId, this.#pinnedIds(connectionId));
    const rows = listRows(node, state, (domain) => domains.listed(connectionId, domain), noDomains());
    return [...top, ...rows.filter((row) => row.kind !== 'domain' || !top.includes(row))];
  }

  #pinnedIds(connectionId: string): string {
    return this.#options.pinned.of(connectionId).map(domainId).join();
  }

  /** Shows a message above the rows if they could not be refreshed. */
  #showFailure(): void {
    const [fault] = this.#options.lists.failedRefreshes();
    const message =
      fault === undefined ? '' : asPlainLine(t('Not refreshed. {0}', describeFault(fault, local).headline));
    if (this.message !== message) this.#view.message = message;
  }

  async #logRows(node: DomainNode): Promise<TreeNode[]> {
    const { filters, logNodes } = this.#options;
    const { logs, message, state } = await logNodes.shownOf(node);
    const empty = isEmptyQuery(filters.query(node)) ? noLogs() : noMatch();
    const drawn = listRows(node, { ...state, items: logs }, (log) => logNodes.node(node, log), empty);
    return message ? [...messageRows(message), ...drawn] : drawn;
  }

  /**
   * Returns a string that changes whenever the rows of a domain and its logs must be rendered again for any reason
   * other than a change to the list of logs.
   */
  #drawnFrom(node: DomainNode): string {
    const { filters, lists, timeStyle, todays } = this.#options;
    const times = lists.loadedLogs(node).length > 0 && [timeStyle(node), todays.days.today(node)];
    return JSON.stringify([this.#factsOf(node), filters.filter(node), times]);
  }

  #factsOf(domain: DomainNode) {
    const attackers = this.#options.todays.today(domain)?.values?.attackers ?? undefined;
    const pinned = this.#options.pinned.has(domain);
    const connection = this.#options.connections.get(domain.connectionId);
    return {
      inFile: connection !== undefined && isFile(connection),
      attackers: pinned ? attackers : undefined,
      pinned,
      filter: queryText(this.#options.filters.query(domain), local),
    };
  }
}

/** Maximum time to wait for the editor to render a view's rows, and the interval between checks, in milliseconds. */
const DRAWN = 5_000;
const PAUSE = 20;

/**
 * Calls `look` until it returns a result other than undefined or a timeout is reached. While the editor renders rows
 * again, it neither reveals them nor reports them as selected, and no event signals when it is done
 * (microsoft/vscode#96089).
 */
export async function untilDrawn<T>(
  look: () => T | undefined | PromiseLike<T | undefined>,
): Promise<T | undefined> {
  const latest = performance.now() + DRAWN;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() > latest) return found;
    await setTimeout(PAUSE);
  }
}
