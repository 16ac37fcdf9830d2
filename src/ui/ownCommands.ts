/** Typed versions of the editor's command functions for the commands in the manifest. The compiler checks the IDs. */

import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { t } from '../text/l10n.ts';

type Handler = Parameters<typeof vscode.commands.registerCommand>[1];

/** The handlers of the commands, which activation registers with the editor. */
export const handlers = new Map<string, Handler>();

/** Sets the handler of a command. */
export function registerCommand(id: CommandId, handler: Handler): vscode.Disposable {
  handlers.set(id, handler);
  return { dispose: () => handlers.delete(id) };
}

/**
 * Registers a command in the menu of a view's rows. While the editor renders rows again, it passes undefined instead of
 * the row. The command then only shows a message, because it would apply to a different row.
 */
export function registerRowCommand(id: CommandId, handler: Handler): vscode.Disposable {
  return registerCommand(id, (...args) => {
    if (args.length === 0 || args[0] !== undefined) return handler(...args);
    const text = t('The row was being updated. Run the command again');
    vscode.window.setStatusBarMessage(`$(info) ${text}`, 5_000);
  });
}

/** Runs a command, and resolves to its result. */
export function runCommand<T = unknown>(id: CommandId, ...args: readonly unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(id, ...args);
}
