/** Describes the query that filters a list of logs, in words. */

import type { DateRange } from '../service/model.ts';
import type { FilterField } from '../service/queries/filter.ts';
import type { DayPreset, LogQuery } from '../service/queries/logQuery.ts';
import { type Message, message, type Say } from '../text/l10n.ts';
import { localList } from '../text/localFormats.ts';
import { inSentence } from '../text/sentences.ts';

/** The names of a query's fields, in display order. */
export const FIELD_NAMES: Readonly<Record<keyof LogQuery, Message>> = {
  days: message('Days'),
  address: message('Address'),
  rule: message('Rule'),
  action: message('Action'),
  countryCode: message('Country'),
  uri: message('Path'),
  keyword: message('Keyword'),
  detectedType: message('Detection type'),
};

export const DAY_NAMES: Readonly<Record<DayPreset, Message>> = {
  today: message('Today'),
  yesterday: message('Yesterday'),
  last7Days: message('Last 7 days'),
  thisMonth: message('This month'),
};

/**
 * Returns a query on one line, for example `today, 203.0.113.9, Blocked`. Values are included as typed or sent and are
 * not yet safe to display.
 */
export function queryText(query: LogQuery, say: Say): string {
  return Object.keys(FIELD_NAMES)
    .flatMap((name) => fieldText(query, name as keyof LogQuery, say) ?? [])
    .join(', ');
}

/** Returns the value of one field in words, or undefined if it is not set. */
export function fieldText(query: LogQuery, field: keyof LogQuery, say: Say): string | undefined {
  if (field === 'days') return query.days === undefined ? undefined : daysText(query.days, say);
  const value = query[field];
  return field === 'keyword' && value !== undefined ? say(message('“{0}”', value)) : value;
}

/** Returns the names of filter fields, for example `days and address`. */
export function fieldList(fields: readonly FilterField[], say: Say): string {
  const names = fields.map((field) => (field === 'from' || field === 'to' ? 'days' : field));
  return localList([...new Set(names)].map((name) => inSentence(FIELD_NAMES[name], say)));
}

/** The fields of a filter that the service ignored, or that could not be sent. */
export interface NotApplied {
  readonly ignored: Iterable<FilterField>;
  readonly unasked: Iterable<FilterField>;
}

/** Returns sentences about the filter fields that the service did not apply. */
export function notAppliedTexts(fields: NotApplied, say: Say): string[] {
  const [ignored, unasked] = [fields.ignored, fields.unasked].map((each) => fieldList([...each], say));
  const texts = [
    ignored && message('The service ignored part of the filter: {0}.', ignored),
    unasked && message('The setting partnerLogs.connections has no parameter for {0}.', unasked),
  ];
  return texts.flatMap((text) => (text ? say(text) : []));
}

function daysText(days: DayPreset | DateRange, say: Say): string {
  if (typeof days === 'string') return inSentence(DAY_NAMES[days], say);
  return days.from === days.to ? days.from : say(message('{0} to {1}', days.from, days.to));
}
