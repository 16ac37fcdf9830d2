/** The newest requests with a log's rule and path, summarized from the rows of a single list. */

import { ID, similarPath } from '../formats/similarPath.ts';
import type { LogService } from '../service/api.ts';
import { addDays, firstAllowedDay } from '../service/calendar.ts';
import { type DateRange, type LogRow, type Outcome, outcomeOf } from '../service/model.ts';
import { dayOf } from '../service/queries/filter.ts';
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
  const rule = ruleOf(row);
  if (!rule || !row.uri) return undefined;
  // Similar paths have the part before the first ID in common.
  const uri = similarPath(row.uri).split(ID, 1)[0]?.slice(0, LONGEST_PATH);
  const range = daysAround(dayOf(row) ?? today, today);
  const filter = { rule, ...(uri && uri !== '/' && { uri }) };
  const options = { signal, priority: 'background', tries: 1 } as const;
  const page = await service.logs(domain, PAGE, { ...filter, ...range }, options);
  const rows = page.items.map((item) => item.row).filter((each) => isSimilar(each, row, range));
  const { total, isTotalKnown, perPage, items, unreadable } = page;
  const read = rows.length;
  const isApplied = read === items.length && !unreadable && isTotalKnown !== false;
  // A total that equals a full page might count only the page.
  const isAll = isApplied && total === read && read < perPage;
  const times = rows.map(({ time }) => time);
  const sorted = times.toSorted();
  const isTimed = rows.every(dayOf);
  const isNewest = isTimed && times.every((time, at) => time === sorted.at(-1 - at));
  const covered = isTimed && (isAll || isNewest) ? sorted : [];
  const start = dayOf({ time: covered[0] });
  return {
    query: { ...filter, days: range },
    ...{ read, isNewest, total: isAll || (isApplied && total > read) ? total : undefined },
    days: start ? byDay(rows, isAll ? range : { ...range, from: start }) : undefined,
    last: covered.at(-1),
    first: isAll ? covered[0] : undefined,
    actions: tallies(rows, ({ action }) => action),
    addresses: tallies(rows, ({ address }) => address),
    countries: tallies(rows, ({ country, countryCode }) => countryCode || country),
  };
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

/** Returns the thirty days that contain a day, cut at the first day that the service serves. */
function daysAround(day: string, today: string): DateRange {
  const start = addDays(today, 1 - DAYS);
  const from = day < start ? addDays(day, -DAYS / 2) : start;
  const first = firstAllowedDay(today);
  return { from: from < first && first <= day ? first : from, to: addDays(from, DAYS - 1) };
}

function isSimilar(row: LogRow, to: LogRow, { from, to: last }: DateRange): boolean {
  const day = dayOf(row) ?? from;
  const path = ({ uri = '' }: LogRow) => caseFolded(similarPath(uri));
  const rule = (each: LogRow) => caseFolded(ruleOf(each));
  return rule(row) === rule(to) && path(row) === path(to) && from <= day && day <= last;
}

function byDay(rows: readonly LogRow[], { from, to }: DateRange): SimilarDay[] {
  const isBlocked = ({ action }: LogRow) => outcomeOf(action) === 'blocked';
  const all = new Map(tallies(rows, dayOf));
  const blocked = new Map(tallies(rows.filter(isBlocked), dayOf));
  const days: SimilarDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push({ day, count: all.get(day) ?? 0, blocked: blocked.get(day) ?? 0 });
  return days;
}

function tallies(rows: readonly LogRow[], textOf: (row: LogRow) => string | undefined): Tally[] {
  const counts = new Map<string, number>();
  for (const value of rows.map(textOf)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

function ruleOf({ rule, ruleRaw }: LogRow): string {
  return rule || ruleRaw || '';
}
