import assert from 'node:assert/strict';
import { readPages } from '../../../src/lm/readPages.ts';

const { signal } = new AbortController();

describe('readPages', () => {
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

  async function readOf(pageOf: (page: number, perPage: number) => readonly number[], total: number) {
    const items: number[] = [];
    let requests = 0;
    const read = await readPages(
      async ({ page, perPage }) => {
        requests += 1;
        return { items: pageOf(page, perPage), total, page, perPage };
      },
      (item) => item,
      (added) => items.push(...added),
      signal,
    );
    return { items, requests, ...read };
  }

  it('reads every page of a list', async () => {
    const { items, read, requests } = await readOf(
      (page, perPage) => numbers((page - 1) * perPage, Math.min(perPage, 250 - (page - 1) * perPage)),
      250,
    );
    assert.deepEqual([items, read, requests], [numbers(0, 250), 250, 3]);
  });

  it('stops where the service repeats a page', async () => {
    const { items, requests } = await readOf(() => numbers(0, 100), 5_000);
    assert.deepEqual([items.length, requests], [100, 2]);
  });

  it('goes on behind items that cannot be read, and tells their number', async () => {
    let requests = 0;
    const items: string[] = [];
    const pages = [['a'], [], ['b']];
    const { read, unreadable } = await readPages(
      async ({ page, perPage }) => {
        requests += 1;
        const readable = pages[page - 1] ?? [];
        const skipped = page > 3 ? [] : Array.from({ length: perPage - readable.length }, (_, at) => at);
        return { items: readable, total: 3 * perPage, page, perPage, unreadable: skipped };
      },
      (item) => item,
      (added) => items.push(...added),
      signal,
    );
    assert.deepEqual([items, read, unreadable, requests], [['a', 'b'], 2, 298, 4]);
  });

  it('reads no more than 30 pages and 3,000 items, however much a page has', async () => {
    const few = await readOf((page) => numbers(page * 100, 100), 1_000_000);
    assert.deepEqual([few.read, few.total, few.requests], [3_000, 1_000_000, 30]);
    const small = await readOf((page) => numbers(page * 50, 50), 1_000_000);
    assert.deepEqual([small.read, small.requests], [1_500, 30]);
    const large = await readOf((page) => numbers(page * 10_000, 10_000), 1_000_000);
    assert.deepEqual([large.items.length, large.requests], [3_000, 1]);
  });
});
