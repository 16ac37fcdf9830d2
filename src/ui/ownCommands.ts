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
