import * as vscode from 'vscode';
import { Ask } from './commands/ask.ts';
import { connectionCommands } from './commands/connectionCommands.ts';
import { copyCommands } from './commands/copyCommands.ts';
import { diagnoseCommand } from './commands/diagnoseCommand.ts';
import { documentCommands } from './commands/documentCommands.ts';
import { domainCommands } from './commands/domainCommands.ts';
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
import { DetectionPanels } from './views/detectionPanels.ts';
import { DomainsTree } from './views/domainsTree.ts';
import { Filters } from './views/filters.ts';
import { Lists } from './views/lists.ts';
import { RecentTree } from './views/recentTree.ts';
import { RefreshTimer } from './views/refreshTimer.ts';
import { StatusBar } from './views/statusBar.ts';
import { TodaysCounts } from './views/todaysCounts.ts';

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
  const todays = new TodaysCounts({
    serviceOf,
    now: () => new Date(),
    onChange: () => {
      statusBar.update();
      tree.redrawDomains();
    },
  });
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
  const statusBar = new StatusBar(watched, todays);
  const panels = new DetectionPanels({ extensionUri, logs, links });
  const refreshTodays = () => todays.refresh(watched.list());
  const closing = new AbortController();
  const timer = new RefreshTimer(async () => {
    const results = await Promise.all([refreshTodays(), tree.checkNew(closing.signal)]);
    return results.every(Boolean);
  });

  const refresh = async () => {
    timer.restart();
    directory.clear();
    await tree.change(undefined, async () => {
      await Promise.all([lists.refresh(), refreshTodays()]);
    });
    panels.refresh();
  };
  const forget = () => {
    logs.clear();
    directory.clear();
    lists.reset();
    tree.reset();
    todays.reset();
    void refreshTodays();
    panels.refresh();
  };
  const nameOf = ({ connectionId, key }: LogTarget) =>
    (
      lists.domains(connectionId).state.items.find(({ index }) => index === key.domain) ??
      directory.known(connectionId, key.domain)
    )?.name;
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
    statusBar,
    panels,
    documents,
    timer,
    { dispose: () => closing.abort() },
    new RecentTree(recent, connections),
    services.onDidChange(forget),
    watched.onDidChange(() => {
      statusBar.update();
      tree.redrawDomains();
      void refreshTodays();
    }),
    marks.onDidChange(() => tree.redraw()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && connections.reread()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partnerLogs.statusBar')) statusBar.update();
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
  );

  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void vscode.commands.executeCommand('partnerLogs.useSampleData');
  }
  return extensionMode === vscode.ExtensionMode.Test
    ? { connections, links, keys, watched, recent, services, lists, tree, todays, panels, logs, statusBar }
    : undefined;
}
