/** The tables of the counts to copy: the days of a domain, and the watched domains. They are in English. */

import type { Cell, Table } from '../formats/table.ts';
import { METRICS, type Metric } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { METRIC_NAMES } from './metrics.ts';

export type MetricValues = Readonly<Record<Metric, number>>;

/** The counts of a day. */
export interface DayRow {
  /** `YYYY-MM-DD` in the service's zone. */
  readonly date: string;
  /** The values; undefined when they are not reported or not known yet. */
  readonly values?: MetricValues;
  /** The service sent this day with different counts: no chart shows it. */
  readonly contradictory?: true;
}

/** A watched domain and its counts of today. */
export interface WatchedRow {
  readonly name: string;
  /** The connection's name, if there are several. */
  readonly connection?: string;
  readonly values?: MetricValues;
  /** Today in the service's zone. */
  readonly day: string;
  /** `timezone` as sent. */
  readonly timeZone?: string;
  /** True when the number is at or above the warning level. */
  readonly above: boolean;
  /** The last two weeks, today last. */
  readonly trend: readonly DayRow[];
  /** The time at which `values` were read. */
  readonly asOf?: string;
  /** The reason why its last read failed, or a note on an unusual response. */
  readonly problem?: string;
}

export function daysTable(days: readonly DayRow[]): Table {
  return {
    columns: ['Day', ...metricNames],
    rows: days.map(({ date, values }) => [date, ...cells(values)]),
  };
}

export function watchedTable(rows: readonly WatchedRow[]): Table {
  return {
    columns: ['Domain', ...metricNames, 'Connection', 'Day', 'Time zone', 'As of'],
    rows: rows.map(({ name, values, connection, day, timeZone, asOf }) => [
      name,
      ...cells(values),
      connection,
      day,
      timeZone,
      asOf,
    ]),
  };
}

const metricNames = METRICS.map((metric) => english(METRIC_NAMES[metric]));

function cells(values: MetricValues | undefined): Cell[] {
  return METRICS.map((metric) => values?.[metric]);
}
