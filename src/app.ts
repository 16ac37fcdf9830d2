import * as vscode from 'vscode';
import { NewestMap } from './base/newestMap.ts';
import { Threads } from './base/thread.ts';
import { Ask } from './browse/ask.ts';
import { paletteContexts, selectedLogIn } from './browse/contexts.ts';
import { Filters } from './browse/filter/filters.ts';
import { Lists } from './browse/lists/lists.ts';
import { LookUp } from './browse/lookUp/lookUp.ts';
import { DomainsTree } from './browse/tree/domainsTree.ts';
import { RecentTree } from './browse/tree/recentTree.ts';
import { DomainNodes, LogNodes } from './browse/tree/treeNodes.ts';
import { commandHandlers } from './commands.ts';
import { ConnectionStore } from './connections/connectionStore.ts';
import type { DomainRef } from './connections/domainRef.ts';
import { KeyStore } from './connections/keyStore.ts';
import { Links } from './connections/links.ts';
import type { LogTarget } from './connections/logTarget.ts';
import type { TreeNode } from './connections/nodes.ts';
import { TableFocus } from './connections/openTable.ts';
import { Services } from './connections/services.ts';
import { PinnedDomains, type RecentLog, RecentLogs } from './connections/storedList.ts';
import { Counts } from './counts/counts.ts';
import { CountsDisplay } from './counts/countsDisplay.ts';
import { ServiceDays } from './counts/serviceDays.ts';
import { DetectionPanels } from './detection/detectionPanels.ts';
import { LogDocuments } from './detection/documents/logDocuments.ts';
import { clientHeader } from './detection/facts.ts';
import { Logs } from './detection/logs.ts';
import { SimilarLogs } from './detection/similar.ts';
import { answer, question } from './lm/tools.ts';
import type { DetectionLog, LogRow } from './service/model.ts';
import { ReportPanels } from './share/reportPanel.ts';
import { TablePanels } from './table/tablePanels.ts';
import { useLanguage } from './text/l10n.ts';
import type { TimeStyle } from './text/zonedTime.ts';
import type { RegisterOptional } from './ui/activation.ts';
import { Disposables } from './ui/disposables.ts';
import { firstTime, pageSize } from './ui/settings.ts';

/** The objects registered at activation, for use by the rest of the code. */
export type Registered = Pick<EditorParts, 'output' | 'optional' | 'views'>;

/** The parts of the editor that the window's objects use. */
class EditorParts extends Disposables {
  readonly context: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly optional: RegisterOptional;
  readonly views: {
    readonly domains: vscode.TreeView<TreeNode>;
    readonly recent: vscode.TreeView<RecentLog>;
  };

  constructor(context: vscode.ExtensionContext, { output, optional, views }: Registered) {
    super();
    this.context = context;
    this.output = output;
    this.optional = optional;
    this.views = views;
    // The extension might have no translation for the editor's language.
    const { bundle: texts } = vscode.l10n;
    useLanguage(texts && { tag: vscode.env.language, texts });
  }
}

/**
 * The objects of one window, which are passed whole to the commands, panels, and tools. Creating them reads no keys and
 * sends no requests.
 */
export class App extends EditorParts {
  readonly extensionUri = this.context.extensionUri;
  /** The version of this extension. */
  readonly version = String(this.context.extension.packageJSON.version);
  /** A local folder for files that cannot be written directly to their destination. */
  readonly storage = this.context.globalStorageUri;
  readonly threads = new Threads(vscode.Uri.joinPath(this.extensionUri, 'dist', 'worker.cjs').fsPath);
  readonly globalState = this.context.globalState;
  readonly workspaceState = this.context.workspaceState;
  readonly #closing = new AbortController();
  /** Aborted when the window closes. */
  readonly closing = this.#closing.signal;

  readonly connections = this.register(new ConnectionStore(this.globalState));
  readonly keys = this.register(new KeyStore(this.context.secrets, this.globalState, this.optional));
  readonly services = this.register(new Services(this.connections, this.keys, this.output, this.threads));
  readonly pinned = new PinnedDomains(this.globalState);
  readonly recent = new RecentLogs(this.globalState, this.connections, this.services);
  readonly links = new Links(this.connections);

  readonly days = new ServiceDays();

