import * as vscode from 'vscode';
import { isFile } from '../../connections/connection.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import type { DomainMarks } from '../../connections/domainMarks.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import type { WatchedDomains } from '../../connections/watchedDomains.ts';
import { queryText } from '../../formats/queryText.ts';
import type { Pager } from '../../lists/pager.ts';
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
import { local, plural, t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import type { TimeStyle } from '../../text/zonedTime.ts';
import { Disposables } from '../../ui/disposables.ts';
import { runCommand } from '../../ui/ownCommands.ts';
import { untilDrawn } from '../../ui/untilDrawn.ts';
import type { Filters } from '../filter/filters.ts';
import type { Lists } from '../lists/lists.ts';
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
  /** The current day of a domain's service, `YYYY-MM-DD`. */
  dayOf(domain: DomainRef): string;
  get(domain: DomainRef): { readonly values: { readonly attackers: number } | undefined } | undefined;
}

export interface DomainsTreeOptions {
  readonly view: vscode.TreeView<TreeNode>;
  readonly connections: ConnectionStore;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly lists: Lists;
  readonly watched: WatchedDomains;
  readonly marks: DomainMarks;
  readonly todays: ShownCounts;
  readonly filters: Filters;
  readonly connectionItem: (node: ConnectionNode) => vscode.TreeItem;
  /** Returns how to show the times of a domain's logs. */
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
}

/** The tree of connections, domains and log rows. Only expanding a node loads the first page of its list. */
export class DomainsTree extends Disposables implements vscode.TreeDataProvider<TreeNode> {
  readonly #options: DomainsTreeOptions;
  readonly #changed = this.register(new vscode.EventEmitter<TreeNode | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeNode>;
  /** The expanded domains: the ids of their connections by their own ids. */
  readonly #expanded = new Map<string, string>();
  readonly #drawn = new WeakMap<DomainNode, string>();
  /** The selected rows that the editor last reported. */
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

  /** The selected rows, including rows that are being rendered again, which the editor does not report meanwhile. */
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
    // The editor forgets the state when the row gets another parent, because a second connection was added.
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
    // The editor reads the rows of expanded nodes. It sends no event for a row that is expanded while it renders
    // everything again.
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

  /** Renders `node` again, or everything. */
  redraw(node?: ListNode): void {
    const isOnly = node?.kind === 'connection' && !this.#hasConnections;
    this.#changed.fire(isOnly ? undefined : node);
  }

  /**
   * Renders again the domains whose facts changed; loads nothing. The others stay: while the editor renders a node
   * again, it does not know the rows below it, and a command on them would receive nothing.
   */
  redrawDomains(): void {
    for (const node of this.#options.domains.domains()) {
      const drawn = this.#drawn.get(node);
      if (drawn !== undefined && drawn !== this.#drawnFrom(node)) this.#changed.fire(node);
    }
  }

  /** Forgets every node, after a change of connection, key or setting. */
  reset(): void {
    const { connections, domains } = this.#options;
    for (const [id, connectionId] of this.#expanded)
      if (!connections.get(connectionId)) this.#expanded.delete(id);
    domains.clear();
    this.#changed.fire(undefined);
  }

  /** Runs a change of a list under the view's progress bar, then renders it. */
  async change(parent: ListNode | undefined, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: DOMAINS_VIEW } }, work);
    this.redraw(parent);
  }

  /**
   * Counts the new logs of the loaded lists, while the view is visible and `goOn` returns true. Returns true when no
   * read failed.
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
   * Reveals a node, selected and focused; expands a list if requested.
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

  /** Selects the row of a log, if the view shows it: expands nothing, and does not move the focus. */
  async follow(log: LogNode): Promise<void> {
    const shown = this.#options.logNodes.shownLoadedOf(log.parent);
    const node = shown.find((each) => nodeId(each) === nodeId(log));
    if (!node || !this.#view.visible || !this.#expanded.has(nodeId(log.parent))) return;
    // The row may be rendered by another list meanwhile.
    await this.reveal(node, { focus: false }).catch(() => {});
  }

  /** Shows the domains of a connection, which has its own row when there are several. */
  async showConnection(connectionId: string): Promise<void> {
    const node = this.#options.domains.connection(connectionId);
    if (node && this.#hasConnections) await this.reveal(node, { expand: true });
  }

  /** Shows the logs of a domain; searches one that no loaded page lists. */
  async showDomain(domain: DomainRef): Promise<void> {
    const node = await this.#options.domains.find(domain);
    if (node) return this.reveal(node, { expand: true });
    await runCommand('partnerLogs.searchLogs', unlisted(domain));
  }

  /** Shows the number of domains above their warning level on the view container's icon. */
  showAlarms(count: number): void {
    const tooltip = plural(count, {
      one: '{0} watched domain is at or above the warning level',
      other: '{0} watched domains are at or above the warning level',
    });
    this.#view.badge = count > 0 ? { value: count, tooltip } : undefined;
  }

  /** True when connections are rows: a single one is not, unless it is a file, which is named. */
  get #hasConnections(): boolean {
    const list = this.#options.connections.list();
    return list.length > 1 || list.some(isFile);
  }

  #remember(open: TreeNode): void {
    if (open.kind === 'domain') this.#expanded.set(nodeId(open), open.connectionId);
  }

  /** Returns the pinned domains, then the rest in the service's order. */
  async #domainRows(node: ConnectionNode): Promise<TreeNode[]> {
    const { domains, marks, watched } = this.#options;
    const connectionId = node.connection.id;
    const state = await domains.loaded(connectionId);
    const [first] = state.items;
    if (first && !isFile(node.connection)) await watched.watchFirst({ connectionId, ...first });
    const pinned = marks.pinned(connectionId).map((mark) => domains.pinned(mark));
    const rows = listRows(node, state, (domain) => domains.listed(connectionId, domain), noDomains());
    return [...pinned, ...rows.filter((row) => row.kind !== 'domain' || !pinned.includes(row))];
  }

  /** Shows a message above all rows when they could not be refreshed. */
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

  /** Returns a text of everything that a domain's row and its logs depend on, except for their list. */
  #drawnFrom(node: DomainNode): string {
    const { filters, lists, timeStyle, todays } = this.#options;
    const times = lists.loadedLogs(node).length > 0 && [timeStyle(node), todays.dayOf(node)];
    return JSON.stringify([this.#factsOf(node), filters.filter(node), times]);
  }

  #factsOf(domain: DomainNode) {
    const watched = this.#options.watched.has(domain);
    const attackers = this.#options.todays.get(domain)?.values?.attackers;
    const mark = this.#options.marks.get(domain);
    const connection = this.#options.connections.get(domain.connectionId);
    return {
      inFile: connection !== undefined && isFile(connection),
      watched,
      attackers: watched ? attackers : undefined,
      alias: mark?.alias || undefined,
      pinned: mark?.pinned ?? false,
      filter: queryText(this.#options.filters.query(domain), local),
    };
  }
}
