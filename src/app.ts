import * as vscode from 'vscode';
import { NewestMap } from './base/newestMap.ts';
import { Ask } from './browse/ask.ts';
import { DomainNames } from './browse/domainNames.ts';
import { Filters } from './browse/filter/filters.ts';
import { trackGuide } from './browse/guide.ts';
import { Lists } from './browse/lists/lists.ts';
import { LookUp } from './browse/lookUp/lookUp.ts';
import { paletteContexts, selectedLogIn } from './browse/paletteContexts.ts';
import { Search } from './browse/search/search.ts';
import { DomainNodes } from './browse/tree/domainNodes.ts';
import { DomainsTree } from './browse/tree/domainsTree.ts';
import { LogNodes } from './browse/tree/logNodes.ts';
import { RecentTree } from './browse/tree/recentTree.ts';
import { ConnectionStore } from './connections/connectionStore.ts';
import type { DomainRef } from './connections/domainRef.ts';
import { KeyStore } from './connections/keyStore.ts';
import { Links } from './connections/links.ts';
import type { LogTarget } from './connections/logTarget.ts';
import type { TreeNode } from './connections/nodes.ts';
import { TableFocus } from './connections/openTable.ts';
import { OrderedMemento } from './connections/orderedMemento.ts';
import { PinnedDomains } from './connections/pinnedDomains.ts';
import { type RecentLog, RecentLogs } from './connections/recentLogs.ts';
import { Services } from './connections/services.ts';
import { Counts } from './counts/counts.ts';
import { CountsFeature } from './counts/countsFeature.ts';
import { ServiceDays } from './counts/serviceDays.ts';
import { DetectionPanels } from './detection/detectionPanels.ts';
import { LogDocuments } from './detection/documents/logDocuments.ts';
import { clientHeader } from './detection/facts.ts';
import { Logs } from './detection/logs.ts';
import { SimilarLogs } from './detection/similar.ts';
import type { DetectionLog, LogRow } from './service/model.ts';
import { originalsOf } from './setup/openExport.ts';
import { ReportPanels } from './share/reportPanels.ts';
import { TablePanels } from './table/tablePanels.ts';
import { type Language, useLanguage } from './text/l10n.ts';
import type { TimeStyle } from './text/zonedTime.ts';
import type { RegisterOptional } from './ui/optional.ts';
import { firstTimeOf, pageSizeOf } from './ui/settingValues.ts';

/** The objects registered at activation, for use by the rest of the code. */
export interface Registered {
  readonly output: vscode.LogOutputChannel;
  readonly optional: RegisterOptional;
  readonly views: {
    readonly domains: vscode.TreeView<TreeNode>;
    readonly recent: vscode.TreeView<RecentLog>;
  };
}

/**
 * The objects of one window, which are passed whole to the commands, panels, and tools. Creating them reads no keys and
 * sends no requests.
 */
export class App {
  readonly output: vscode.LogOutputChannel;
  readonly extensionUri: vscode.Uri;
  /** The version of this extension. */
  readonly version: string;
  /** A local folder for files that cannot be written directly to their destination. */
  readonly storage: vscode.Uri;
  /** The compiled `worker.ts`. */
  readonly workerFile: string;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;

  readonly connections: ConnectionStore;
  readonly keys: KeyStore;
  readonly services: Services;
  readonly pinned: PinnedDomains;
  readonly recent: RecentLogs;
  readonly links: Links;

  readonly filters: Filters;
  readonly lists: Lists;
  readonly names: DomainNames;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly logs: Logs;
  readonly days = new ServiceDays();
  readonly todays: Counts;
  readonly similar: SimilarLogs;
  /** The rows that language models were given, by `targetId`. */
  readonly rows = new NewestMap<LogRow>(500, 8 * 1024 * 1024);

  readonly tree: DomainsTree;
  readonly recentTree: RecentTree;
  readonly tableFocus = new TableFocus();
  readonly documents: LogDocuments;
  readonly panels: DetectionPanels;
  readonly tables: TablePanels;
  readonly previews: ReportPanels;
  readonly counts: CountsFeature;

  readonly ask: Ask;
  /** For a log from a file, offers to open the original log. */
  readonly offerOriginal: (log: LogTarget) => Promise<void>;
  readonly lookUp: LookUp;
  readonly search: Search;
  readonly #views: Registered['views'];

