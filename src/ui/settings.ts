/** The user's settings. They can have any type, because the editor also saves invalid values. */
import * as vscode from 'vscode';

const MINUTE = 60_000;
/** The default value of `partnerLogs.refreshInterval`, in minutes. */
const DEFAULT_INTERVAL = 5;
/** The default value of `partnerLogs.pageSize`, in rows. */
const DEFAULT_PAGE_SIZE = 20;

function setting(id: `partnerLogs.${string}`): unknown {
  return vscode.workspace.getConfiguration().get(id);
}

/** Returns the number of rows per page, an integer from 10 to 100, which is the range of `per_page` (section 8). */
export function pageSize(): number {
  const value = setting('partnerLogs.pageSize');
  const rows = typeof value === 'number' ? Math.round(value) : DEFAULT_PAGE_SIZE;
  return Math.min(Math.max(rows, 10), 100);
}

/**
 * Returns the refresh interval in milliseconds: at least one minute, or infinite if a value of 0 or less turns off
 * refreshing.
 */
export function refreshInterval(): number {
  const value = setting('partnerLogs.refreshInterval');
  const minutes = typeof value === 'number' ? value : DEFAULT_INTERVAL;
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
  const value = setting('partnerLogs.statusBar.warnAbove');
  return typeof value === 'number' && value >= 0 ? value : null;
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
