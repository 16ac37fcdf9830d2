import assert from 'node:assert/strict';
import { LogList } from '../../../src/browse/lists/lists.ts';
import type { LogService } from '../../../src/service/api.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import type { ListedLog, Page } from '../../../src/service/model.ts';
import { TableList } from '../../../src/table/tableList.ts';
import { listState } from '../../../src/table/tableState.ts';

const AS_IT_IS = { isFiltered: false, isChanging: false, problem: undefined };

const log = (idx: number): ListedLog => ({
  key: { domain: 1, idx, detectedType: 'WAF' },
  row: { idx, other: {} },
});

/** Reads `rows` rows of a service with `count` logs whose pages have `facts`. */
async function noticesOf(count: number, rows: number, facts: Partial<Page<ListedLog>>, repeats = false) {
  const service: Pick<LogService, 'logs'> = {
    logs: async (_, { page, perPage }) => {
      const first = repeats ? 0 : (page - 1) * perPage;
      const items = Array.from({ length: count }, (_, idx) => log(idx)).slice(first, first + perPage);
      return { items, total: count, page, perPage, ...facts } as Page<ListedLog>;
    },
  };
  const list = new TableList({
    list: new LogList({ connectionId: 'a', index: 1 }, {}, async () => service as LogService),
    filterNames: () => defaultConventions,
    onPlaced: () => {},
    onChange: () => {},
  });
  await list.places.fill({ first: 0, end: rows }, { signal: new AbortController().signal });
  return listState(list, AS_IT_IS).notices;
}

describe('listState', () => {
  it('has no notice if the pages agree with the total', async () => {
    assert.deepEqual(await noticesOf(15, 15, {}), []);
  });

  it('states that the pages contain fewer or more logs than the total', async () => {
    assert.deepEqual(await noticesOf(15, 15, { total: 50 }), [
      'The service reports 50 logs, but its pages contain 15.',
    ]);
    assert.deepEqual(await noticesOf(250, 100, { total: 5 }), [
      'The service reports 5 logs, but its pages contain more.',
    ]);
  });

  it('states that the total is unknown, and that paging is ignored', async () => {
    assert.deepEqual(await noticesOf(15, 15, { isTotalKnown: false }), [
      "The service doesn't return the number of logs.",
    ]);
    assert.deepEqual(await noticesOf(100, 200, { total: 250 }, true), [
      'The service ignored paging and sent the same rows again.',
    ]);
  });
});
