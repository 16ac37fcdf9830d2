import * as vscode from 'vscode';
import { Ask } from './commands/ask.ts';
import { connectionCommands } from './commands/connectionCommands.ts';
import { copyCommands } from './commands/copyCommands.ts';
import { countsCommands } from './commands/countsCommands.ts';
import { diagnoseCommand } from './commands/diagnoseCommand.ts';
import { documentCommands } from './commands/documentCommands.ts';
import { domainCommands } from './commands/domainCommands.ts';
import { exportCommand } from './commands/exportCommand.ts';
import { filterCommands } from './commands/filterCommands.ts';
import { listCommands } from './commands/listCommands.ts';
import { logCommands } from './commands/logCommands.ts';
import { LookUp } from './commands/lookUp.ts';
import { searchCommands } from './commands/searchCommands.ts';
import { watchCommands } from './commands/watchCommands.ts';
import { ConnectionStore } from './connections/connectionStore.ts';
import { DomainDirectory } from './connections/domainDirectory.ts';
import { DomainMarks } from './connections/domainMarks.ts';
import { KeyStore } from './connections/keyStore.ts';
import type { LogTarget } from './connections/logTarget.ts';
import { RecentLogs } from './connections/recentLogs.ts';
import { Services } from './connections/services.ts';
import { WatchedDomains } from './connections/watchedDomains.ts';
import { Links } from './documents/links.ts';
import { LogDocuments } from './documents/logDocuments.ts';
import { Logs } from './documents/logs.ts';
import { Counts } from './views/counts.ts';
import { DetectionPanels } from './views/detectionPanels.ts';
import { DomainsTree } from './views/domainsTree.ts';
import { Filters } from './views/filters.ts';
import { Lists } from './views/lists.ts';
import { RecentTree } from './views/recentTree.ts';
import type { Place } from './views/serviceDays.ts';

/** Makes the parts and hands them to each other; reads no key and asks no network. */
export function activate(context: vscode.ExtensionContext) {
  const { globalState, secrets, subscriptions, extensionUri, extensionMode } = context;
  const output = vscode.window.createOutputChannel('Partner Logs', { log: true });
  const connections = new ConnectionStore(globalState);
  const keys = new KeyStore(secrets);
  const watched = new WatchedDomains(globalState);
  const marks = new DomainMarks(globalState);
  const recent = new RecentLogs(globalState);
  const services = new Services(connections, keys, output);
  const serviceOf = (connectionId: string) => services.of(connectionId);
  const directory = new DomainDirectory(serviceOf);
  const logs = new Logs(serviceOf);
  const links = new Links(connections);
  const documents = new LogDocuments(logs);

  const pageSize = () => vscode.workspace.getConfiguration('partnerLogs').get<number>('pageSize', 20);
  const filters = new Filters(globalState, (connectionId) => todays.today(connectionId));
  const lists = new Lists({ serviceOf, pageSize, filterOf: (domain) => filters.filter(domain) });
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
  const detectedType = (connectionId: string) => services.detectedType(connectionId);
  const filterNames = (connectionId: string) => services.filterNames(connectionId);
  const tree = new DomainsTree({
    connections,
    lists,
    watched,
    marks,
    todays,
    filters,
    filterNames,
    detectedType,
  });
  const panels = new DetectionPanels({ extensionUri, logs, links, documents });

  const refresh = async () => {
    directory.clear();
    await tree.change(undefined, async () => {
      await Promise.all([lists.refresh(), counts.refresh()]);
    });
    panels.refresh();
  };
  const forget = () => {
    logs.clear();
    directory.clear();
    lists.reset();
    tree.reset();
    counts.forget();
    panels.refresh();
  };
  const nameOf = ({ connectionId, key }: LogTarget) => loadedName(connectionId, key.domain);
  const ask = new Ask({ connections, directory });
  const lookUp = new LookUp({ connections, services, directory, marks, recent, links, ask });

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
    panels,
    documents,
    { dispose: () => closing.abort() },
    new RecentTree(recent, connections),
    services.onDidChange(forget),
    watched.onDidChange(() => tree.redrawDomains()),
    counts.onDidChange(() => tree.redrawDomains()),
    counts.onDidChangeAlarms((count) => tree.showAlarms(count)),
    marks.onDidChange(() => tree.redraw()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && connections.reread()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partnerLogs.pageSize')) {
        lists.reset();
        tree.redraw();
      }
    }),
    vscode.window.registerUriHandler(links),
    vscode.window.registerWebviewPanelSerializer('partnerLogs.detection', panels),
    ...connectionCommands({
      connections,
      keys,
      services,
      watched,
      marks,
      filters,
      ask: (argument) => ask.connection(argument),
    }),
    diagnoseCommand(ask, services),
    ...listCommands({ tree, lists, ask, refresh, output }),
    ...watchCommands(ask, watched),
    ...countsCommands({ ask, watched, nameOf: shownName, panels: () => counts.panels() }),
    ...domainCommands(ask, marks),
    ...filterCommands({ filters, lists, tree, todays, panels, ask }),
    ...searchCommands({
      connections,
      tree,
      lists,
      filters,
      recent,
      serviceOf,
      filterNames,
      detectedType,
      today: (connectionId) => todays.today(connectionId),
      ask,
    }),
    ...logCommands({ panels, recent, lookUp, tree, nameOf }),
    ...documentCommands({ logs, documents, panels, lookUp }),
    ...copyCommands({ logs, panels, lookUp }),
    exportCommand({
      ask,
      tree,
      filters,
      serviceOf,
      filterNames,
      detectedType,
      storage: context.globalStorageUri,
      version: String(context.extension.packageJSON.version),
      closing: closing.signal,
    }),
  );

  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void vscode.commands.executeCommand('partnerLogs.useSampleData');
  }
  return extensionMode === vscode.ExtensionMode.Test
    ? {
        connections,
        links,
        keys,
        watched,
        recent,
        services,
        lists,
        tree,
        counts,
        todays,
        panels,
        documents,
        logs,
      }
    : undefined;
}
