/** Display names and formats of the counts. Also runs in the browser. */
import type { Metric } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';
import { localDate, localNumber } from '../text/localFormats.ts';

export const METRIC_NAMES: Readonly<Record<Metric, Message>> = {
  visitors: message('Visitors'),
  attackers: message('Attackers'),
  maliciousIps: message('Malicious IPs'),
  bots: message('Bots'),
};

/** Formats a count; one that is not known is `–`, never 0. */
export function countText(count: number | null): string {
  return count === null ? '–' : localNumber(count);
}

/** Formats a number for an axis, such as `3M`. */
export function shortNumber(number: number): string {
  return localNumber(number, { notation: 'compact', maximumFractionDigits: 1 });
}

/** Returns the day, with the service's time zone if it specified one. */
export function dayInZone(day: string, timeZone: string | undefined): string {
  return timeZone ? `${day} (${timeZone})` : day;
}

export function weekday(date: string): string {
  return localDate(Date.parse(date), { weekday: 'short', timeZone: 'UTC' });
}

export function monthDay(date: string): string {
  return localDate(Date.parse(date), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Formats the time in the local time zone and the user's language, with the date unless it is today. */
export function clock(time: Date, now: Date): string {
  const isToday = time.toDateString() === now.toDateString();
  return localDate(time.getTime(), {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
