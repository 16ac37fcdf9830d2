/**
 * The view model of the counts panel. It contains only data from the service, and notes on anything unusual in a
 * response.
 */

import { addDays, today } from '../service/calendar.ts';
import { type Counts, type DateRange, type DayCounts, METRICS, type MetricValues } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { sameRange } from './countsRange.ts';

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

/** Returns the view of `counts`, which were requested for the range `asked`. */
export function countsView(counts: Counts, asked: DateRange, now: Date): CountsView {
  const values = valuesByDay(counts.days);
  const dates = [...new Set([...datesOf(counts.range), ...values.keys()])].sort();
  const days = dates.map((date) => ({ date, values: values.get(date) }));
  return { ...counts, days: days.slice(-MOST_DAYS), notes: notes(counts, asked, days, now) };
}

/** Returns the counts by day. A count that was sent more than once with different values is unknown. */
export function valuesByDay(days: readonly DayCounts[]): ReadonlyMap<string, MetricValues> {
  const found = new Map<string, MetricValues>();
  for (const { date, ...values } of days) {
    const known = found.get(date) ?? values;
    const agreed = METRICS.map((metric) => [
      metric,
      known[metric] === values[metric] ? values[metric] : null,
    ]);
    found.set(date, Object.fromEntries(agreed) as MetricValues);
  }
  return found;
}

/** Returns the latest days of a range, at most `MOST_DAYS`. */
function datesOf({ from, to }: DateRange): string[] {
  const dates: string[] = [];
  for (let date = to; date >= from && dates.length < MOST_DAYS; date = addDays(date, -1)) dates.push(date);
  return dates;
}

function notes(counts: Counts, asked: DateRange, days: readonly DayRow[], now: Date): string[] {
  const { range, totals, timeZone } = counts;
  const said: string[] = [];
  if (!sameRange(asked, range)) {
    said.push(
      t(
        'The service returned {2} to {3} instead of {0} to {1}. The returned range is shown.',
        asked.from,
        asked.to,
        range.from,
        range.to,
      ),
    );
  }
  if (timeZone !== '' && !today(timeZone, now).known) {
    said.push(t('The time zone “{0}” is unknown, so “today” is the current day in UTC.', timeZone));
  }
  if (counts.days.length === 0) said.push(t('The service reported no days in this range.'));
  const outside = days.filter(({ date }) => date < range.from || date > range.to);
  if (outside.length > 0) said.push(t('The service also sent days outside the range: {0}.', listed(outside)));
  const negative = METRICS.some(
    (metric) => (totals[metric].total ?? 0) < 0 || days.some(({ values }) => (values?.[metric] ?? 0) < 0),
  );
  if (negative) said.push(t('Some counts are negative. They are shown as received.'));
  if (days.length > MOST_DAYS) said.push(t('Only the last {0} days are shown.', MOST_DAYS));
  return said;
}

/** Returns the first few dates of these rows as text. */
function listed(days: readonly DayRow[]): string {
  const dates = days.map(({ date }) => date);
  const first = dates.slice(0, 3).join(', ');
  return dates.length > 3 ? t('{0} and {1} more', first, dates.length - 3) : first;
}
