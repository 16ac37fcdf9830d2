/** The context keys that package.json uses to show commands in the Command Palette. */
import type * as vscode from 'vscode';
import { isFile } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import type { TreeNode } from '../connections/nodes.ts';
import type { RecentLog } from '../connections/recentLogs.ts';
import { setContext } from '../ui/ownCommands.ts';
import type { Filters } from './filter/filters.ts';

export interface PaletteContextsOptions {
  readonly connections: ConnectionStore;
  readonly filters: Filters;
  readonly views: {
    readonly domains: vscode.TreeView<TreeNode>;
    readonly recent: vscode.TreeView<RecentLog>;
  };
  /** Returns the log that is selected in a view. */
  readonly selectedLog: () => LogTarget | undefined;
}

/** Sets the context keys and keeps them updated until the returned objects are disposed. */
export function paletteContexts(options: PaletteContextsOptions): vscode.Disposable[] {
  const { connections, filters, views, selectedLog } = options;
  const update = () => {
    const all = connections.list();
    setContext('partnerLogs.connected', all.length > 0);
    setContext('partnerLogs.hasService', !all.every(isFile));
    setContext('partnerLogs.filtered', filters.list().length > 0);
    setContext('partnerLogs.logSelected', selectedLog() !== undefined);
  };
  update();
  return [
    ...[connections, filters].map((each) => each.onDidChange(update)),
    ...[views.domains, views.recent].map((view) => view.onDidChangeSelection(update)),
  ];
}

/** Returns the log that is selected in a view, preferring the tree of domains. */
export function selectedLogIn({ domains, recent }: PaletteContextsOptions['views']): LogTarget | undefined {
  const rows: readonly unknown[] = [...domains.selection, ...recent.selection];
  return rows.find(isLogTarget);
}
