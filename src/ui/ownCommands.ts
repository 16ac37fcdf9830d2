/** The editor's commands for those of the manifest: the compiler knows their ids. */
import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';

type Handler = Parameters<typeof vscode.commands.registerCommand>[1];

export function registerCommand(id: CommandId, handler: Handler): vscode.Disposable {
  return vscode.commands.registerCommand(id, handler);
}

/** Runs a command; resolves with what it gives. */
export function runCommand<T = unknown>(id: CommandId, ...args: readonly unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(id, ...args);
}
