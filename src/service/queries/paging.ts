import type { PageRequest } from '../api.ts';
import type { Paging } from '../conventions.ts';
import type { Query } from '../network/url.ts';

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
