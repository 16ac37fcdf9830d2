/** Reads settings, which can have any value, because the editor also saves invalid ones. */

const MINUTE = 60_000;
/** The default of `partnerLogs.refreshInterval`, in minutes. */
const DEFAULT_INTERVAL = 5;
/** The default of `partnerLogs.pageSize`, in rows. */
const DEFAULT_PAGE_SIZE = 20;

/**
 * Returns the number of rows per page: an integer from 10 to 100, the `per_page` that the service accepts (section 8).
 */
export function pageSizeOf(setting: unknown): number {
  const rows = typeof setting === 'number' ? Math.round(setting) : DEFAULT_PAGE_SIZE;
  return Math.min(Math.max(rows, 10), 100);
}

/**
 * Converts the refresh interval from minutes to milliseconds. At least one minute; infinite if refreshing is turned off
 * by a value of 0 or less.
 */
export function intervalOf(setting: unknown): number {
  const minutes = typeof setting === 'number' ? setting : DEFAULT_INTERVAL;
  return minutes > 0 ? Math.max(minutes, 1) * MINUTE : Number.POSITIVE_INFINITY;
}

/**
 * Returns the milliseconds after which a response is stale: twice the interval `every`, or twice the default interval
 * if that is infinite.
 */
export function staleAfterOf(every: number): number {
  return 2 * (Number.isFinite(every) ? every : DEFAULT_INTERVAL * MINUTE);
}

/** Returns the daily number of attackers at which a domain reaches the warning level; null for never. */
export function warnAboveOf(setting: unknown): number | null {
  return typeof setting === 'number' && setting >= 0 ? setting : null;
}

/** Returns which time to show first: the service's or the local one. */
export function firstTimeOf(setting: unknown): 'service' | 'local' {
  return setting === 'local' ? 'local' : 'service';
}

/** Returns true if the user wants notifications about domains that reach the warning level. */
export function notifyOf(setting: unknown): boolean {
  return setting === true;
}
