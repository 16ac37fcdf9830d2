/** Converts reads to URLs. Only this module turns the conventions into a path and a query. */
import { ServiceError } from '../base/errors.ts';
import { message } from '../text/l10n.ts';
import type { PageRequest } from './api.ts';
import type { BaseUrl } from './baseUrl.ts';
import { formatDay } from './calendar.ts';
import { type Conventions, DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS } from './differences.ts';
import { type DateRange, type LogFilter, type LogKey, TEXT_FILTERS } from './model.ts';

/** A read's kind and input, as plain values that can be posted to a thread. */
export type Question =
  | { readonly read: 'domains'; readonly page: PageRequest }
  | {
      readonly read: 'logs';
      readonly domain: number;
      readonly page: PageRequest;
      readonly filter: LogFilter;
    }
  | { readonly read: 'detail'; readonly key: LogKey }
  | { readonly read: 'counts'; readonly domain: number; readonly range: DateRange };

export type Read = Question['read'];

/**
 * Query parameters in the order sent: name on the wire (`null` means not sent) and value (`undefined` means not set).
 */
type Query = readonly (readonly [name: string | null, value: string | number | undefined])[];

/**
 * Returns the URL for a read (section 4). The path is appended to the base URL's path as text.
 * @throws ServiceError `bad-setting` if the path leads to an origin other than the base URL's
 */
export function requestUrl(base: BaseUrl, question: Question, conventions: Conventions): URL {
  const path = pathOf(question, conventions);
  const url = path.startsWith('/') && URL.canParse(base.text + path) ? new URL(base.text + path) : undefined;
  if (url?.origin !== base.origin) {
    throw new ServiceError('bad-setting', 'A path of the differences leads away from the base URL.', {
      field: `differences.${question.read}Path`,
      expected: message('a path below the base URL'),
    });
  }
  for (const [name, value] of queryOf(question, conventions)) {
    if (name !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}

function pathOf(question: Question, conventions: Conventions): string {
  const filled = (path: string, placeholder: string, value: string | number) =>
    path.replaceAll(placeholder, encodeURIComponent(value));
  switch (question.read) {
    case 'domains':
      return conventions.domainsPath;
    case 'logs':
      return filled(conventions.logsPath, DOMAIN_PLACEHOLDER, question.domain);
    case 'detail': {
      const { domain, idx, detectedType } = question.key;
      const path = filled(conventions.detailPath, DOMAIN_PLACEHOLDER, domain);
      const type = detectedType || conventions.detectedType;
      return filled(filled(path, LOG_PLACEHOLDERS.idx, idx), LOG_PLACEHOLDERS.detectedType, type);
    }
    case 'counts':
      return filled(conventions.countsPath, DOMAIN_PLACEHOLDER, question.domain);
  }
}

function queryOf(question: Question, conventions: Conventions): Query {
  switch (question.read) {
    case 'domains':
      return pagingQuery(question.page, conventions.domainsPaging, conventions);
    case 'logs': {
      const { filter, page } = question;
      const { logsPaging, logsDateFormat, fromFilter, toFilter } = conventions;
      return [
        ...pagingQuery(page, logsPaging, conventions),
        [fromFilter, filter.from && formatDay(filter.from, logsDateFormat)],
        [toFilter, filter.to && formatDay(filter.to, logsDateFormat, 'end')],
        ...TEXT_FILTERS.map((name) => [conventions[`${name}Filter`], filter[name]] as const),
      ];
    }
    case 'detail': {
      const { idx, detectedType } = question.key;
      return [
        [conventions.idxParameter, idx],
        [conventions.detectedTypeParameter, detectedType || conventions.detectedType],
      ];
    }
    case 'counts': {
      const { from, to } = question.range;
      const { fromParameter, toParameter, countsDateFormat } = conventions;
      return [
        [fromParameter, formatDay(from, countsDateFormat)],
        [toParameter, formatDay(to, countsDateFormat, 'end')],
      ];
    }
  }
}

/** Returns the parameters for a page, as section 8 or a related service specifies. */
function pagingQuery(
  { page, perPage }: PageRequest,
  paging: 'page' | 'offset',
  conventions: Conventions,
): Query {
  return paging === 'page'
    ? [
        [conventions.pageParameter, page - 1 + conventions.firstPage],
        [conventions.perPageParameter, perPage],
      ]
    : [
        [conventions.offsetParameter, (page - 1) * perPage],
        [conventions.limitParameter, perPage],
      ];
}
