/** Reads settings with any value: the editor checks typed values, but accepts all. */

const MINUTE = 60_000;
/** Default of `partnerLogs.refreshInterval`, in minutes. */
const DEFAULT_INTERVAL = 5;
/** Default of `partnerLogs.pageSize`, in rows. */
const DEFAULT_PAGE_SIZE = 20;

/** Returns the rows per page: an integer from 10 to 100, the `per_page` that the service accepts (section 8). */
export function pageSizeOf(setting: unknown): number {
  const rows = typeof setting === 'number' ? Math.round(setting) : DEFAULT_PAGE_SIZE;
  return Math.min(Math.max(rows, 10), 100);
}

/**
 * Returns the milliseconds between refreshes from minutes: at least one minute; infinite when refreshing is off, with 0
 * or less.
 */
export function intervalOf(setting: unknown): number {
  const minutes = typeof setting === 'number' ? setting : DEFAULT_INTERVAL;
  return minutes > 0 ? Math.max(minutes, 1) * MINUTE : Number.POSITIVE_INFINITY;
}

/**
 * Returns the milliseconds after which a response is stale: twice the interval `every`, or twice the default when that
 * is infinite.
 */
export function staleAfterOf(every: number): number {
  return 2 * (Number.isFinite(every) ? every : DEFAULT_INTERVAL * MINUTE);
}

/** Returns the number of attackers per day from which a domain is a warning; null for never. */
export function warnAboveOf(setting: unknown): number | null {
  return typeof setting === 'number' && setting >= 0 ? setting : null;
}

/** Returns the time to show first: the service's, or the local one. */
export function firstTimeOf(setting: unknown): 'service' | 'local' {
  return setting === 'local' ? 'local' : 'service';
}

/** True to notify about a domain that reaches the warning level. */
export function notifyOf(setting: unknown): boolean {
  return setting === true;
}
