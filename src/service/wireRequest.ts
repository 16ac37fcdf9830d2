/**
 * Converts the four reads to requests. Only this module turns the conventions into a path, a query, and a description
 * of how to read the response.
 */
import type { AnswerReading } from './answers/reading.ts';
import type { PageRequest } from './api.ts';
import { addDays, formatDay, today } from './calendar.ts';
import {
  type Conventions,
  DOMAIN_PLACEHOLDER,
  type ListConventions,
  LOG_PLACEHOLDERS,
  type PageParameter,
  type ParameterNames,
} from './conventions.ts';
import { type DateRange, type LogFilter, type LogKey, TEXT_FILTERS } from './model.ts';
import { type Placeholders, pagingQuery, type Query } from './network/url.ts';

/** A read's kind and input. */
export type Question =
  | { readonly read: 'domains'; readonly page: PageRequest }
  | {
      readonly read: 'logs';
      readonly domain: number;
      readonly page: PageRequest;
      readonly filter: LogFilter;
      /** The days to request if the filter has no range and the service requires one. */
      readonly usualRange: DateRange;
    }
  | { readonly read: 'detail'; readonly key: LogKey }
  | { readonly read: 'counts'; readonly domain: number; readonly range: DateRange };

export type Read = Question['read'];

export interface WireRequest<R extends AnswerReading = AnswerReading> {
  readonly path: string;
  readonly placeholders: Placeholders;
  readonly query: Query;
  readonly reading: R;
}

/** The type of the request for each kind of read. */
export type RequestOf<Q extends Question> = WireRequest<
  Extract<AnswerReading, { of: Q['read'] extends 'detail' ? 'log' : Q['read'] }>
>;

/** Returns the days of logs to request if the service requires a range and none is selected. */
export function usualRange({ logs: { requiredDays } }: Conventions, now: Date): DateRange {
  const { day } = today('UTC', now);
  return { from: addDays(day, 1 - requiredDays), to: day };
}

/** Converts a read to a request, using the given conventions. */
export function wireRequest<Q extends Question>(question: Q, conventions: Conventions): RequestOf<Q> {
  return requestFor(question, conventions) as RequestOf<Q>;
}

function requestFor(question: Question, conventions: Conventions): WireRequest {
  const { success, domains, logs, detail, counts } = conventions;
  switch (question.read) {
    case 'domains': {
      const page = allowed(domains, question.page);
      return {
        path: domains.path,
        placeholders: {},
        query: pagingQuery(domains, page),
        reading: { of: 'domains', success, page, shape: shapeOf(domains), fields: domains },
      };
    }
    case 'logs': {
      const { domain, filter, usualRange } = question;
      const page = allowed(logs, question.page);
      const { parameters: names, dateFormat, requiredDays, fields } = logs;
      const isOpen = requiredDays > 0 && filter.from === undefined && filter.to === undefined;
      const { from, to } = isOpen ? usualRange : filter;
      return {
        path: logs.path,
        placeholders: { [DOMAIN_PLACEHOLDER]: domain },
        query: [
          ...pagingQuery(logs, page),
          [names.from, from === undefined ? from : formatDay(from, dateFormat)],
          [names.to, to === undefined ? to : formatDay(to, dateFormat, 'end')],
          ...TEXT_FILTERS.map((name) => [names[name], filter[name]] as const),
        ],
        reading: { of: 'logs', success, domain, page, shape: shapeOf(logs), fields },
      };
    }
    case 'detail': {
      const { domain, idx, detectedType } = question.key;
      const type = detectedType || detail.detectedType;
      const isKindSent =
        detail.parameters.detectedType !== null || detail.path.includes(LOG_PLACEHOLDERS.detectedType);
      return {
        path: detail.path,
        placeholders: {
          [DOMAIN_PLACEHOLDER]: domain,
          [LOG_PLACEHOLDERS.idx]: idx,
          [LOG_PLACEHOLDERS.detectedType]: type,
        },
        query: [
          [detail.parameters.idx, idx],
          [detail.parameters.detectedType, type],
        ],
        reading: {
          of: 'log',
          success,
          key: { domain, idx, detectedType: isKindSent ? detectedType : '' },
          fields: detail.fields,
        },
      };
    }
    case 'counts': {
      const { from, to } = counts.parameters;
      return {
        path: counts.path,
        placeholders: { [DOMAIN_PLACEHOLDER]: question.domain },
        query: [
          [from, formatDay(question.range.from, counts.dateFormat)],
          [to, formatDay(question.range.to, counts.dateFormat, 'end')],
        ],
        reading: {
          of: 'counts',
          success,
          range: question.range,
          shape: { fields: counts.fields, dayFields: counts.dayFields },
        },
      };
    }
  }
}

function allowed({ largestPage }: ListConventions, { page, perPage }: PageRequest): PageRequest {
  return { page, perPage: Math.min(perPage, largestPage) };
}

function shapeOf({
  items,
  total,
  paging,
  firstPage,
  parameters: { page, perPage },
}: ListConventions & { readonly parameters: ParameterNames<PageParameter> }) {
  return { items, total, firstPage, perPage, page: paging === 'page' ? page : null };
}
