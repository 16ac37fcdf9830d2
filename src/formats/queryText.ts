/** Describes the query that narrows a list of logs, in words. */

import type { DateRange } from '../service/model.ts';
import type { FilterField } from '../service/queries/filter.ts';
import type { DayPreset, LogQuery } from '../service/queries/logQuery.ts';

/** The names of the fields of a query, in the order shown. */
export const FIELD_NAMES: Readonly<Record<keyof LogQuery, string>> = {
  days: 'Days',
  address: 'Address',
  rule: 'Rule',
  action: 'Action',
  countryCode: 'Country',
  uri: 'Path',
  keyword: 'Keyword',
  detectedType: 'Detection type',
};

export const DAY_NAMES: Readonly<Record<DayPreset, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  last7Days: 'last 7 days',
  thisMonth: 'this month',
};

/** A query in one line, for example `today, 203.0.113.9, Blocked`; values are as typed or sent: not safe to show as they are. */
export function queryText(query: LogQuery): string {
  return Object.keys(FIELD_NAMES)
    .flatMap((name) => fieldText(query, name as keyof LogQuery) ?? [])
    .join(', ');
}

/** The value of one field, in words; undefined when it is not set. */
export function fieldText(query: LogQuery, field: keyof LogQuery): string | undefined {
  if (field === 'days') return query.days === undefined ? undefined : daysText(query.days);
  const value = query[field];
  return field === 'keyword' && value !== undefined ? `“${value}”` : value;
}

/** Parts of a filter by their names, for example `days and address`. */
export function fieldList(fields: readonly FilterField[]): string {
  const names = fields.map((field) => (field === 'from' || field === 'to' ? 'days' : field));
  const unique = [...new Set(names)].map((name) => FIELD_NAMES[name].toLowerCase());
  return new Intl.ListFormat('en').format(unique);
}

function daysText(days: DayPreset | DateRange): string {
  if (typeof days === 'string') return DAY_NAMES[days];
  return days.from === days.to ? days.from : `${days.from} to ${days.to}`;
}
