/** The context keys that package.json uses. */
import * as vscode from 'vscode';
import type { App, Registered } from '../app.ts';
import { isFile } from '../connections/connection.ts';
import { isLogTarget, type LogTarget } from '../connections/logTarget.ts';

/** Sets the keys that show commands in the Command Palette, and keeps them updated until the objects are disposed of. */
export function paletteContexts(
  { connections, filters, selectedLog }: App,
  views: Registered['views'],
): vscode.Disposable[] {
  const set = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  const update = () => {
    const all = connections.list();
    set('partnerLogs.connected', all.length > 0);
    set('partnerLogs.hasService', !all.every(isFile));
    set('partnerLogs.filtered', filters.list().length > 0);
    set('partnerLogs.logSelected', selectedLog() !== undefined);
  };
  update();
  return [
    ...[connections, filters].map((each) => each.onDidChange(update)),
    ...[views.domains, views.recent].map((view) => view.onDidChangeSelection(update)),
  ];
}

/** Returns the log that is selected in a view, preferring the tree of domains. */
export function selectedLogIn({ domains, recent }: Registered['views']): LogTarget | undefined {
  const rows: readonly unknown[] = [...domains.selection, ...recent.selection];
  return rows.find(isLogTarget);
}
