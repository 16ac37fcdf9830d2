import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/base/errors.ts';
import { infoRow, listRows } from '../../../../src/browse/tree/listRows.ts';
import type { DomainNode } from '../../../../src/connections/nodes.ts';
import { pagerOn } from '../../lists/changingList.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'a', index: 7, name: 'shop.example' };

/** Returns the rows of a list of 45 items, ten per step, that can fail. */
function failingList() {
  const { service, pager } = pagerOn();
  const rows = () =>
    listRows(
      parent,
      pager,
      pager.items.map((item) => infoRow(parent, `item ${item}`)),
      [infoRow(parent, 'nothing')],
    ).map((row) => ('label' in row ? row.label : row.kind));
  const fail = () => {
    service.fault = new ServiceError('unreachable', 'The connection was refused.');
  };
  return { pager, rows, fail, service };
}

describe('listRows', () => {
  it('shows a failed refresh above the rows, and a failed Load More below them', async () => {
    const { pager, rows, fail } = failingList();
    await pager.load();
    const before = rows();
    assert.deepEqual(before.at(-1), 'Load More (10 of 45)');
    fail();
    await pager.refresh();
    const [message, action, ...others] = rows();
    assert.match(String(message), /could not be reached/);
    assert.equal(action, 'Diagnose Connection');
    assert.deepEqual(others, before);
    await pager.more();
    assert.deepEqual(rows().slice(0, 10), before.slice(0, 10));
  });

  it('shows a failure instead of rows if none could be loaded', async () => {
    const { pager, rows, fail } = failingList();
    fail();
    await pager.load();
    const [message, ...others] = rows();
    assert.match(String(message), /could not be reached/);
    assert.deepEqual(others, ['Diagnose Connection']);
  });

  it('offers the table after ten pages, and states that rows could not be read or that the list changed', async () => {
    const { pager, rows, service } = failingList();
    service.rows = Array.from({ length: 150 }, (_, index) => 150 - index);
    service.answer = (page) => ({ ...page, items: page.items.slice(1), unreadable: [0] });
    await pager.load();
    assert.ok(rows().includes('This row could not be read'));
    for (let page = 2; page <= 10; page++) await pager.more();
    assert.equal(rows().at(-1), 'Open Logs in Table (100 of 150)');
    service.rows.length = 140;
    await pager.more();
    assert.ok(rows().includes('The list changed while it was read'));
  });
});
