/** Where connections are stored. Loaded on activation, so it imports no other code. */
import * as vscode from 'vscode';

/** The key in global state under which the sample connection and open files are remembered. */
export const OPENED_KEY = 'opened';

/** Returns the user's value of `partnerLogs.connections`; a workspace cannot set it. */
export function connectionsSetting(): unknown {
  return vscode.workspace.getConfiguration('partnerLogs').inspect('connections')?.globalValue;
}

/** Returns true if there are connections to show. */
export function areConnectionsStored(state: vscode.Memento): boolean {
  return connectionsSetting() !== undefined || state.get<readonly string[]>(OPENED_KEY, []).length > 0;
}
