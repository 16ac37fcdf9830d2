/** The newest requests with a log's rule and path, summarized from the rows of a single list. */

import { similarPath } from '../formats/similarPath.ts';
import type { LogService } from '../service/api.ts';
import { addDays, firstAllowedDay, parseDay } from '../service/calendar.ts';
import { type DateRange, type LogRow, type Outcome, outcomeOf } from '../service/model.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { caseFolded } from '../text/strings.ts';

/** Number of days for which similar requests are listed. */
const DAYS = 30;
const PAGE = { page: 1, perPage: 100 };
/** Maximum length, in UTF-16 units, of the part of a path to filter by. */
const LONGEST_PATH = 200;

/** A value and the number of rows that have it. */
export type Tally = readonly [value: string, count: number];

export interface SimilarDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
  readonly blocked: number;
}

/** Only facts that the rows prove. All text is from the service. */
export interface SimilarRequests {
  /** The list that was read. */
  readonly query: Omit<LogQuery, 'days'> & { readonly days: DateRange };
  /** Number of rows that have the log's rule and path. */
  readonly read: number;
  /** Number of requests in the list; undefined if the service does not report it or did not apply the filter. */
  readonly total: number | undefined;
  /** True if the rows are in order of time, newest first. */
  readonly isNewest: boolean;
  /** Number of requests by day for every day that the rows cover; undefined if the rows do not cover whole days. */
  readonly days: readonly SimilarDay[] | undefined;
  /** The time of the latest request, and of the first one if all were read, as sent. */
  readonly last: string | undefined;
  readonly first: string | undefined;
  /** Each distinct value, most frequent first. */
  readonly actions: readonly Tally[];
  readonly addresses: readonly Tally[];
  readonly countries: readonly Tally[];
}

/**
 * Reads the list of a log's similar requests. Returns undefined if the log's row has no rule or no path. Rejects with a
 * `ServiceError`.
 * @param today the current date in the service's time zone, `YYYY-MM-DD`
 */
export async function readSimilarRequests(
  service: LogService,
  domain: number,
  row: LogRow,
  today: string,
  signal: AbortSignal,
): Promise<SimilarRequests | undefined> {
  const query = similarQuery(row, today);
  if (!query) return undefined;
  const { days, ...rest } = query;
  const options = { signal, priority: 'background', once: true } as const;
  const page = await service.logs(domain, PAGE, { ...rest, ...days }, options);
  const rows = page.items.map((item) => item.row).filter((each) => isSimilar(each, row, days));
  const { total, isTotalKnown, perPage, unreadable } = page;
  // A total that equals the page might count only the page.
  const isPossible = total > rows.length || (total === rows.length && total !== perPage);
  const isProven = rows.length === page.items.length && !unreadable && isTotalKnown !== false && isPossible;
  return summary(query, rows, isProven ? total : undefined);
}

/** Returns numbers that contain no text from the service. */
export function similarNumbers({ query, read, total, actions, addresses, countries }: SimilarRequests) {
  const outcome = (name: Outcome) =>
    actions.reduce((sum, [action, count]) => (outcomeOf(action) === name ? sum + count : sum), 0);
  return {
    ...query.days,
    ...{ read, total },
    ...{ blocked: outcome('blocked'), detected: outcome('detected') },
    ...{ addresses: addresses.length, countries: countries.length },
  };
}

/** Returns the query for the requests with a row's rule and path in the thirty days that contain the row. */
function similarQuery(row: LogRow, today: string): SimilarRequests['query'] | undefined {
  const rule = ruleOf(row);
  if (!rule || !row.uri) return undefined;
  const start = addDays(today, 1 - DAYS);
  const day = dayOf(row) ?? today;
  const from = day < start ? addDays(day, -DAYS / 2) : start;
  const first = firstAllowedDay(today);
  const [to, path] = [addDays(from, DAYS - 1), commonPath(row.uri)];
  return {
    rule,
    ...(path !== '/' && { uri: path }),
    days: { from: from < first && first <= day ? first : from, to: to > today ? today : to },
  };
}

/** Returns the start of a path that similar paths have in common: the part before its first ID. */
function commonPath(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const similar = similarPath(path);
  let end = 0;
  while (end < path.length && path[end] === similar[end]) end++;
  if (end < path.length) end = path.lastIndexOf('/', end - 1) + 1;
  return path.slice(0, Math.min(end, LONGEST_PATH));
}

function isSimilar(row: LogRow, to: LogRow, { from, to: last }: DateRange): boolean {
  const day = dayOf(row) ?? from;
  const path = ({ uri = '' }: LogRow) => caseFolded(similarPath(uri));
  const rule = (each: LogRow) => caseFolded(ruleOf(each) ?? '');
  return rule(row) === rule(to) && path(row) === path(to) && from <= day && day <= last;
}

function summary(
  query: SimilarRequests['query'],
  rows: readonly LogRow[],
  total: number | undefined,
): SimilarRequests {
  const times = rows.flatMap(({ time }) => time ?? []);
  const isTimed = times.length === rows.length && rows.every(dayOf);
  const isNewest = isTimed && times.every((time, at) => at === 0 || time <= (times[at - 1] ?? ''));
  const isAll = total === rows.length;
  const sorted = isTimed ? times.toSorted() : [];
  return {
    query,
    ...{ read: rows.length, total, isNewest },
    days: isTimed && (isAll || isNewest) ? byDay(rows, query.days, isAll) : undefined,
    last: isAll || isNewest ? sorted.at(-1) : undefined,
    first: isAll ? sorted[0] : undefined,
    actions: tallies(rows, ({ action }) => action),
    addresses: tallies(rows, ({ address }) => address),
    countries: tallies(rows, ({ country, countryCode }) => countryCode || country),
  };
}

/** Returns the rows by day, from the first day of the range or, if more rows were not read, of the rows. */
function byDay(rows: readonly LogRow[], { from, to }: DateRange, isAll: boolean): SimilarDay[] {
  const days: SimilarDay[] = [];
  const first = isAll ? from : rows.reduce((least, row) => [least, dayOf(row) ?? to].sort()[0] ?? to, to);
  for (let day = first; day <= to; day = addDays(day, 1)) {
    const ofDay = rows.filter((row) => dayOf(row) === day);
    const blocked = ofDay.filter(({ action }) => outcomeOf(action) === 'blocked').length;
    days.push({ day, count: ofDay.length, blocked });
  }
  return days;
}

function tallies(rows: readonly LogRow[], textOf: (row: LogRow) => string | undefined): Tally[] {
  const counts = new Map<string, number>();
  for (const value of rows.map(textOf)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

function ruleOf({ rule, ruleRaw }: LogRow): string | undefined {
  return rule || ruleRaw;
}

function dayOf({ time }: LogRow): string | undefined {
  return time === undefined ? undefined : parseDay(time.slice(0, 10));
}
