import { message } from '../../text/l10n.ts';
import type { PageRequest } from '../api.ts';
import { DOMAIN_PLACEHOLDER, type Paging } from '../conventions.ts';
import { ServiceError } from '../errors.ts';
import type { BaseUrl } from './baseUrl.ts';

/** Query parameters in the order sent: wire name (`null`: not sent) and value (`undefined`: not set). */
export type Query = readonly (readonly [name: string | null, value: string | number | undefined])[];

/**
 * Base URL, path and query as one address (section 4). The path is appended to the base URL's as text.
 *
 * @throws ServiceError `bad-conventions` if the path leads to another origin than the base URL's
 */
export function requestUrl(base: BaseUrl, path: string, domain: number | undefined, query: Query): URL {
  const target = domain === undefined ? path : path.replaceAll(DOMAIN_PLACEHOLDER, String(domain));
  const text = base.text + target;
  if (!target.startsWith('/') || !URL.canParse(text) || new URL(text).origin !== base.origin) {
    throw new ServiceError('bad-conventions', 'A path of the conventions leads away from the base URL.', {
      field: 'partnerLogs.conventions',
      expected: message('a path below the base URL'),
    });
  }
  const url = new URL(text);
  for (const [name, value] of query) {
    if (name !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}

/** The parameters that ask for a page under each preset: those of section 8, or those of a sibling of the service. */
export function pagingQuery(paging: Paging, { page, perPage }: PageRequest): Query {
  switch (paging) {
    case 'page':
      return [
        ['page', page],
        ['per_page', perPage],
      ];
    case 'offset':
      return [
        ['offset', (page - 1) * perPage],
        ['limit', perPage],
      ];
  }
}
