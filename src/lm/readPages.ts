import type { PageRequest } from '../service/api.ts';
import type { Page } from '../service/model.ts';

/** The most pages that one call of a tool reads, and the most items. */
const MOST_PAGES = 30;
export const MOST_READ = 3_000;
const PER_PAGE = 100;

/** How much of a list was read. */
export interface PagesRead {
  /** Items of all pages, as the service says. */
  readonly total: number;
  /** The items that were read; with the next, below `total` where there are too many, or where the service repeats a page. */
  readonly read: number;
  /** The items that were sent and are none, such as null. */
  readonly unreadable: number;
}

/**
 * Reads a list from its first page on. No page is kept: of a service that means harm they may be large.
 *
 * @param idOf equal for two items that are the same; a page that has nothing new is the last
 * @param use called with the new items of each page
 */
export async function readPages<Item>(
  readPage: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => string | number,
  use: (items: readonly Item[]) => void,
): Promise<PagesRead> {
  const known = new Set<string | number>();
  let total = 0;
  let unreadable = 0;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { items, total: told, unreadable: skipped = [] } = await readPage({ page, perPage: PER_PAGE });
    total = told;
    unreadable += skipped.length;
    const added = items.filter((item) => !known.has(idOf(item))).slice(0, MOST_READ - known.size);
    for (const item of added) known.add(idOf(item));
    use(added);
    if (added.length + skipped.length === 0 || known.size + unreadable >= Math.min(total, MOST_READ)) break;
  }
  return { total, read: known.size, unreadable };
}
