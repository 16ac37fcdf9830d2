import * as vscode from 'vscode';

const MINUTE = 60_000;
/** Minutes of `partnerLogs.refreshInterval` unless set. */
const DEFAULT_INTERVAL = 5;

/** Attackers a day from which a domain is a warning; null for never. */
export function warnAbove(): number | null {
  return vscode.workspace.getConfiguration('partnerLogs').get<number | null>('statusBar.warnAbove', null);
}

/** Whether to tell of a domain that reaches the warning level. */
export function notify(): boolean {
  return vscode.workspace.getConfiguration('partnerLogs').get<boolean>('statusBar.notify', false);
}

/** Milliseconds between refreshes; infinite when they are switched off. */
export function interval(): number {
  const minutes = vscode.workspace
    .getConfiguration('partnerLogs')
    .get<number>('refreshInterval', DEFAULT_INTERVAL);
  return minutes > 0 ? minutes * MINUTE : Number.POSITIVE_INFINITY;
}

/** Twice the interval: milliseconds after which an answer is old. */
export function staleAfter(): number {
  const every = interval();
  return 2 * (Number.isFinite(every) ? every : DEFAULT_INTERVAL * MINUTE);
}
