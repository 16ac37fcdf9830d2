import * as vscode from 'vscode';
import { registerBrowse } from './browse/registerBrowse.ts';
import { OrderedMemento } from './connections/orderedMemento.ts';
import type { RecentLog } from './connections/recentLogs.ts';
import { registerConnections } from './connections/registerConnections.ts';
import { countsModel, registerCounts } from './counts/registerCounts.ts';
import { registerDetection } from './detection/registerDetection.ts';
import { FoundRows } from './lm/foundRows.ts';
import { reportGone } from './share/reportGone.ts';
import type { ReportPreviews } from './share/reportPreviews.ts';
import { registerTable } from './table/registerTable.ts';
import type { TreeNode } from './targets/nodes.ts';
import { useLanguage } from './text/l10n.ts';
import { editorLanguage } from './ui/editorLanguage.ts';
import type { RegisterOptional } from './ui/optional.ts';
import type { RecordedOutput } from './ui/recordedOutput.ts';

/** What was registered at activation, for the parts that it shows or that write to it. */
export interface Registered {
  readonly output: RecordedOutput;
  readonly optional: RegisterOptional;
  readonly previews: ReportPreviews;
  readonly views: {
    readonly domains: vscode.TreeView<TreeNode>;
    readonly recent: vscode.TreeView<RecentLog>;
  };
}

/** The parts of a window, one of each. */
export type WindowParts = ReturnType<typeof createParts>;

/** Makes the parts and hands them to each other; reads no key and asks no network. */
export function createParts(context: vscode.ExtensionContext, registered: Registered) {
  useLanguage(editorLanguage());
  const { subscriptions, extensionUri } = context;
  const { output, optional, previews, views } = registered;
  const built = (name: string) => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const workerFile = built('worker.cjs');
  const closing = new AbortController();
  const globalState = new OrderedMemento(context.globalState);
  subscriptions.push({ dispose: () => closing.abort() });

  const stored = registerConnections(context, globalState, { output, optional }, built('answerWorker.cjs'));
  const model = countsModel(stored.serviceOf);
  const browse = registerBrowse(context, globalState, stored, model, views);
  const { directory, lists, names, tree } = browse;
  const counts = registerCounts(context, {
    ...model,
    ...stored,
    extensionUri,
    globalState,
    nameOf: (domain) => names.shown(domain),
    openLogs: (domain) => tree.showDomain(domain),
    otherReads: async () => {
      const inTables = await ifTables((loaded) => loaded.checkNew(closing.signal));
      return (await tree.checkNew(closing.signal)) && inTables !== false;
    },
  });
  const detection = registerDetection(context, stored, {
    workerFile,
    nameOf: (domain) => names.known(domain),
    firstTime: () => browse.firstTime(),
    onZone: (domain, zone) => {
      if (model.days.learnFirst(domain, zone)) tree.redrawDomains();
    },
  });

  const { tables, ifLoaded: ifTables } = registerTable(context, async () => {
    const loading = [import('./table/tablePanels.ts'), detection.panels()] as const;
    const [{ TablePanels }, panels] = await Promise.all(loading);
    return new TablePanels({ ...browse, extensionUri, globalState, panels, closing: closing.signal });
  });

  const refresh = async () => {
    directory.clear();
    // The counts redraw what shows them when they come: read in the background, they may take longer than a person waits.
    void counts.refresh();
    await tree.change(undefined, () => lists.refresh());
    detection.refreshPanels();
    void ifTables((loaded) => loaded.reload());
  };
  const rows = new FoundRows();
  const forget = () => {
    detection.logs.clear();
    rows.clear();
    directory.clear();
    lists.reset();
    tree.reset();
    counts.forget();
    detection.refreshPanels();
    void ifTables((loaded) => loaded.reload());
  };
  subscriptions.push(
    stored.services.onDidChange(forget),
    counts.onDidChange(() => tree.redrawDomains()),
    counts.onDidChangeAlarms((count) => tree.showAlarms(count)),
  );

  return {
    ...browse,
    ...detection,
    counts,
    todays: model.todays,
    tables,
    rows,
    previews,
    reportGone,
    output,
    globalState,
    refresh,
    storage: context.globalStorageUri,
    workerFile,
    exportWorkerFile: built('exportWorker.cjs'),
    version: String(context.extension.packageJSON.version),
    closing: closing.signal,
  };
}
