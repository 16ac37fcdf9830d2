/**
 * The view model of the counts panel. It contains only data from the service, and notes on anything unusual in a
 * response.
 */

import { addDays, today } from '../service/calendar.ts';
import { type Counts, type DateRange, type DayCounts, METRICS } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { sameRange } from './countsRange.ts';
import type { DayRow } from './countsTable.ts';

export interface CountsView {
  /** The range of days that the service returned, inclusive. */
  readonly range: DateRange;
  /** The time zone as sent. */
  readonly timeZone: string;
  readonly totals: Counts['totals'];
  /** Oldest first: each day of the range, and any other days that were sent. */
  readonly days: readonly DayRow[];
  /** Sentences that might contain text from the service. */
  readonly notes: readonly string[];
}

/** Maximum number of days shown; the service offers at most 123 (section 8). */
export const MOST_DAYS = 400;

/** Returns the view of `counts`, which were requested for the range `asked`. */
export function countsView(counts: Counts, asked: DateRange, now: Date): CountsView {
  const { range, totals, timeZone } = counts;
  const sent = groupByDate(counts.days);
  const dates = [...new Set([...datesOf(range), ...sent.keys()])].sort();
  const days = dates.flatMap((date) => rowsOf(date, [...(sent.get(date)?.values() ?? [])]));
  return {
    range,
    timeZone,
    totals,
    days: days.slice(-MOST_DAYS),
    notes: notes(counts, asked, days, now),
  };
}

/** Groups days by date, then by counts, so that a day that was sent twice with the same counts appears once. */
function groupByDate(days: readonly DayCounts[]): ReadonlyMap<string, ReadonlyMap<string, DayCounts>> {
  const groups = new Map<string, Map<string, DayCounts>>();
  for (const day of days) {
    const group = groups.get(day.date) ?? new Map<string, DayCounts>();
    group.set(METRICS.map((metric) => day[metric]).join(), day);
    groups.set(day.date, group);
  }
  return groups;
}

/** Returns the latest days of a range, at most `MOST_DAYS`. */
function datesOf({ from, to }: DateRange): string[] {
  const dates: string[] = [];
  for (let date = to; date >= from && dates.length < MOST_DAYS; date = addDays(date, -1)) dates.push(date);
  return dates;
}

function rowsOf(date: string, sent: readonly DayCounts[]): DayRow[] {
  if (sent.length === 0) return [{ date }];
  return sent.map(({ visitors, attackers, maliciousIps, bots }) => ({
    date,
    values: { visitors, attackers, maliciousIps, bots },
    ...(sent.length > 1 && { contradictory: true as const }),
  }));
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
  const contradictory = days.filter((day) => day.contradictory);
  if (contradictory.length > 0) {
    said.push(
      t(
        'Some days were sent more than once with different counts: {0}. The table shows all of them. The charts show none of them.',
        listed(contradictory),
      ),
    );
  }
  const negative = METRICS.some(
    (metric) => totals[metric].total < 0 || days.some(({ values }) => values && values[metric] < 0),
  );
  if (negative) said.push(t('Some counts are negative. They are shown as received.'));
  if (days.length > MOST_DAYS) said.push(t('Only the last {0} days are shown.', MOST_DAYS));
  return said;
}

/** Returns the first few dates of these rows as text. */
function listed(days: readonly DayRow[]): string {
  const dates = [...new Set(days.map(({ date }) => date))];
  const first = dates.slice(0, 3).join(', ');
  return dates.length > 3 ? t('{0} and {1} more', first, dates.length - 3) : first;
}
