/** The data of a counts panel, which contains only what the service sent, and notes on anything unusual. */
import { addDays, today } from '../service/calendar.ts';
import type { Counts, DateRange, MetricValues } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { sameRange } from './spans.ts';

/** The counts for one day. */
export interface DayRow {
  /** `YYYY-MM-DD` in the service's time zone. */
  readonly date: string;
  /** Undefined if the counts are not reported. */
  readonly values?: MetricValues | undefined;
}

export interface CountsView extends Omit<Counts, 'days'> {
  /** Oldest first: each day of the range, and any other days that were sent. */
  readonly days: readonly DayRow[];
  /** Sentences that might contain text from the service. */
  readonly notes: readonly string[];
}

/** Maximum number of days shown; the service offers at most 123 (section 8). */
const MOST_DAYS = 400;

/** Returns the view of `counts`, which were requested for the range `requested`. */
export function countsView(counts: Counts, requested: DateRange, now: Date): CountsView {
  const { range, timeZone } = counts;
  const values = new Map(counts.days.map((day) => [day.date, day]));
  const dates = [...new Set([...datesOf(range), ...values.keys()])].sort().slice(-MOST_DAYS);
  const notes: string[] = [];
  if (!sameRange(range, requested)) {
    const days = [range.from, range.to, requested.from, requested.to];
    notes.push(t('The service returned counts for {0} to {1} instead of {2} to {3}.', ...days));
  }
  if (timeZone !== '' && !today(timeZone, now).known)
    notes.push(t('The time zone “{0}” is unknown, so “today” is the current day in UTC.', timeZone));
  if (counts.days.length === 0) notes.push(t('The service reported no days in this range.'));
  return { ...counts, days: dates.map((date) => ({ date, values: values.get(date) })), notes };
}

/** Returns the latest days of a range, at most `MOST_DAYS`. */
function datesOf({ from, to }: DateRange): string[] {
  const dates: string[] = [];
  for (let date = to; date >= from && dates.length < MOST_DAYS; date = addDays(date, -1)) dates.push(date);
  return dates;
}
