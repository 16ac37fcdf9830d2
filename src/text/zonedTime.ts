/**
 * Shows the times of log rows, which are sent as `YYYY-MM-DD HH:MM:SS` without a time zone, in the service's time zone
 * and in the local time zone. A time is converted only if the service has specified a time zone that this computer
 * supports.
 */

import { t } from './l10n.ts';

export interface TimeStyle {
  /** The time zone specified in the service's responses, as sent; undefined until one is specified. */
  readonly zone: string | undefined;
  /** The time to show first. */
  readonly first: 'service' | 'local';
}

const DAY = 86_400_000;

/**
 * Converts `YYYY-MM-DD HH:MM:SS` to milliseconds since 1970 as if it were UTC. Returns undefined for any other text.
 */
export function parseClock(time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  const iso = `${time.replace(' ', 'T')}Z`;
  const local = Date.parse(iso);
  return Number.isNaN(local) || new Date(local).toISOString() !== iso.replace('Z', '.000Z')
    ? undefined
    : local;
}

/**
 * Returns the wall clock time in a time zone as `YYYY-MM-DD HH:MM:SS`, or undefined if this computer does not support
 * the time zone.
 * @param zone an IANA name or an offset; undefined for the local time zone
 */
export function clockIn(zone: string | undefined, instant: number): string | undefined {
  try {
    return formatOf(zone)?.format(instant);
  } catch {
    return undefined;
  }
}

/**
 * Returns the instants, in milliseconds since 1970, at which clocks in `zone` show `time`: none if the clocks skip it,
 * and two if they show it twice. Returns undefined if `time` is not `YYYY-MM-DD HH:MM:SS` or this computer does not
 * support the time zone.
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
 * Converts a row's time to local time, as `YYYY-MM-DD HH:MM:SS`. If two local times are possible, returns both with
 * "or" between them. Returns undefined if the local time is unknown or is the same as the row's time.
 * @param readerZone the local time zone; defaults to this computer's
 */
export function readerTime(time: string, zone: string | undefined, readerZone?: string): string | undefined {
  const instants = zone === undefined ? [] : (instantsOf(time, zone) ?? []);
  const [one, other] = instants.map((instant) => clockIn(readerZone, instant));
  const times = one !== undefined && other !== undefined ? t('{0} or {1}', one, other) : one;
  return times === time ? undefined : times;
}

/**
 * Returns a row's time in the time zone to show first, and `today`, the current time in that time zone, which is
 * undefined if the service's time zone is unknown.
 */
export function firstClock(time: string, { zone, first }: TimeStyle, now: number) {
  const reader = first === 'local' ? readerTime(time, zone) : undefined;
  const today = zone === undefined ? undefined : clockIn(reader ? undefined : zone, now);
  return { clock: reader ?? time, today };
}

/**
 * Returns a row's time for a narrow list: only the time if the date is today and the time zone is known; otherwise, the
 * date and time, without the year if it is the current year.
 */
export function rowTime(time: string, style: TimeStyle, now = Date.now()): string {
  const { clock, today } = firstClock(time, style, now);
  if (today === undefined || clock.length !== today.length) return shortTime(clock);
  return clock.slice(0, 10) === today.slice(0, 10) && parseClock(clock) !== undefined
    ? clock.slice(11, 16)
    : shortTime(clock, Number(today.slice(0, 4)));
}

/**
 * Like `rowTime`, but also includes the time in the other time zone, for UI without a tooltip: `07:03 (23:03 here)`.
 */
export function rowTimes(time: string, { zone, first }: TimeStyle, now = Date.now()): string {
  const service = rowTime(time, { zone, first: 'service' }, now);
  if (readerTime(time, zone) === undefined) return service;
  const reader = rowTime(time, { zone, first: 'local' }, now);
  return first === 'service'
    ? t('{0} ({1} on this computer)', service, reader)
    : `${reader} (${service} ${zone})`;
}

/**
 * Returns a row's full time: the service's time with its time zone, and the local time, in the order given by `first`.
 */
export function wholeTime(time: string, { zone, first }: TimeStyle): string {
  if (zone === undefined) return time;
  if (clockIn(zone, 0) === undefined)
    return t('{0} (the time zone “{1}” is unknown on this computer)', time, zone);
  const reader = readerTime(time, zone);
  const times = [`${time} (${zone})`, ...(reader === undefined ? [] : [t('{0} on this computer', reader)])];
  return (first === 'local' ? times.toReversed() : times).join(', ');
}

/** The formatters by time zone; undefined for time zones that this computer does not support. */
const formats = new Map<string | undefined, Intl.DateTimeFormat | undefined>();

/** Returns a cached formatter, because creating one takes longer than using it a hundred times. */
function formatOf(zone: string | undefined): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) {
    if (formats.size > 20) formats.clear();
    // Remains if the constructor throws.
    formats.set(zone, undefined);
    // The Swedish locale formats dates as in ISO 8601.
    const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
    formats.set(zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...style }));
  }
  return formats.get(zone);
}

/**
 * Shortens the time of a log row for a narrow list. The year is omitted if it equals `year`. Text that is not
 * `YYYY-MM-DD HH:MM:SS` is returned unchanged.
 * @example shortTime('2026-11-21 07:03:12', 2026) // '11-21 07:03'
 */
function shortTime(time: string, year = new Date().getFullYear()): string {
  const parts = /^(\d{4})-(\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/.exec(time);
  if (!parts?.[2]) return time;
  return Number(parts[1]) === year ? parts[2] : `${parts[1]}-${parts[2]}`;
}
