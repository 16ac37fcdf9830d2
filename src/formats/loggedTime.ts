import { listedValue } from '../http/rawHttp.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { clockIn, parseClock } from '../text/zonedTime.ts';

export interface LoggedTime {
  readonly instant: Date;
  /** The source of the time: the row, in a known or unknown time zone; the response; or neither. */
  readonly source: 'row' | 'row without zone' | 'response' | 'none';
}

/**
 * Returns the time of a log's request: the row's time in the log's time zone, or as UTC if that is not known; if there
 * is no such time, the response's `Date` header or, if there is none, the epoch.
 */
export function loggedTime(log: DetectionLog, row: LogRow | undefined): LoggedTime {
  const local = row?.time === undefined ? undefined : parseClock(row.time);
  if (local !== undefined) {
    const offset = zoneOffset(log.timeZone, local);
    if (offset === undefined) return { instant: new Date(local), source: 'row without zone' };
    return { instant: new Date(local - (zoneOffset(log.timeZone, local - offset) ?? offset)), source: 'row' };
  }
  const date = listedValue(log.response.headers, 'date');
  const answered = /\d{2}:\d{2}:\d{2} GMT$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(answered)) return { instant: new Date(0), source: 'none' };
  return { instant: new Date(answered), source: 'response' };
}

/**
 * Returns a time zone's offset from UTC in milliseconds, or undefined if the time zone is unknown or the year is after
 * 9999.
 */
function zoneOffset(timeZone: string, instant: number): number | undefined {
  const local = parseClock(clockIn(timeZone, instant) ?? '');
  return local === undefined ? undefined : local - instant;
}
