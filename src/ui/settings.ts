/** The user's settings. They can have any type, because the editor also saves invalid values. */
import * as vscode from 'vscode';

const MINUTE = 60_000;
/** The default value of `partnerLogs.refreshInterval`, in minutes. */
const DEFAULT_INTERVAL = 5;

function setting(id: `partnerLogs.${string}`): unknown {
  return vscode.workspace.getConfiguration().get(id);
}

function numberSetting(id: `partnerLogs.${string}`, fallback: number): number {
  const value = setting(id);
  return typeof value === 'number' ? value : fallback;
}

/** Returns the number of rows per page, an integer from 10 to 100, which is the range of `per_page` (section 8). */
export function pageSize(): number {
  return Math.min(Math.max(Math.round(numberSetting('partnerLogs.pageSize', 20)), 10), 100);
}

/**
 * Returns the refresh interval in milliseconds: at least one minute, or infinite if a value of 0 or less turns off
 * refreshing.
 */
export function refreshInterval(): number {
  const minutes = numberSetting('partnerLogs.refreshInterval', DEFAULT_INTERVAL);
  return minutes > 0 ? Math.max(minutes, 1) * MINUTE : Number.POSITIVE_INFINITY;
}

/**
 * Returns the time in milliseconds after which a response is stale: twice the refresh interval, or twice the default
 * interval if refreshing is turned off.
 */
export function staleAfter(): number {
  const interval = refreshInterval();
  return 2 * (Number.isFinite(interval) ? interval : DEFAULT_INTERVAL * MINUTE);
}

/** Returns the number of attackers per day at which the status bar warns, or null if there is no such level. */
export function warnAbove(): number | null {
  const level = numberSetting('partnerLogs.statusBar.warnAbove', -1);
  return level >= 0 ? level : null;
}

/** Returns which time to show first: the service's time or local time. */
export function firstTime(): 'service' | 'local' {
  return setting('partnerLogs.timeZone') === 'local' ? 'local' : 'service';
}

/** Returns the names whose values reports show. */
export function shownNames(): readonly string[] {
  const value = setting('partnerLogs.report.shownNames');
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
