import { ListStream } from '../lists/listStream.ts';
import type { PageRequest } from '../service/api.ts';
import type { Page } from '../service/model.ts';

/** Maximum pages and items that one call of a tool reads. */
const MOST_PAGES = 30;
export const MOST_READ = 3_000;

/** The part of a list that was read. */
export interface PagesRead {
  /** Items of all pages, as reported by the service. */
  readonly total: number;
  /**
   * The number of items read. Together with `unreadable`, it is below `total` when there are too many, or when the
   * service repeats a page.
   */
  readonly read: number;
  /** Items that are not objects, such as null. */
  readonly unreadable: number;
}

/**
 * Reads a list from its first page on, within the limits of one call. No page is kept.
 * @param idOf returns an id that is equal for two equal items
 * @param use called with the new items of each page
 */
export async function readPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => string | number,
  use: (items: readonly Item[]) => void,
): Promise<PagesRead> {
  const list = new ListStream({ read, idOf });
  let [pages, items] = [0, 0];
  for await (const fresh of list.pages()) {
    const used = fresh.slice(0, MOST_READ - items);
    items += used.length;
    use(used);
    if (++pages === MOST_PAGES || items + list.unreadable >= Math.min(list.total, MOST_READ)) break;
  }
  return { total: list.total, read: items, unreadable: list.unreadable };
}
