/**
 * The times of log rows, `YYYY-MM-DD HH:MM:SS` without a zone, in the service's zone and in the reader's. A time is
 * converted only where the service has named a zone that is known here.
 */

import { t } from './l10n.ts';

/** How times are shown. */
export interface TimeStyle {
  /** The zone that the service's answers named, as sent; undefined while they named none. */
  readonly zone: string | undefined;
  /** Whose time is first. */
  readonly first: 'service' | 'local';
}

/** Times of a service that named no zone. */
export const AS_SENT: TimeStyle = { zone: undefined, first: 'service' };

const DAY = 86_400_000;

/** Milliseconds of `YYYY-MM-DD HH:MM:SS` as if it were UTC; undefined for anything else. */
export function parseClock(time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  const iso = `${time.replace(' ', 'T')}Z`;
  const local = Date.parse(iso);
  return Number.isNaN(local) || new Date(local).toISOString() !== iso.replace('Z', '.000Z')
    ? undefined
    : local;
}

/**
 * Returns what the clocks of a zone show, as `YYYY-MM-DD HH:MM:SS`; undefined for a zone that is unknown here.
 *
 * @param zone an IANA name or an offset; undefined for the reader's zone
 */
export function clockIn(zone: string | undefined, instant: number): string | undefined {
  try {
    return formatOf(zone).format(instant);
  } catch {
    return undefined;
  }
}

/**
 * Returns the instants, in milliseconds since 1970, at which the clocks of `zone` show `time`: none when they skip it, two
 * when they are set back over it. Undefined when `time` is not such a time, or the zone is unknown here.
 */
export function instantsOf(time: string, zone: string): readonly number[] | undefined {
  const local = parseClock(time);
  if (local === undefined) return undefined;
  const clock = (instant: number) => parseClock(clockIn(zone, instant) ?? '');
  const [before, after] = [clock(local - DAY), clock(local + DAY)];
  if (before === undefined || after === undefined) return undefined;
  const offsets = new Set([before - (local - DAY), after - (local + DAY)]);
  return [...offsets].map((offset) => local - offset).filter((instant) => clock(instant) === local);
}

/**
 * Returns the reader's time for a row's, as `YYYY-MM-DD HH:MM:SS`, or both that it may be, with “or” between them. Undefined
 * where it cannot be told, and where the reader's clocks show the same.
 *
 * @param readerZone the reader's zone, unless it is that of this machine
 */
export function readerTime(time: string, zone: string | undefined, readerZone?: string): string | undefined {
  const instants = zone === undefined ? [] : (instantsOf(time, zone) ?? []);
  const [one, other] = instants.map((instant) => clockIn(readerZone, instant));
  const times = one !== undefined && other !== undefined ? t('{0} or {1}', one, other) : one;
  return times === time ? undefined : times;
}

/** A row's time on the clock that is first, and what that clock shows now; undefined where the service's zone is unknown. */
export function firstClock(time: string, { zone, first }: TimeStyle, now: number) {
  const reader = first === 'local' ? readerTime(time, zone) : undefined;
  const today = zone === undefined ? undefined : clockIn(reader ? undefined : zone, now);
  return { clock: reader ?? time, today };
}

/** A row's time for a narrow list: the hour alone if it is today where the zone is known, else without this year. */
export function rowTime(time: string, style: TimeStyle, now = Date.now()): string {
  const { clock, today } = firstClock(time, style, now);
  if (today === undefined || clock.length !== today.length) return shortTime(clock);
  return clock.slice(0, 10) === today.slice(0, 10) && parseClock(clock) !== undefined
    ? clock.slice(11, 16)
    : shortTime(clock, Number(today.slice(0, 4)));
}

/** The same with the other time beside it, where there is no tooltip for it: `07:03 (23:03 here)`. */
export function rowTimes(time: string, { zone, first }: TimeStyle, now = Date.now()): string {
  const service = rowTime(time, { zone, first: 'service' }, now);
  if (readerTime(time, zone) === undefined) return service;
  const reader = rowTime(time, { zone, first: 'local' }, now);
  return first === 'service' ? t('{0} ({1} here)', service, reader) : `${reader} (${service} ${zone})`;
}

/** A row's time in full: the service's with its zone, and the reader's beside it, in the order of `first`. */
export function wholeTime(time: string, { zone, first }: TimeStyle): string {
  if (zone === undefined) return time;
  if (clockIn(zone, 0) === undefined) return t('{0} (the time zone “{1}” is unknown here)', time, zone);
  const reader = readerTime(time, zone);
  const times = [`${time} (${zone})`, ...(reader === undefined ? [] : [t('{0} here', reader)])];
  return (first === 'local' ? times.toReversed() : times).join(', ');
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Making one takes longer than using it a hundred times. */
function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    if (formats.size > 20) formats.clear();
    formats.set(zone, format);
  }
  return format;
}

/**
 * Shortens the time of a log row for a narrow list. The year stays when it is not `year`; a text that is not
 * `YYYY-MM-DD HH:MM:SS` is returned as it was sent.
 * @example shortTime('2026-11-21 07:03:12', 2026) // '11-21 07:03'
 */
export function shortTime(time: string, year = new Date().getFullYear()): string {
  const parts = /^(\d{4})-(\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/.exec(time);
  if (!parts?.[2]) return time;
  return Number(parts[1]) === year ? parts[2] : `${parts[1]}-${parts[2]}`;
}
