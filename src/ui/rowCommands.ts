import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { t } from '../text/l10n.ts';
import { type Handler, registerCommand } from './ownCommands.ts';

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
