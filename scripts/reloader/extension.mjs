/** Reloads its window after Partner Logs was rebuilt. F5 loads it along with Partner Logs. */
import { watch } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';

/** Milliseconds without another change after which a build is considered done. */
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
