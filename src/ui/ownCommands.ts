/** The editor's commands for those of the manifest: the compiler knows their ids. */

import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';

type Handler = Parameters<typeof vscode.commands.registerCommand>[1];

/** Registers a command; one whose id another extension has is left out, as its stand-in told at activation. */
export function registerCommand(id: CommandId, handler: Handler): vscode.Disposable {
  try {
    return vscode.commands.registerCommand(id, handler);
  } catch {
    return { dispose: () => {} };
  }
}

/** Runs a command; resolves with what it gives. */
export function runCommand<T = unknown>(id: CommandId, ...args: readonly unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(id, ...args);
}

const told = new Map<string, boolean>();

/** Sets a context key, for the `when` clauses and walkthrough steps of package.json; each starts as false. */
export function tellContext(key: `partnerLogs.${string}`, value = true): void {
  if ((told.get(key) ?? false) === value) return;
  told.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
