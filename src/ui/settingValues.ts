/** Reads a setting whatever it holds: the editor checks what is typed, but accepts any value. */

const MINUTE = 60_000;
/** Minutes of `partnerLogs.refreshInterval` unless set. */
const DEFAULT_INTERVAL = 5;
/** Rows of `partnerLogs.pageSize` unless set. */
const DEFAULT_PAGE_SIZE = 20;

/** Rows a page: a whole number from 10 to 100, the `per_page` that the service takes (section 8). */
export function pageSizeOf(setting: unknown): number {
  const rows = typeof setting === 'number' ? Math.round(setting) : DEFAULT_PAGE_SIZE;
  return Math.min(Math.max(rows, 10), 100);
}

/** Milliseconds between refreshes, from minutes: at least one minute; infinite when they are switched off, with 0 or less. */
export function intervalOf(setting: unknown): number {
  const minutes = typeof setting === 'number' ? setting : DEFAULT_INTERVAL;
  return minutes > 0 ? Math.max(minutes, 1) * MINUTE : Number.POSITIVE_INFINITY;
}

/** Milliseconds after which an answer is old: twice the interval `every`, or twice the usual one when that is infinite. */
export function staleAfterOf(every: number): number {
  return 2 * (Number.isFinite(every) ? every : DEFAULT_INTERVAL * MINUTE);
}

/** Attackers a day from which a domain is a warning; null for never. */
export function warnAboveOf(setting: unknown): number | null {
  return typeof setting === 'number' && setting >= 0 ? setting : null;
}

/** Whose time is first: the service's, or the reader's. */
export function firstTimeOf(setting: unknown): 'service' | 'local' {
  return setting === 'local' ? 'local' : 'service';
}

/** Whether to notify about a domain that reaches the warning level. */
export function notifyOf(setting: unknown): boolean {
  return setting === true;
}
