import type { PageRequest } from '../service/api.ts';
import type { Page } from '../service/model.ts';

/** The most pages that one call of a tool reads. */
const MOST_PAGES = 30;
const PER_PAGE = 100;

export interface PagesRead<Item> {
  readonly items: readonly Item[];
  /** Items of all pages, as the service says. */
  readonly total: number;
  /** The items that were read; below `total` where there were too many, or the service gave no more. */
  readonly read: number;
}

/** Reads a list from its first page on, up to 3,000 items. */
export async function readPages<Item>(
  readPage: (page: PageRequest) => Promise<Page<Item>>,
): Promise<PagesRead<Item>> {
  const items: Item[] = [];
  let total = 0;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const one = await readPage({ page, perPage: PER_PAGE });
    items.push(...one.items);
    total = one.total;
    if (one.items.length === 0 || items.length >= total) break;
  }
  return { items, total, read: items.length };
}
