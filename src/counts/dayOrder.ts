import type { Metric } from '../service/model.ts';
import type { DayRow } from './countsView.ts';

/** The order of the table of days. */
export interface DayOrder {
  readonly by: 'day' | Metric;
  readonly descending: boolean;
}

/** Sorts days, given oldest first. Days without a count are last in either direction. */
export function sortedDays(days: readonly DayRow[], { by, descending }: DayOrder): readonly DayRow[] {
  if (by === 'day') return descending ? days.toReversed() : days;
  return days.toSorted((one, other) => {
    const [left, right] = [one.values?.[by] ?? undefined, other.values?.[by] ?? undefined];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return descending ? right - left : left - right;
  });
}
