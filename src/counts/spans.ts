/** Spans of days for the counts: the selectable ones, and the days that they currently cover. Also runs in the browser. */
import { addDays, firstAllowedDay } from '../service/calendar.ts';
import type { DateRange } from '../service/model.ts';
import { t } from '../text/l10n.ts';

/** Spans that move with the current day, in the order they are offered. */
export const PRESETS = ['today', 'last7', 'last30', 'month', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

/** A preset or fixed days. */
export type CountsSpan = Preset | DateRange;

/** Returns the first and last day of `span`, limited to the days that the service provides (section 8). */
export function rangeOf(span: CountsSpan, today: string): DateRange {
  const first = firstAllowedDay(today);
  switch (span) {
    case 'today':
      return { from: today, to: today };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'all':
      return { from: first, to: today };
    default:
      return { from: laterOf(first, span.from), to: laterOf(first, span.to) };
  }
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/**
 * Returns why these days cannot be selected today, or undefined if they can. An invalid date is an empty string, as in
 * a date field.
 */
export function rangeProblem({ from, to }: DateRange, today: string): string | undefined {
  const first = firstAllowedDay(today);
  if (from === '' || to === '') return t('Enter both the first and the last day.');
  if (from < first || to < first) {
    return t('The service has no counts before {0}, the first day of the month three months ago.', first);
  }
  if (from > today || to > today) return t('The last day cannot be after today, {0}.', today);
  return from > to ? t('The first day is after the last day.') : undefined;
}

export function sameRange(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to;
}
