import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { LogList } from '../../../src/browse/lists/lists.ts';
import type { LogFilter } from '../../../src/service/model.ts';
import { TableList } from '../../../src/table/tableList.ts';

const fault = new ServiceError('bad-setting', 'The conventions cannot be used.');
const refuse = () => {
  throw fault;
};
const log = { key: { domain: 1, idx: 2, detectedType: 'WAF' }, row: { idx: 2, other: {} } };

function listOf(filter: LogFilter, onChange = () => {}): TableList {
  return new TableList({
    list: new LogList({ connectionId: 'a', index: 1 }, filter, async () => refuse()),
    filterNames: refuse,
    ...{ onPlaced: () => {}, onChange },
  });
}

describe('TableList', () => {
  it('fails, and leaves out no row, where the conventions cannot be used', async () => {
    const changed = new Promise<void>((resolve) => {
      const list = listOf({}, () => {
        if (list.reader.failed.length > 0) resolve();
      });
      assert.deepEqual(list.left([log]), new Set());
      list.reader.look(0, 1);
    });
    await changed;
    assert.deepEqual(listOf({ action: 'Blocked' }).left([]), new Set());
  });
});
