import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/base/errors.ts';
import { listRows } from '../../../../src/browse/tree/listRows.ts';
import type { DomainNode } from '../../../../src/targets/nodes.ts';
import { pagerOf } from '../../lists/pagers.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'a', index: 7, name: 'shop.example', other: {} };

/** Returns a list of three pages of two items each that can fail. */
function failingList() {
  let fails = false;
  const pager = pagerOf<number>({
    fetch: async (page) => {
      if (fails) throw new ServiceError('refused', 'The connection was refused.');
      return { items: [2 * page - 1, 2 * page], total: 6, page, perPage: 2 };
    },
    idOf: (item) => item,
  });
  const rows = () =>
    listRows(parent, pager.state, (item) => ({ kind: 'new', parent, label: `item ${item}` }), {
      label: 'nothing',
    }).map((row) => ('label' in row ? row.label : row.kind));
  const fail = () => {
    fails = true;
  };
  return { pager, rows, fail };
}

describe('listRows', () => {
  it('tells of a failed refresh above the rows', async () => {
    const { pager, rows, fail } = failingList();
    await pager.load();
    fail();
    await pager.refresh();
    assert.equal(pager.state.failed, 'refresh');
    const [message, action, ...others] = rows();
    assert.match(String(message), /refused/);
    assert.equal(action, 'action');
    assert.deepEqual(others, ['item 1', 'item 2', 'Load More (2 of 6)']);
  });

  it('tells below the rows that no more could be loaded', async () => {
    const { pager, rows, fail } = failingList();
    await pager.load();
    fail();
    await pager.more();
    const [first, second, message] = rows();
    assert.deepEqual([first, second], ['item 1', 'item 2']);
    assert.match(String(message), /refused/);
  });

  it('tells above the rows that none before them could be loaded', async () => {
    const { pager, rows, fail } = failingList();
    await pager.goTo(2);
    fail();
    await pager.previous();
    const shown = rows();
    assert.match(String(shown[0]), /refused/);
    assert.equal(shown.at(-1), 'Load More (4 of 6)');
  });

  it('tells below the rows that some could not be read', async () => {
    const pager = pagerOf<number>({
      fetch: async (page) => ({ items: [page], unreadable: [0], total: 6, page, perPage: 2 }),
      idOf: (item) => item,
    });
    const labels = () =>
      listRows(parent, pager.state, (item) => ({ kind: 'new', parent, label: `item ${item}` }), {
        label: 'nothing',
      }).map((row) => ('label' in row ? row.label : row.kind));
    await pager.load();
    assert.deepEqual(labels(), ['item 1', 'This row could not be read', 'Load More (2 of 6)']);
    await pager.more();
    assert.deepEqual(labels(), ['item 1', 'item 2', '2 rows could not be read', 'Load More (4 of 6)']);
  });

  it('tells in the place of the rows that none could be loaded', async () => {
    const { pager, rows, fail } = failingList();
    fail();
    await pager.load();
    const [message, ...others] = rows();
    assert.match(String(message), /refused/);
    assert.deepEqual(others, ['action']);
  });
});