  constructor(context: vscode.ExtensionContext, { output, optional, views }: Registered) {
    useLanguage(editorLanguage());
    const { subscriptions, extensionUri, secrets } = context;
    const built = (name: string) => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
    const closing = new AbortController();
    this.output = output;
    this.extensionUri = extensionUri;
    this.version = String(context.extension.packageJSON.version);
    this.storage = context.globalStorageUri;
    this.workerFile = built('worker.cjs');
    this.closing = closing.signal;
    this.workspaceState = context.workspaceState;
    this.#views = views;
    const globalState = new OrderedMemento(context.globalState);
    this.globalState = globalState;

    this.connections = new ConnectionStore(globalState);
    this.keys = new KeyStore(secrets, globalState, optional);
    this.services = new Services(this.connections, this.keys, output, this.workerFile);
    this.pinned = new PinnedDomains(globalState);
    this.recent = new RecentLogs(globalState, this.connections, this.services);
    this.links = new Links(this.connections);

    this.todays = new Counts(this.serviceOf, this.days);
    this.filters = new Filters(this.today);
    const pageSize = () => pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
    this.lists = new Lists({
      serviceOf: this.serviceOf,
      pageSize,
      filterOf: (domain) => this.filters.filter(domain),
    });
    this.names = new DomainNames(this);
    this.domains = new DomainNodes(this);
    this.logNodes = new LogNodes(this);
    this.similar = new SimilarLogs(this);
    this.offerOriginal = originalsOf(this.services);
    this.logs = new Logs(this.services, (domain, zone) => {
      if (this.days.learnFirst(domain, zone)) this.tree.redrawDomains();
    });

    this.tree = new DomainsTree(this, views.domains);
    this.recentTree = new RecentTree(this);
    this.documents = new LogDocuments(this);
    this.panels = new DetectionPanels(this);
    this.tables = new TablePanels(this);
    this.previews = new ReportPanels(this);
    this.counts = new CountsFeature(this);

    this.ask = new Ask(this, views.domains);
    this.lookUp = new LookUp(this);
    this.search = new Search(this);

    void this.keys.removeUnused();
    subscriptions.push(
      this.connections,
      this.keys,
      this.services,
      this.filters,
      this.ask,
      this.tree,
      this.recentTree,
      this.documents,
      this.panels,
      this.tables,
      this.previews,
      this.counts,
      ...paletteContexts(this, views),
      trackGuide(),
      { dispose: () => closing.abort() },
      this.connections.onDidChange(() => void this.keys.removeUnused()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (!focused) return;
        for (const shared of [this.connections, this.pinned, this.recent]) shared.reread();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs.pageSize')) this.lists.reset();
        else if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
        this.tree.redraw();
        this.recentTree.redraw();
      }),
      this.services.onDidChange((changed) => this.#forget(changed)),
      this.services.onDidOpenFile((connectionId) => {
        const zone = this.services.fileFacts(connectionId)?.head.timeZone;
        if (zone) this.days.learnFirst({ connectionId, index: 0 }, zone);
        this.tree.redraw();
      }),
      this.counts.onDidChange(() => this.tree.redrawDomains()),
    );
  }

  readonly serviceOf = (connectionId: string) => this.services.of(connectionId);

  /** Returns today's date in the time zone of a connection's service, `YYYY-MM-DD`. */
  readonly today = (connectionId: string): string => this.days.ofConnection(connectionId);

  /** Returns a domain's time zone as sent, or undefined if no response has specified one yet. */
  readonly zone = (domain: DomainRef): string | undefined => this.days.zoneOf(domain);

  readonly timeStyle = (domain: DomainRef): TimeStyle => ({
    zone: this.zone(domain),
    first: firstTimeOf(vscode.workspace.getConfiguration('partnerLogs').get('timeZone')),
  });

  /** Returns the name to display for a domain. */
  readonly nameOf = (domain: DomainRef): string => this.names.shown(domain);

  /** Returns the service's name for a log's domain, if it has been read. */
  readonly storedNameOf = ({ connectionId, key }: LogTarget): string | undefined =>
    this.names.loaded({ connectionId, index: key.domain });

  /** Returns the log in the focused panel or document. */
  readonly activeLog = (): LogTarget | undefined =>
    this.panels.active ?? this.previews.activeLog ?? this.documents.active;

  /** Returns the address of a log's client, if the service added it to the headers. */
  readonly clientOf = (log: DetectionLog): string | undefined => clientHeader(log)?.[1];

  /** Returns the log in the row that is selected in a view. */
  readonly selectedLog = (): LogTarget | undefined => selectedLogIn(this.#views);

  /** Rereads everything that is shown. */
  readonly refresh = async (): Promise<void> => {
    // Do not wait for the counts. Reading them in the background can take a long time, and their views are
    // updated when they arrive.
    void this.counts.refresh();
    await this.tree.change(undefined, () => this.lists.refresh());
    this.panels.refresh();
    this.previews.refresh();
    this.tables.reload();
  };

  /** Drops all data that might be outdated after a change of connections, keys, or differences. */
  #forget(changed: ReadonlySet<string>): void {
    this.logs.clear();
    this.rows.clear();
    this.lists.reset();
    this.similar.clear();
    this.tree.reset();
    this.counts.forget(changed);
    this.panels.refresh();
    this.previews.refresh();
    this.tables.forget();
  }
}

/** Returns the editor's language if the extension has a translation for it. */
function editorLanguage(): Language | undefined {
  const texts = vscode.l10n.bundle;
  return texts && { tag: vscode.env.language, texts };
}
