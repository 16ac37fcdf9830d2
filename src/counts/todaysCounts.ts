import type { DomainRef } from '../connections/domainRef.ts';
import { addDays } from '../service/calendar.ts';
import { type Counts, type DayCounts, METRICS } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { TREND_DAYS } from './countsRange.ts';
import type { CountsReadings, Wanted } from './countsReadings.ts';
import type { DayRow, MetricValues } from './countsTable.ts';
import type { ServiceDays } from './serviceDays.ts';

/** A domain's known counts for today. */
export interface TodaysState {
  /** Today's date in the service's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  /** `timezone` of the response, as sent. */
  readonly timeZone: string | undefined;
  /** Undefined until today's values are known; a response from yesterday is ignored. */
  readonly values: MetricValues | undefined;
  /** When `values` were read. */
  readonly asOf: Date | undefined;
  /** The error from the last read, if it failed. */
  readonly fault: unknown;
  /** A note that is shown if the service returned days other than the requested one. */
  readonly note: string | undefined;
}

/**
 * Today's counts and the trend up to today, by domain. Does not depend on the editor. Each day ends at the service's
 * midnight.
 */
export class TodaysCounts {
  readonly #readings: CountsReadings;
  readonly #days: ServiceDays;

  constructor(readings: CountsReadings, days: ServiceDays) {
    this.#readings = readings;
    this.#days = days;
  }

  /** Returns the current date of a connection's service, `YYYY-MM-DD`. */
  today(connectionId: string): string {
    return this.#days.ofConnection(connectionId).day;
  }

  /** Returns the current date of a domain's service, `YYYY-MM-DD`. */
  dayOf(domain: DomainRef): string {
    return this.#days.today(domain).day;
  }

  /** Returns the state of a domain, or undefined if nothing has been read for it. */
  get(domain: DomainRef): TodaysState | undefined {
    const { day } = this.#days.today(domain);
    const reading = this.#readings.get(domain, 'today');
    const fault = reading?.fault ?? this.#readings.refusal(domain.connectionId);
    if (!reading && fault === undefined) return undefined;
    const isTodays = reading?.of?.to === day;
    const counts = isTodays ? reading.counts : undefined;
    const values = counts && valuesOf(counts, day);
    return {
      day,
      timeZone: reading?.counts?.timeZone,
      values,
      asOf: values && reading?.asOf,
      fault,
      note: counts && noteOf(counts, day, values),
    };
  }

  /** Returns the last two weeks, oldest day first, ending with today. */
  trend(domain: DomainRef): readonly DayRow[] {
    const { day } = this.#days.today(domain);
    const past = this.#readings.get(domain, 'trend')?.counts;
    return Array.from({ length: TREND_DAYS }, (_, index) => {
      const date = addDays(day, index + 1 - TREND_DAYS);
      const values = date === day ? this.get(domain)?.values : past && dayOf(past, date);
      return { date, ...(values && { values }) };
    });
  }
}

/** Returns the readings that the watched domains need. */
export function wantedOf(domains: readonly DomainRef[]): Wanted[] {
  return [
    ...domains.map((domain) => ({ domain, span: 'today' }) as const),
    ...domains.map((domain) => ({ domain, span: 'trend' }) as const),
  ];
}

/** Returns the totals of the response if they cover only this day; otherwise, the values listed for the day. */
function valuesOf(counts: Counts, day: string): MetricValues | undefined {
  if (!isOf(counts, day)) return dayOf(counts, day);
  const { visitors, attackers, maliciousIps, bots } = counts.totals;
  return {
    visitors: visitors.total,
    attackers: attackers.total,
    maliciousIps: maliciousIps.total,
    bots: bots.total,
  };
}

function noteOf(counts: Counts, day: string, values: MetricValues | undefined): string | undefined {
  if (isOf(counts, day)) return undefined;
  const { from, to } = counts.range;
  return values
    ? t(
        'The service returned counts for {0} to {1} instead of {2}. Only the counts for {2} are shown.',
        from,
        to,
        day,
      )
    : t(
        "The service returned counts for {0} to {1} instead of {2}. Today's counts are unknown.",
        from,
        to,
        day,
      );
}

function isOf({ range }: Counts, day: string): boolean {
  return range.from === day && range.to === day;
}

/** Returns the counts for a day, unless the day is missing or was sent more than once with different counts. */
function dayOf({ days }: Counts, date: string): DayCounts | undefined {
  const [first, ...others] = days.filter((each) => each.date === date);
  const same = others.every((other) => METRICS.every((metric) => other[metric] === first?.[metric]));
  return same ? first : undefined;
}
