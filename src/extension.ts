import * as vscode from 'vscode';
import { Filters } from './browse/filter/filters.ts';
import { Lists } from './browse/lists/lists.ts';
import { DomainNodes } from './browse/tree/domainNodes.ts';
import { DomainsTree } from './browse/tree/domainsTree.ts';
import { LogNodes } from './browse/tree/logNodes.ts';
import { RecentTree } from './browse/tree/recentTree.ts';
import { ConnectionStore } from './connections/connectionStore.ts';
import { DomainDirectory } from './connections/domainDirectory.ts';
import { DomainMarks } from './connections/domainMarks.ts';
import { KeyStore } from './connections/keyStore.ts';
import type { LogTarget } from './connections/logTarget.ts';
import { OrderedMemento } from './connections/orderedMemento.ts';
import { RecentLogs } from './connections/recentLogs.ts';
import { Services } from './connections/services.ts';
import { WatchedDomains } from './connections/watchedDomains.ts';
import { Counts } from './counts/countsFeature.ts';
import type { Place } from './counts/serviceDays.ts';
import type { DetectionPanels } from './detection/detectionPanels.ts';
import { LogDocuments } from './detection/documents/logDocuments.ts';
import { Logs } from './detection/logs.ts';
import { languageModelTools } from './lm/languageModelTools.ts';
import { ReportPreviews } from './share/reportPreviews.ts';
import type { Links } from './targets/links.ts';
import type { DomainTarget } from './targets/nodes.ts';
import { lazyCommands } from './ui/lazyCommands.ts';
import { pageSizeOf } from './ui/settingValues.ts';

/** Makes the parts and hands them to each other; reads no key and asks no network. */
export function activate(context: vscode.ExtensionContext) {
  const { secrets, subscriptions, extensionUri, extensionMode } = context;
  const globalState = new OrderedMemento(context.globalState);
  const output = vscode.window.createOutputChannel('Partner Logs', { log: true });
  const connections = new ConnectionStore(globalState);
  const keys = new KeyStore(secrets);
  const watched = new WatchedDomains(globalState);
  const marks = new DomainMarks(globalState);
  const recent = new RecentLogs(globalState);
  const bundle = (name: string) => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const services = new Services(connections, keys, output, bundle('answerWorker.cjs'));
  const serviceOf = (connectionId: string) => services.of(connectionId);
  const directory = new DomainDirectory(serviceOf);
  const logs = new Logs(serviceOf);
  const workerFile = bundle('worker.cjs');
  const documents = new LogDocuments(logs, workerFile);
  const previews = new ReportPreviews();

  const pageSize = () => pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
  const filters = new Filters(globalState, (connectionId) => todays.today(connectionId));
  const detectedType = (connectionId: string) => services.detectedType(connectionId);
  const filterOf = (domain: DomainTarget) => filters.filter(domain);
  const lists = new Lists({ serviceOf, pageSize, filterOf, detectedType });
  const loadedName = (connectionId: string, index: number) =>
    (
      lists.domains(connectionId).state.items.find((domain) => domain.index === index) ??
      directory.known(connectionId, index)
    )?.name;
  const shownName = ({ connectionId, index }: Place, known?: string) =>
    marks.get(connectionId, index)?.alias || known || loadedName(connectionId, index) || `Domain ${index}`;
  const openLogs = ({ connectionId, index }: Place) =>
    tree.showDomain({ connectionId, key: { domain: index } });
  const closing = new AbortController();
  const counts = new Counts({
    extensionUri,
    globalState,
    connections,
    watched,
    serviceOf,
    nameOf: shownName,
    openLogs,
    otherReads: () => tree.checkNew(closing.signal),
  });
  const { todays } = counts;
  const filterNames = (connectionId: string) => services.filterNames(connectionId);
  const domains = new DomainNodes({ connections, lists, marks });
  const logNodes = new LogNodes({ domains, lists, filterNames, detectedType });
  const tree = new DomainsTree({ connections, domains, logNodes, lists, watched, marks, todays, filters });
  let links: Promise<Links> | undefined;
  const loadLinks = () => {
    links ??= import('./targets/links.ts').then((module) => new module.Links(connections));
    return links;
  };
  let panels: Promise<DetectionPanels> | undefined;
  const loadPanels = () => {
    panels ??= Promise.all([import('./detection/detectionPanels.ts'), loadLinks()]).then(
      ([module, links]) => {
        const loaded = new module.DetectionPanels({ extensionUri, logs, links, workerFile });
        subscriptions.push(loaded);
        return loaded;
      },
    );
    return panels;
  };
  const refreshPanels = () => void panels?.then((loaded) => loaded.refresh());

  const refresh = async () => {
    directory.clear();
    // The counts redraw what shows them when they come: read in the background, they may take longer than a person waits.
    void counts.refresh();
    await tree.change(undefined, () => lists.refresh());
    refreshPanels();
  };
  const forget = () => {
    logs.clear();
    directory.clear();
    lists.reset();
    tree.reset();
    counts.forget();
    refreshPanels();
  };
  const parts = {
    ...{ connections, keys, services, watched, marks, recent, filters, directory, logs, documents, previews },
    ...{ lists, counts, domains, logNodes, tree, output, shownName, refresh },
    nameOf: ({ connectionId, key }: LogTarget) => loadedName(connectionId, key.domain),
    globalState,
    storage: context.globalStorageUri,
    workerFile,
    exportWorkerFile: bundle('exportWorker.cjs'),
    version: String(context.extension.packageJSON.version),
    closing: closing.signal,
  };
  const contributed: readonly { command: string }[] = context.extension.packageJSON.contributes.commands;

  subscriptions.push(
    output,
    connections,
    keys,
    watched,
    marks,
    recent,
    filters,
    services,
    tree,
    counts,
    documents,
    previews,
    { dispose: () => closing.abort() },
    new RecentTree(recent, connections),
    services.onDidChange(forget),
    watched.onDidChange(() => tree.redrawDomains()),
    counts.onDidChange(() => tree.redrawDomains()),
    counts.onDidChangeAlarms((count) => tree.showAlarms(count)),
    marks.onDidChange(() => tree.redraw()),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const shared of [connections, watched, marks, recent]) shared.reread();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partnerLogs.pageSize')) {
        lists.reset();
        tree.redraw();
      }
    }),
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await loadLinks()).handleUri(uri) }),
    vscode.window.registerWebviewPanelSerializer('partnerLogs.detection', {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await loadPanels()).deserializeWebviewPanel(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer('partnerLogs.counts', {
      deserializeWebviewPanel: async (panel, state: unknown) => (await counts.panels()).restore(panel, state),
    }),
    ...languageModelTools({
      ...parts,
      serviceOf,
      detectedType,
      filterNames,
      today: (connectionId) => todays.today(connectionId),
    }),
    lazyCommands(
      contributed.map(({ command }) => command),
      async () => {
        const [{ registerCommands }, panels, links] = await Promise.all([
          import('./commands.ts'),
          loadPanels(),
          loadLinks(),
        ]);
        return () => registerCommands({ ...parts, panels, links });
      },
    ),
  );

  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void vscode.commands.executeCommand('partnerLogs.useSampleData');
  }
  return extensionMode === vscode.ExtensionMode.Test
    ? { ...parts, todays, panels: loadPanels, links: loadLinks }
    : undefined;
}
