/** The data of a counts panel, and the messages between it and the extension. */
import * as v from 'valibot';
import { addDays, parseDay, today } from '../service/calendar.ts';
import type { Counts, DateRange, MetricValues } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { COMMON_MESSAGE, type PanelFailure, readerOf, STORED_DOMAIN } from '../ui/panelMessages.ts';
import { type CountsSpan, PRESETS, sameRange } from './spans.ts';

const day = v.pipe(
  v.string(),
  v.check((text) => parseDay(text) === text),
);
const span = v.union([v.picklist(PRESETS), v.strictObject({ from: day, to: day })]);

const fromPanel = v.variant('type', [
  COMMON_MESSAGE,
  /** Selects a different range of days. */
  v.strictObject({ type: v.literal('choose'), span }),
  /** Opens the logs of this panel's domain, of one day or of all. */
  v.strictObject({ type: v.literal('openLogs'), day: v.optional(day) }),
]);
export type CountsFromPanel = v.InferOutput<typeof fromPanel>;

/** Validates a message from a panel. Returns undefined for any other value. */
export const readFromCountsPanel = readerOf(fromPanel);

const stored = v.object({ ...STORED_DOMAIN.entries, span });

/** The state of a panel that the editor stores on disk. */
export type CountsStored = v.InferOutput<typeof stored>;

/** Returns the stored state, or undefined for any other value. */
export const readCountsStored = readerOf(stored);

export interface CountsPanelState {
  /** Undefined if the domain is no longer known. */
  readonly domain?: {
    /** The domain's name, with the connection's if there are several. */
    readonly title: string;
    readonly span: CountsSpan;
    /** The days that the span currently covers. */
    readonly chosen: DateRange;
    /** The selectable days, ending with today. */
    readonly allowed: DateRange;
    readonly isReading: boolean;
  };
  /** The counts; undefined while they are read for the first time. */
  readonly counts?: {
    readonly view: CountsView;
    readonly asOf: string;
    /** Why the last refresh failed. */
    readonly problem?: string;
  };
  /** The reason that there is nothing to show. */
  readonly failure?: PanelFailure;
}

export interface ToCountsPanel {
  readonly state: CountsPanelState;
  readonly stored?: CountsStored;
}

/** The counts for one day. */
export interface DayRow {
  /** `YYYY-MM-DD` in the service's time zone. */
  readonly date: string;
  /** Undefined if the counts are not reported. */
  readonly values?: MetricValues | undefined;
}

/** Contains only what the service sent, and notes on anything unusual. */
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
