import * as vscode from 'vscode';
import { intervalOf, notifyOf, staleAfterOf, warnAboveOf } from '../ui/settingValues.ts';

/** Attackers a day from which a domain is a warning; null for never. */
export function warnAbove(): number | null {
  return warnAboveOf(vscode.workspace.getConfiguration('partnerLogs').get('statusBar.warnAbove'));
}

/** Whether to tell of a domain that reaches the warning level. */
export function notify(): boolean {
  return notifyOf(vscode.workspace.getConfiguration('partnerLogs').get('statusBar.notify'));
}

/** Milliseconds between refreshes; infinite when they are switched off. */
export function interval(): number {
  return intervalOf(vscode.workspace.getConfiguration('partnerLogs').get('refreshInterval'));
}

/** Milliseconds after which an answer is old. */
export function staleAfter(): number {
  return staleAfterOf(interval());
}
