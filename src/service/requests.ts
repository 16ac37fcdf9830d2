/** Converts reads to URLs. Only this module turns the conventions into a path and a query. */
import { ServiceError } from '../base/errors.ts';
import { message } from '../text/l10n.ts';
import type { PageRequest } from './api.ts';
import { type BaseUrl, urlOf } from './baseUrl.ts';
import { formatDay } from './calendar.ts';
import { type Conventions, DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS, type Paging } from './differences.ts';
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

/** A path, and its query parameters in the order sent. Parameters without a name or a value are not sent. */
interface Target {
  readonly path: string;
  readonly query: readonly (readonly [name: string | null, value: string | number | undefined])[];
}

/** A segment of a path that refers to the same or the parent folder. */
const DOT_SEGMENT = /^[^?#]*[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/**
 * Returns the URL for a read (section 4). The path is appended to the base URL's path as text.
 * @throws ServiceError `bad-setting` if the path leads to another origin, or has a segment that `URL` would resolve, such
 * as `..`
 */
export function requestUrl(base: BaseUrl, question: Question, conventions: Conventions): URL {
  const { path, query } = targetOf(question, conventions);
  const isBelow = path.startsWith('/') && !DOT_SEGMENT.test(path);
  const url = isBelow ? urlOf(base.text + path) : undefined;
  if (url?.origin !== base.origin) {
    throw new ServiceError('bad-setting', 'A path of the differences leads away from the base URL.', {
      field: `differences.${question.read}Path`,
      expected: message('a path below the base URL'),
    });
  }
  for (const [name, value] of query) {
    if (name !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}

function targetOf(question: Question, conventions: Conventions): Target {
  switch (question.read) {
    case 'domains': {
      const { domainsPath, domainsPaging } = conventions;
      return { path: domainsPath, query: pagingQuery(question.page, domainsPaging, conventions) };
    }
    case 'logs': {
      const { domain, page, filter } = question;
      const { logsPath, logsPaging, logsDateFormat, fromFilter, toFilter } = conventions;
      return {
        path: filled(logsPath, { [DOMAIN_PLACEHOLDER]: domain }),
        query: [
          ...pagingQuery(page, logsPaging, conventions),
          [fromFilter, filter.from && formatDay(filter.from, logsDateFormat)],
          [toFilter, filter.to && formatDay(filter.to, logsDateFormat, 'end')],
          ...TEXT_FILTERS.map((name) => [conventions[`${name}Filter`], filter[name]] as const),
        ],
      };
    }
    case 'detail': {
      const { detailPath, idxParameter, detectedTypeParameter } = conventions;
      const { domain, idx, detectedType } = question.key;
      const type = detectedType || conventions.detectedType;
      return {
        path: filled(detailPath, {
          [DOMAIN_PLACEHOLDER]: domain,
          [LOG_PLACEHOLDERS.idx]: idx,
          [LOG_PLACEHOLDERS.detectedType]: type,
        }),
        query: [
          [idxParameter, idx],
          [detectedTypeParameter, type],
        ],
      };
    }
    case 'counts': {
      const { countsPath, fromParameter, toParameter, countsDateFormat } = conventions;
      const { from, to } = question.range;
      return {
        path: filled(countsPath, { [DOMAIN_PLACEHOLDER]: question.domain }),
        query: [
          [fromParameter, formatDay(from, countsDateFormat)],
          [toParameter, formatDay(to, countsDateFormat, 'end')],
        ],
      };
    }
  }
}

/** Replaces the placeholders in a path. As in a query, a lone surrogate is sent as U+FFFD. */
function filled(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/:[a-z_]+/g, (name) =>
    Object.hasOwn(values, name) ? encodeURIComponent(Buffer.from(`${values[name]}`).toString()) : name,
  );
}

/** Returns the parameters for a page, as section 8 or a related service specifies. */
function pagingQuery(
  { page, perPage }: PageRequest,
  paging: Paging,
  conventions: Conventions,
): Target['query'] {
  return paging === 'offset'
    ? [
        [conventions.offsetParameter, (page - 1) * perPage],
        [conventions.limitParameter, perPage],
      ]
    : [
        [conventions.pageParameter, paging === 'page' ? page : page - 1],
        [conventions.perPageParameter, perPage],
      ];
}
