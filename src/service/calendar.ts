/**
 * Days in the service's time zone, as `YYYY-MM-DD`. Contains only pure functions, which use neither the clock nor the
 * computer's time zone.
 */
import { clockIn } from '../text/zonedTime.ts';
import type { DateFormat } from './differences.ts';

/**
 * Returns the date of `now` in `zone`, or in UTC if this computer does not know that time zone.
 * @param zone an IANA name or an offset, as the service sends it in `timezone`
 */
export function today(zone: string, now: Date): { readonly day: string; readonly known: boolean } {
  const clock = clockIn(zone, now.getTime());
  return { day: (clock ?? now.toISOString()).slice(0, 10), known: clock !== undefined };
}

/**
 * Returns the first day that the counts endpoint serves: the first day of the month that is three months before the
 * month of `day` (section 8).
 */
export function firstAllowedDay(day: string): string {
  const [year, month] = partsOf(day);
  return isoDay(new Date(Date.UTC(year, month - 1 - 3, 1)));
}

/** Returns the date that is `days` after `day`, or before it if negative. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day);
  return isoDay(new Date(Date.UTC(year, month - 1, date + days)));
}

/**
 * Formats a day for a request. If the format includes the time, uses the first second of the day or, for the `end` of a
 * range, the last second.
 */
export function formatDay(day: string, format: DateFormat, edge: 'start' | 'end' = 'start'): string {
  const second = `${day}T${edge === 'start' ? '00:00:00' : '23:59:59'}Z`;
  const [YYYY, MM, DD, HH, mm, ss] = second.split(/\D/);
  const parts: Readonly<Record<string, string | undefined>> = { YYYY, MM, DD, HH, mm, ss };
  return format.replace(/YYYY|MM|DD|HH|mm|ss/g, (part) => parts[part] ?? part);
}

/** Parses `YYYYMMDD` or `YYYY-MM-DD`; returns undefined for any other text and for dates that do not exist. */
export function parseDay(text: string): string | undefined {
  const match = /^(\d{4})(-?)(\d{2})\2(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const day = `${match[1]}-${match[3]}-${match[4]}`;
  return Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day ? undefined : day;
}

/** Parses a day from a response in any of the date formats, with or without a time. */
export function parseSentDay(sent: string): string | undefined {
  const compact = sent.replace(/^(\d{4})([-/.])(\d{2})\2(\d{2})/, '$1$3$4');
  return /^\d{8}(?:$|[T ]\d{2}:\d{2}|\d{6}$)/.test(compact) ? parseDay(compact.slice(0, 8)) : undefined;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}

/** Returns the day of a time in UTC as `YYYY-MM-DD`. */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
