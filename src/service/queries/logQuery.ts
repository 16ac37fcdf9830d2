/**
 * The query that filters a list of detection logs. Stores days by name, so that "today" always refers to the current
 * day. Contains only pure functions.
 */
import { addDays } from '../calendar.ts';
import type { DateRange, LogFilter } from '../model.ts';

/** Named ranges of days; all except `yesterday` end today. */
export const DAY_PRESETS = ['today', 'yesterday', 'last7Days', 'thisMonth'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

export interface LogQuery extends Omit<LogFilter, 'from' | 'to'> {
  /** The days, either by name or as an inclusive range (`YYYY-MM-DD`), in the service's time zone. */
  readonly days?: DayPreset | DateRange;
}

/** Returns the days that a preset covers if today is `today` (`YYYY-MM-DD`). */
export function daysOf(preset: DayPreset, today: string): DateRange {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7Days':
      return { from: addDays(today, -6), to: today };
    case 'thisMonth':
      return { from: `${today.slice(0, 8)}01`, to: today };
  }
}

/** Returns the filter for `query` if today is `today` (`YYYY-MM-DD` in the service's time zone). */
export function filterOn(today: string, { days, ...rest }: LogQuery): LogFilter {
  return { ...rest, ...(typeof days === 'string' ? daysOf(days, today) : days) };
}

/** Returns true if the query contains no filters. */
export function isEmptyQuery(query: LogQuery): boolean {
  return Object.values(query).every((value) => value === undefined);
}
