import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';

const SHOP = { connectionId: 'c', index: 1, name: 'shop.example' };

describe('Filters', () => {
  let window: FakeWindow;
  before(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
  });
  after(() => window?.close());

  it('keep one filter for each domain until it is removed, resolve days, and store nothing', async () => {
    const { filters, globalState } = window.parts;
    let changes = 0;
    filters.onDidChange(() => changes++);
    filters.set(SHOP, { days: 'today', uri: '/reset-password/token' });
    filters.set({ ...SHOP, index: 2 }, { action: 'Blocked' });
    assert.equal(filters.list().length, 2);
    const { from, to, uri } = filters.filter(SHOP);
    assert.deepEqual([from, uri], [to, '/reset-password/token']);
    assert.doesNotMatch(
      JSON.stringify(globalState.keys().map((key) => globalState.get(key))),
      /reset-password/,
    );
    filters.set(SHOP, {});
    assert.deepEqual([filters.query(SHOP), filters.list().length, changes], [{}, 1, 3]);
  });
});
