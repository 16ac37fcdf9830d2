import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/base/errors.ts';
import { infoRow, listRows } from '../../../../src/browse/tree/listRows.ts';
import type { DomainNode } from '../../../../src/connections/nodes.ts';
import { ChangingList, pagerOn } from '../../lists/changingList.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'a', index: 7, name: 'shop.example' };

describe('listRows', () => {
  it('offers the table after ten pages, and states what failed, could not be read, or changed', async () => {
    const { service, pager } = pagerOn(new ChangingList(300));
    const labels = () => {
      const items = pager.items.map((item) => infoRow(parent, `item ${item}`));
      return listRows(parent, pager, items, []).map((row) => ('label' in row ? row.label : row.kind));
    };
    service.answer = (page) => ({ ...page, items: page.items.slice(1), unreadable: [0] });
    await pager.load();
    assert.ok(labels().includes('This row could not be read'));
    for (let page = 2; page <= 10; page++) await pager.more();
    assert.equal(labels().at(-1), 'Open Logs in Table (100 of 300)');
    service.fault = new ServiceError('unreachable', 'The connection was refused.');
    await pager.more();
    assert.ok(labels().indexOf('Diagnose Connection') > labels().indexOf('item 299'), labels().join());
    service.fault = undefined;
    service.rows.length = 290;
    await pager.more();
    assert.ok(labels().includes('The list changed while it was being read'));
  });
});
