import assert from 'node:assert/strict';
import type { LogService } from '../../../src/service/api.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { Lists } from '../../../src/views/lists.ts';

const TARGET = { connectionId: 'a', domain: { index: 7, name: 'shop.example', other: {} } };

/** Lists of a service that has these logs. */
function listsOf(logs: LogService['logs']): Lists {
  const never = () => Promise.reject(new Error('not read here'));
  const service: LogService = { domains: never, logs, log: never, counts: never, dispose: () => {} };
  return new Lists({
    serviceOf: async () => service,
    pageSize: () => 20,
    filterOf: () => ({}),
    detectedType: () => 'WAF',
  });
}

const pageOf = (items: readonly LogRow[]) => ({ items, total: items.length, page: 1, perPage: 20 });

describe('Lists', () => {
  it('tells logs of one number and two kinds apart, and knows the usual kind where it is left out', async () => {
    const rows = [
      { idx: 5, detectedType: 'WAF', other: {} },
      { idx: 5, detectedType: 'BOT', other: {} },
    ];
    const again = { idx: 5, other: {} };
    const pager = listsOf(async () => pageOf([...rows, again])).logs(TARGET);
    await pager.load();
    assert.deepEqual(pager.state.items, rows);
  });
});
