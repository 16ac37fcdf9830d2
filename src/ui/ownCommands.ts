/** The editor's command functions for the commands of the manifest, so that the compiler checks their IDs. */

import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';

type Handler = Parameters<typeof vscode.commands.registerCommand>[1];

/**
 * Registers a command. Skips a command whose ID another extension has taken; its stand-in reported this at activation.
 */
export function registerCommand(id: CommandId, handler: Handler): vscode.Disposable {
  try {
    return vscode.commands.registerCommand(id, handler);
  } catch {
    return { dispose: () => {} };
  }
}

/** Runs a command; resolves with its result. */
export function runCommand<T = unknown>(id: CommandId, ...args: readonly unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(id, ...args);
}

const contexts = new Map<string, boolean>();

/**
 * Sets a context key for the `when` clauses and walkthrough steps in package.json; context keys are initially false.
 */
export function setContext(key: `partnerLogs.${string}`, value = true): void {
  if ((contexts.get(key) ?? false) === value) return;
  contexts.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
