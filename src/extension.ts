import * as vscode from 'vscode';
import { registerBrowse } from './browse/registerBrowse.ts';
import { OrderedMemento } from './connections/orderedMemento.ts';
import { registerConnections } from './connections/registerConnections.ts';
import { countsModel, registerCounts } from './counts/registerCounts.ts';
import { registerDetection } from './detection/registerDetection.ts';
import { languageModelTools } from './lm/languageModelTools.ts';
import { ReportPreviews } from './share/reportPreviews.ts';
import { lazyCommands } from './ui/lazyCommands.ts';
import { runCommand } from './ui/ownCommands.ts';

/** Makes the parts and hands them to each other; reads no key and asks no network. */
export function activate(context: vscode.ExtensionContext) {
  const { subscriptions, extensionUri } = context;
  const { version, contributes } = context.extension.packageJSON;
  const built = (name: string) => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const workerFile = built('worker.cjs');
  const closing = new AbortController();
  const globalState = new OrderedMemento(context.globalState);
  const output = vscode.window.createOutputChannel('Partner Logs', { log: true });
  const previews = new ReportPreviews();
  subscriptions.push(output, previews, { dispose: () => closing.abort() });

  const stored = registerConnections(context, globalState, output, built('answerWorker.cjs'));
  const model = countsModel(stored.serviceOf);
  const browse = registerBrowse(context, globalState, stored, model);
  const { directory, lists, names, tree } = browse;
  const counts = registerCounts(context, {
    ...model,
    ...stored,
    extensionUri,
    globalState,
    nameOf: (domain) => names.shown(domain),
    openLogs: (domain) => tree.showDomain(domain),
    otherReads: () => tree.checkNew(closing.signal),
  });
  const detection = registerDetection(context, stored, workerFile);

  const refresh = async () => {
    directory.clear();
    // The counts redraw what shows them when they come: read in the background, they may take longer than a person waits.
    void counts.refresh();
    await tree.change(undefined, () => lists.refresh());
    detection.refreshPanels();
  };
  const forget = () => {
    detection.logs.clear();
    directory.clear();
    lists.reset();
    tree.reset();
    counts.forget();
    detection.refreshPanels();
  };
  subscriptions.push(
    stored.services.onDidChange(forget),
    counts.onDidChange(() => tree.redrawDomains()),
    counts.onDidChangeAlarms((count) => tree.showAlarms(count)),
  );

  const parts = {
    ...browse,
    ...detection,
    counts,
    todays: model.todays,
    previews,
    output,
    globalState,
    refresh,
    storage: context.globalStorageUri,
    workerFile,
    exportWorkerFile: built('exportWorker.cjs'),
    version: String(version),
    closing: closing.signal,
  };
  subscriptions.push(
    ...languageModelTools(parts),
    lazyCommands(
      contributes.commands.map(({ command }: { command: string }) => command),
      async () => {
        const loading = [import('./commands.ts'), detection.panels(), detection.links()] as const;
        const [{ registerCommands }, panels, links] = await Promise.all(loading);
        return () => registerCommands({ ...parts, panels, links });
      },
    ),
  );
  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void runCommand('partnerLogs.useSampleData');
  }
  return context.extensionMode === vscode.ExtensionMode.Test ? parts : undefined;
}
