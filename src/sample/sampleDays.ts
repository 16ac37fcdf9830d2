/** Days in the sample service, whose time zone is UTC. A day is represented by the number of days since 1970-01-01. */

export const DAY_MS = 86_400_000;

export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

/** Returns true for Saturdays and Sundays. */
export function isWeekend(day: number): boolean {
  const weekday = (day + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** Returns the first day of the month that is three months before the month of `today` (section 4.2). */
export function firstAllowedDay(today: number): number {
  const date = new Date(today * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 3, 1) / DAY_MS;
}

/** Formats a day as `YYYY-MM-DD`. */
export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a day as `YYYYMMDD`. */
export function compactDate(day: number): string {
  return isoDate(day).replaceAll('-', '');
}

/** Parses `YYYYMMDD`. Returns undefined for other text and for dates that do not exist, such as 20260230. */
export function parseCompactDate(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const day = Date.UTC(Number(year), Number(month) - 1, Number(date)) / DAY_MS;
  return compactDate(day) === text ? day : undefined;
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS`, as in list rows. */
export function logTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}
