import type { DomainRef } from '../connections/domainRef.ts';
import type { Counts, MetricValues } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import type { CountsReadings } from './countsReadings.ts';
import { valuesByDay } from './countsView.ts';
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

/** Today's counts by domain. Does not depend on the editor. Each day ends at the service's midnight. */
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
}

/** Returns the totals of the response if they cover only this day; otherwise, the values listed for the day. */
function valuesOf(counts: Counts, day: string): MetricValues | undefined {
  if (!isOf(counts, day)) return valuesByDay(counts.days).get(day);
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
