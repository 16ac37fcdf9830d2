/** Formats the time of a row to fit the width of a column. Also runs in the browser. */
import { localDate } from '../text/localFormats.ts';
import { firstClock, parseClock, type TimeStyle } from '../text/zonedTime.ts';

/** The part of a time to show: the time of day for today and the date for other days; both; or all of it. */
export type TimeForm = 'brief' | 'short' | 'whole';

/** Returns the form of times that fits a column. @param width in CSS pixels */
export function timeForm(width: number): TimeForm {
  if (width < 100) return 'brief';
  return width < 150 ? 'short' : 'whole';
}

/**
 * Returns a row's time in a form, in the time zone to show first; any other text is returned unchanged.
 * @example timeText('2026-11-22 03:14:21', 'brief', style) // 'Nov 22'; '03:14' on that day, '2026-11' in other years
 */
export function timeText(time: string, form: TimeForm, style: TimeStyle, now = Date.now()): string {
  const { clock, today = '' } = firstClock(time, style, now);
  const instant = parseClock(clock);
  if (form === 'whole' || instant === undefined) return clock;
  if (clock.slice(0, 10) === today.slice(0, 10))
    return form === 'brief' ? clock.slice(11, 16) : clock.slice(11);
  const year = today === '' ? new Date(now).getFullYear() : Number(today.slice(0, 4));
  const isThisYear = Number(clock.slice(0, 4)) === year;
  if (form === 'brief' && !isThisYear) return clock.slice(0, 7);
  return localDate(instant, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    ...(form === 'short' && isThisYear && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
}
