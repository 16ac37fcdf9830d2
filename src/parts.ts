import * as vscode from 'vscode';
import { Lazy } from './base/lazy.ts';
import { registerBrowse } from './browse/registerBrowse.ts';
import type { RecentLog } from './connections/recentLogs.ts';
import { registerConnections } from './connections/registerConnections.ts';
import { OrderedMemento } from './connections/sharedList.ts';
import { CountsFeature, countsModel } from './counts/countsFeature.ts';
import { registerDetection } from './detection/registerDetection.ts';
import { FoundRows } from './lm/foundRows.ts';
import type { TreeNode } from './targets/nodes.ts';
import { type Language, useLanguage } from './text/l10n.ts';
import type { RegisterOptional } from './ui/optional.ts';

/** The objects registered at activation, for use by the other parts. */
export interface Registered {
  readonly output: vscode.LogOutputChannel;
  readonly optional: RegisterOptional;
  readonly views: {
    readonly domains: vscode.TreeView<TreeNode>;
    readonly recent: vscode.TreeView<RecentLog>;
  };
}

export type WindowParts = ReturnType<typeof createParts>;

/** Creates and connects the parts. Reads no keys and sends no requests. */
export function createParts(context: vscode.ExtensionContext, registered: Registered) {
  useLanguage(editorLanguage());
  const { subscriptions, extensionUri } = context;
  const { output, optional, views } = registered;
  const built = (name: string) => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const workerFile = built('worker.cjs');
  const closing = new AbortController();
  const globalState = new OrderedMemento(context.globalState);
  subscriptions.push({ dispose: () => closing.abort() });

  const stored = registerConnections(
    context,
    globalState,
    { output, optional },
    { answers: built('answerWorker.cjs'), files: built('fileWorker.cjs') },
  );
  const model = countsModel(stored.serviceOf);
  const browse = registerBrowse(context, globalState, { ...stored, ...model }, views);
  const { directory } = stored;
  const { lists, names, tree } = browse;
  const counts = new CountsFeature({
    ...model,
    ...stored,
    extensionUri,
    nameOf: (domain) => names.shown(domain),
    openLogs: (domain) => tree.showDomain(domain),
    otherReads: async (goOn) => {
      const inTables = await tables.ifLoaded((loaded) => loaded.checkNew(closing.signal));
      return (await tree.checkNew(goOn, closing.signal)) && inTables !== false;
    },
  });
  subscriptions.push(counts);
  const detection = registerDetection(context, stored, {
    workerFile,
    nameOf: (domain) => names.known(domain),
    timeStyle: (domain) => browse.timeStyle(domain),
    findRow: (...args) => browse.logNodes.rowByTime(...args),
    howCommon: (...args) => browse.howCommon.of(...args),
    onZone: (domain, zone) => {
      if (model.days.learnFirst(domain, zone)) tree.redrawDomains();
    },
  });

  const tables = new Lazy(async () => {
    const loading = [import('./table/tablePanels.ts'), detection.panels()] as const;
    const [{ TablePanels }, panels] = await Promise.all(loading);
    const loaded = new TablePanels({
      ...stored,
      ...browse,
      extensionUri,
      globalState,
      panels,
      logs: detection.logs,
      workerFile,
      closing: closing.signal,
    });
    subscriptions.push(loaded);
    return loaded;
  });

  const version = String(context.extension.packageJSON.version);
  const previews = new Lazy(async () => {
    const loading = [import('./share/reportPanels.ts'), detection.links()] as const;
    const [{ ReportPanels }, links] = await Promise.all(loading);
    const { logs } = detection;
    const { services } = stored;
    const loaded = new ReportPanels({
      extensionUri,
      globalState,
      logs,
      links,
      services,
      version,
      workerFile,
    });
    subscriptions.push(loaded);
    return loaded;
  });
  const refreshPanels = () => {
    detection.refreshPanels();
    void previews.ifLoaded((loaded) => loaded.refresh());
  };

  const refresh = async () => {
    directory.clear();
    // Do not wait for the counts. Reading them in the background can take a long time, and their views are
    // updated when they arrive.
    void counts.refresh();
    await tree.change(undefined, () => lists.refresh());
    refreshPanels();
    void tables.ifLoaded((loaded) => loaded.reload());
  };
  const rows = new FoundRows();
  const forget = (changed: ReadonlySet<string>) => {
    detection.logs.clear();
    rows.clear();
    directory.clear();
    lists.reset();
    browse.howCommon.clear();
    tree.reset();
    counts.forget(changed);
    refreshPanels();
    void tables.ifLoaded((loaded) => loaded.forget());
  };
  subscriptions.push(
    stored.services.onDidChange(forget),
    stored.services.onDidIndex((connectionId) => {
      const zone = stored.services.fileIndex(connectionId)?.head.timeZone;
      if (zone) model.days.learnFirst({ connectionId, index: 0 }, zone);
      tree.redraw();
    }),
    counts.onDidChange(() => tree.redrawDomains()),
  );

  return {
    ...stored,
    ...browse,
    ...detection,
    counts,
    todays: model.todays,
    today: (connectionId: string) => model.todays.today(connectionId),
    zone: (domain: Parameters<typeof model.days.zoneOf>[0]) => model.days.zoneOf(domain),
    tables: tables.get,
    rows,
    previews: previews.get,
    previewed: () => previews.loaded?.active,
    output,
    globalState,
    refresh,
    storage: context.globalStorageUri,
    workerFile,
    toolWorkerFile: built('toolWorker.cjs'),
    version,
    closing: closing.signal,
  };
}

/** Returns the editor's language if the extension has a translation for it. */
function editorLanguage(): Language | undefined {
  const texts = vscode.l10n.bundle;
  return texts && { tag: vscode.env.language, texts };
}
