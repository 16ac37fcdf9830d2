/**
 * The times of log rows, `YYYY-MM-DD HH:MM:SS` without a zone, in the service's zone and in the local zone. A time is
 * converted only when the service has named a time zone that is known on this computer.
 */

import { t } from './l10n.ts';

/** How times are shown. */
export interface TimeStyle {
  /** The time zone that the service's responses named, as sent; undefined until one is named. */
  readonly zone: string | undefined;
  /** The time to show first. */
  readonly first: 'service' | 'local';
}

/** The style for a service that named no time zone. */
export const AS_SENT: TimeStyle = { zone: undefined, first: 'service' };

const DAY = 86_400_000;

/** Returns the milliseconds of `YYYY-MM-DD HH:MM:SS` as if it were UTC; undefined for any other text. */
export function parseClock(time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  const iso = `${time.replace(' ', 'T')}Z`;
  const local = Date.parse(iso);
  return Number.isNaN(local) || new Date(local).toISOString() !== iso.replace('Z', '.000Z')
    ? undefined
    : local;
}

/**
 * Returns the wall clock time of a zone as `YYYY-MM-DD HH:MM:SS`; undefined for a zone that is unknown on this
 * computer.
 * @param zone an IANA name or an offset; undefined for the local zone
 */
export function clockIn(zone: string | undefined, instant: number): string | undefined {
  try {
    return formatOf(zone).format(instant);
  } catch {
    return undefined;
  }
}

/**
 * Returns the instants, in milliseconds since 1970, at which the clocks of `zone` show `time`: none when they skip it,
 * two when they are set back over it. Undefined when `time` does not have that format, or the zone is unknown on this
 * computer.
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
 * Returns the local time for a row's, as `YYYY-MM-DD HH:MM:SS`, or both possible times with “or” between them.
 * Undefined when it cannot be determined, and when the local clock shows the same time.
 * @param readerZone the local zone, unless it is that of this computer
 */
export function readerTime(time: string, zone: string | undefined, readerZone?: string): string | undefined {
  const instants = zone === undefined ? [] : (instantsOf(time, zone) ?? []);
  const [one, other] = instants.map((instant) => clockIn(readerZone, instant));
  const times = one !== undefined && other !== undefined ? t('{0} or {1}', one, other) : one;
  return times === time ? undefined : times;
}

/**
 * Returns a row's time on the clock to show first, and the current time on that clock; undefined when the service's
 * zone is unknown.
 */
export function firstClock(time: string, { zone, first }: TimeStyle, now: number) {
  const reader = first === 'local' ? readerTime(time, zone) : undefined;
  const today = zone === undefined ? undefined : clockIn(reader ? undefined : zone, now);
  return { clock: reader ?? time, today };
}

/**
 * Returns a row's time for a narrow list: the time alone if it is today and the zone is known; otherwise, without the
 * current year.
 */
export function rowTime(time: string, style: TimeStyle, now = Date.now()): string {
  const { clock, today } = firstClock(time, style, now);
  if (today === undefined || clock.length !== today.length) return shortTime(clock);
  return clock.slice(0, 10) === today.slice(0, 10) && parseClock(clock) !== undefined
    ? clock.slice(11, 16)
    : shortTime(clock, Number(today.slice(0, 4)));
}

/** Like `rowTime`, with the other time next to it, for places without a tooltip: `07:03 (23:03 here)`. */
export function rowTimes(time: string, { zone, first }: TimeStyle, now = Date.now()): string {
  const service = rowTime(time, { zone, first: 'service' }, now);
  if (readerTime(time, zone) === undefined) return service;
  const reader = rowTime(time, { zone, first: 'local' }, now);
  return first === 'service'
    ? t('{0} ({1} on this computer)', service, reader)
    : `${reader} (${service} ${zone})`;
}

/** Returns a row's full time: the service's with its zone, and the local one, in the order of `first`. */
export function wholeTime(time: string, { zone, first }: TimeStyle): string {
  if (zone === undefined) return time;
  if (clockIn(zone, 0) === undefined)
    return t('{0} (the time zone “{1}” is unknown on this computer)', time, zone);
  const reader = readerTime(time, zone);
  const times = [`${time} (${zone})`, ...(reader === undefined ? [] : [t('{0} on this computer', reader)])];
  return (first === 'local' ? times.toReversed() : times).join(', ');
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Creating a formatter takes longer than using it a hundred times. */
function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    // Swedish formats dates like ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    if (formats.size > 20) formats.clear();
    formats.set(zone, format);
  }
  return format;
}

/**
 * Shortens the time of a log row for a narrow list. The year stays when it is not `year`; a text that is not
 * `YYYY-MM-DD HH:MM:SS` is returned unchanged.
 * @example shortTime('2026-11-21 07:03:12', 2026) // '11-21 07:03'
 */
export function shortTime(time: string, year = new Date().getFullYear()): string {
  const parts = /^(\d{4})-(\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/.exec(time);
  if (!parts?.[2]) return time;
  return Number(parts[1]) === year ? parts[2] : `${parts[1]}-${parts[2]}`;
}
