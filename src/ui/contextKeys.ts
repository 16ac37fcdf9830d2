import * as vscode from 'vscode';

const told = new Map<string, boolean>();

/** Sets a context key, for the `when` clauses and walkthrough steps of package.json; each starts as false. */
export function tellContext(key: `partnerLogs.${string}`, value = true): void {
  if ((told.get(key) ?? false) === value) return;
  told.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