  /** Returns today's date in the time zone of a connection's service, `YYYY-MM-DD`. */
  readonly today = (connectionId: string): string => this.days.ofConnection(connectionId);

  /** Returns a domain's time zone as sent, or undefined if no response has specified one yet. */
  readonly zone = (domain: DomainRef): string | undefined => this.days.zoneOf(domain);

  readonly timeStyle = (domain: DomainRef): TimeStyle => ({
    zone: this.zone(domain),
    first: firstTime(),
  });

  /** Returns the service's name for a log's domain, if it has been read. */
  readonly storedNameOf = ({ connectionId, key }: LogTarget): string | undefined =>
    this.lists.loadedDomain({ connectionId, index: key.domain })?.name;

  /** Returns the log in the focused panel or document. */
  readonly activeLog = (): LogTarget | undefined =>
    this.panels.active ?? this.previews.activeLog ?? this.documents.active;

  /** Returns the address of a log's client, if the service added it to the headers. */
  readonly clientOf = (log: DetectionLog): string | undefined => clientHeader(log)?.[1];

  /** Returns the log in the row that is selected in a view. */
  readonly selectedLog = (): LogTarget | undefined => selectedLogIn(this.views);

  readonly counts = new Counts((connectionId) => this.services.of(connectionId), this.days);
  readonly filters = new Filters(this.today);
  readonly lists = new Lists({
    services: this.services,
    pageSize,
    filterOf: (domain) => this.filters.filter(domain),
  });
  readonly domains = new DomainNodes(this);
  readonly logNodes = new LogNodes(this);
  readonly similar = new SimilarLogs(this);
  readonly logs = new Logs(this.services, (domain, zone) => {
    if (this.days.learnFirst(domain, zone)) this.tree.redrawDomains();
  });
  /** The rows that language models were given, by `targetId`. */
  readonly rows = new NewestMap<LogRow>(500, 8 * 1024 * 1024);

  readonly tree = this.register(new DomainsTree(this, this.views.domains));
  readonly recentTree = this.register(new RecentTree(this));
  readonly tableFocus = new TableFocus();
  readonly documents = this.register(new LogDocuments(this));
  readonly panels = this.register(new DetectionPanels(this));
  readonly tables = this.register(new TablePanels(this));
  readonly previews = this.register(new ReportPanels(this));
  readonly ask = this.register(new Ask(this, this.views.domains));
  readonly countsDisplay = this.register(new CountsDisplay(this));

  readonly lookUp = new LookUp(this);
  /** The handlers of the commands, by ID. */
  readonly handlers = commandHandlers(this);
  /** The tools of language models. */
  readonly tools = { question, answer: answer.bind(undefined, this) };

  constructor(context: vscode.ExtensionContext, registered: Registered) {
    super(context, registered);
    void this.keys.removeUnused();
    context.subscriptions.push(
      this,
      ...paletteContexts(this, this.views),
      { dispose: () => this.#closing.abort() },
      this.connections.onDidChange((changed) => void this.keys.removeUnused(changed)),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (!focused) return;
        for (const shared of [this.connections, this.pinned, this.recent]) shared.reread();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs.pageSize')) this.lists.reset();
        else if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
        this.tree.redraw();
        this.recentTree.redraw();
        this.panels.redraw();
        this.tables.redraw();
      }),
      this.services.onDidChange((changed) => this.#forget(changed)),
      this.services.onDidOpenFile((connectionId) => {
        const zone = this.services.fileFacts(connectionId)?.head.timeZone;
        if (zone) this.days.learnFirst({ connectionId, index: 0 }, zone);
        this.tree.redraw();
      }),
    );
  }

  /** Rereads everything that is shown. */
  readonly refresh = async (): Promise<void> => {
    // Do not wait for the counts. Reading them in the background can take a long time, and their views are
    // updated when they arrive.
    void this.countsDisplay.refresh();
    await this.tree.change(undefined, () => this.lists.refresh());
    this.panels.refresh();
    this.previews.refresh();
    this.tables.reload();
  };

  /** Shows the data of these connections again after their previous services ended. */
  #forget(changed: ReadonlySet<string>): void {
    this.rows.clear();
    this.lists.forget(changed);
    this.logs.forget(changed);
    this.tree.redraw();
    this.countsDisplay.forget(changed);
    this.panels.refresh();
    this.previews.refresh();
    this.tables.forget(changed);
  }
}
