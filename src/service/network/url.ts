import { ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import type { PageRequest } from '../api.ts';
import type { BaseUrl } from '../baseUrl.ts';
import type { ListConventions, PageParameter, ParameterNames } from '../conventions.ts';

/**
 * Query parameters in the order sent: name on the wire (`null` means not sent) and value (`undefined` means not set).
 */
export type Query = readonly (readonly [name: string | null, value: string | number | undefined])[];

/** The values that replace the placeholders in a path, by placeholder. */
export type Placeholders = Readonly<Record<string, string | number>>;

type PagingConventions = Pick<ListConventions, 'paging' | 'firstPage'> & {
  readonly parameters: ParameterNames<PageParameter>;
};

/**
 * Returns the base URL, path, and query as one URL (section 4). The path is appended to the base URL's path as text.
 * @throws ServiceError `bad-setting` if the path leads to an origin other than the base URL's
 */
export function requestUrl(base: BaseUrl, path: string, placeholders: Placeholders, query: Query): URL {
  const target = Object.entries(placeholders).reduce(
    (filled, [placeholder, value]) => filled.replaceAll(placeholder, encodeURIComponent(value)),
    path,
  );
  const text = base.text + target;
  const url = target.startsWith('/') && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== base.origin) {
    throw new ServiceError('bad-setting', 'A path of the conventions leads away from the base URL.', {
      field: 'partnerLogs.connections',
      expected: message('a path below the base URL'),
    });
  }
  const pairs = sentParameters(query).map(([name, value]): [string, string] => [name, String(value)]);
  const sent = new URLSearchParams(pairs);
  if (sent.size > 0) url.search = url.search === '' ? String(sent) : `${url.search}&${sent}`;
  return url;
}

/** Returns the parameters in a query that have both a name and a value. */
function sentParameters(query: Query): (readonly [name: string, value: string | number])[] {
  return query.flatMap(([name, value]) => (name && value !== undefined ? [[name, value] as const] : []));
}

/**
 * Returns the parameters for a page with either kind of paging: as specified in section 8, or as used by a related
 * service.
 */
export function pagingQuery(
  { paging, firstPage, parameters: names }: PagingConventions,
  { page, perPage }: PageRequest,
): Query {
  switch (paging) {
    case 'page':
      return [
        [names.page, page - 1 + firstPage],
        [names.perPage, perPage],
      ];
    case 'offset':
      return [
        [names.offset, (page - 1) * perPage],
        [names.limit, perPage],
      ];
  }
}
