import { PagedList } from '../lists/pagedList.ts';
import type { PageRequest } from '../service/api.ts';
import type { Page } from '../service/model.ts';

/** Maximum number of pages, and of items, to read for one tool call. */
const MOST_PAGES = 30;
export const MOST_READ = 3_000;

/** The part of a list that was read. */
export interface PagesRead {
  /** Total number of items, as reported by the service. */
  readonly total: number;
  /**
   * The number of items read. If there are more items than the limit, or if the service repeats a page, the sum of
   * `read` and `unreadable` is less than `total`.
   */
  readonly read: number;
  /** The number of items that are not objects, such as null. */
  readonly unreadable: number;
}

/**
 * Reads a list, starting with its first page, within the limits of one call. Pages are not kept.
 * @param idOf returns an item's ID; equal items have equal IDs
 * @param use called with the new items of each page
 */
export async function readPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => string | number,
  use: (items: readonly Item[]) => void,
  signal: AbortSignal,
): Promise<PagesRead> {
  const list = new PagedList({ fetch: read, idOf });
  let [pages, items, unread] = [0, 0, 0];
  for await (const { items: fresh, unreadable } of list.all({ signal })) {
    const used = fresh.slice(0, MOST_READ - items);
    items += used.length;
    unread += unreadable;
    use(used);
    if (++pages === MOST_PAGES || items + unread >= MOST_READ) break;
  }
  return { total: list.total ?? list.length, read: items, unreadable: unread };
}
