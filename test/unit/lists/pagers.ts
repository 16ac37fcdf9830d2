import { PagedList } from '../../../src/lists/pagedList.ts';
import { Pager } from '../../../src/lists/pager.ts';
import type { RequestOptions } from '../../../src/service/api.ts';
import type { Page } from '../../../src/service/model.ts';

export interface PagerSource<T> {
  readonly fetch: (page: number, options: RequestOptions) => Promise<Page<T>>;
  readonly idOf: (item: T) => number | string;
  readonly maxPages?: number;
  readonly maxUnits?: number;
  readonly pageSize?: number;
}

/** Returns a window on a list that is not shared. */
export function pagerOf<T>({ fetch, idOf, maxPages, maxUnits, pageSize = 10 }: PagerSource<T>): Pager<T> {
  let list: PagedList<T> | undefined;
  return new Pager<T>({
    list: () => {
      if (!list || list.isOutdated)
        list = new PagedList({
          fetch: ({ page }, options) => fetch(page, options),
          idOf,
          pause: async () => {},
        });
      return list;
    },
    pageSize: () => pageSize,
    maxPages: maxPages ?? 10,
    maxUnits: maxUnits ?? Number.POSITIVE_INFINITY,
  });
}
