import { Pager } from '../../../src/browse/lists/pager.ts';
import { PagedList } from '../../../src/lists/pagedList.ts';
import type { RequestOptions } from '../../../src/service/api.ts';
import type { Page } from '../../../src/service/model.ts';

/** A service's list of numbers, newest first, that can change before each read. */
export class ChangingList {
  rows: number[];
  /** The pages that were requested. */
  readonly asked: number[] = [];
  readonly perPage: number;
  beforeRead: (read: number, priority: RequestOptions['priority']) => void = () => {};
  /** Changes the response to a request. */
  answer: (page: Page<number>) => Page<number> = (page) => page;
  fault: unknown;
  readonly list: PagedList<number>;

  constructor(size: number, perPage = 100) {
    this.rows = Array.from({ length: size }, (_, index) => size - index);
    this.perPage = perPage;
    this.list = this.newList();
  }

  newList(): PagedList<number> {
    return new PagedList<number>(
      ({ page }, options) => this.read(page, options),
      (row) => row,
    );
  }

  /** Adds new rows at the top, and removes the oldest ones if there are more than `most`. */
  grow(count: number, most = Number.POSITIVE_INFINITY): void {
    const newest = Math.max(0, ...this.rows.slice(0, 1));
    this.rows.unshift(...Array.from({ length: count }, (_, index) => newest + count - index));
    this.rows.splice(most);
  }

  async read(page: number, { signal, priority }: RequestOptions = {}): Promise<Page<number>> {
    this.beforeRead(this.asked.length, priority);
    this.asked.push(page);
    if (this.fault !== undefined) throw this.fault;
    const start = (page - 1) * this.perPage;
    const items = this.rows.slice(start, start + this.perPage);
    const answer = { items, total: this.rows.length, page, perPage: this.perPage };
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    return this.answer(answer);
  }
}

export const options = () => ({ signal: new AbortController().signal });

export async function readAll<T>(list: PagedList<T>, concurrent = 1): Promise<T[]> {
  const all: T[] = [];
  for await (const { items } of list.all(options(), concurrent)) all.push(...items);
  return all;
}

/** Returns a pager on a service's list of 45 items, ten per step. */
export function pagerOn(service = new ChangingList(45)) {
  let list: PagedList<number> | undefined;
  const current = () => {
    if (!list || list.isOutdated) list = service.newList();
    return list;
  };
  const pager = new Pager<number>(current, () => 10);
  return { service, pager, shown: () => pager.items };
}
