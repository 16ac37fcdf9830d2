/** The count tables that can be copied, in English: a domain's daily counts, and the watched domains. */

import type { Cell, Table } from '../formats/table.ts';
import { METRICS, type Metric } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { METRIC_NAMES } from './metrics.ts';

export type MetricValues = Readonly<Record<Metric, number>>;

/** The counts for one day. */
export interface DayRow {
  /** `YYYY-MM-DD` in the service's time zone. */
  readonly date: string;
  /** Undefined if the counts are not reported or not known yet. */
  readonly values?: MetricValues;
  /** True if the service sent this day more than once with different counts. The day is then not in any chart. */
  readonly contradictory?: true;
}

/** A watched domain and its counts for today. */
export interface WatchedRow {
  readonly name: string;
  /** The connection's name, if there are several. */
  readonly connection?: string;
  readonly values?: MetricValues;
  /** Today's date in the service's time zone. */
  readonly day: string;
  /** `timezone` as sent. */
  readonly timeZone?: string;
  /** True if the number of attackers is at or above the warning level. */
  readonly above: boolean;
  /** The last two weeks, ending with today. */
  readonly trend: readonly DayRow[];
  /** When `values` were read. */
  readonly asOf?: string;
  /** Why the last read failed, or a note on an unusual response. */
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
