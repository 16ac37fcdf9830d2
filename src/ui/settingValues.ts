/** Converts the values of settings. They can have any type, because the editor also saves invalid values. */

const MINUTE = 60_000;
/** The default value of `partnerLogs.refreshInterval`, in minutes. */
const DEFAULT_INTERVAL = 5;
/** The default value of `partnerLogs.pageSize`, in rows. */
const DEFAULT_PAGE_SIZE = 20;

/** Returns the number of rows per page, an integer from 10 to 100, which is the range of `per_page` (section 8). */
export function pageSizeOf(setting: unknown): number {
  const rows = typeof setting === 'number' ? Math.round(setting) : DEFAULT_PAGE_SIZE;
  return Math.min(Math.max(rows, 10), 100);
}

/**
 * Converts the refresh interval from minutes to milliseconds. The result is at least one minute, or infinite if a value
 * of 0 or less turns off refreshing.
 */
export function intervalOf(setting: unknown): number {
  const minutes = typeof setting === 'number' ? setting : DEFAULT_INTERVAL;
  return minutes > 0 ? Math.max(minutes, 1) * MINUTE : Number.POSITIVE_INFINITY;
}

/**
 * Returns the time in milliseconds after which a response is stale: twice the refresh interval, or twice the default
 * interval if refreshing is turned off.
 */
export function staleAfterOf(every: number): number {
  return 2 * (Number.isFinite(every) ? every : DEFAULT_INTERVAL * MINUTE);
}

/**
 * Returns the number of attackers per day at which a domain reaches the warning level, or null if there is no such
 * level.
 */
export function warnAboveOf(setting: unknown): number | null {
  return typeof setting === 'number' && setting >= 0 ? setting : null;
}

/** Returns which time to show first: the service's time or local time. */
export function firstTimeOf(setting: unknown): 'service' | 'local' {
  return setting === 'local' ? 'local' : 'service';
}

/** Returns the names whose values reports show. */
export function shownNamesOf(setting: unknown): readonly string[] {
  return Array.isArray(setting) ? setting.filter((name) => typeof name === 'string') : [];
}
