/** Reloads its window when Partner Logs has been rebuilt: loaded with it by F5 and by `npm start -- --watch`. */
import { watch } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';

/** Milliseconds without another change after which a build counts as done. */
const pause = 300;

/** @param {vscode.ExtensionContext} context */
export function activate({ subscriptions }) {
  const extension = vscode.extensions.getExtension('partner-logs.partner-logs');
  if (!extension) return;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const folder of ['dist', 'media']) {
    const watcher = watch(path.join(extension.extensionPath, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => vscode.commands.executeCommand('workbench.action.reloadWindow'), pause);
    });
    subscriptions.push({ dispose: () => watcher.close() });
  }
  subscriptions.push({ dispose: () => clearTimeout(timer) });
}
