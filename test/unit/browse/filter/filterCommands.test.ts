import assert from 'node:assert/strict';
import { until } from '../../../until.ts';
import { openDomain } from '../openDomain.ts';

describe('Filter Logs…', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openDomain>>;
  before(async () => {
    const logs = ['Detected', 'Blocked'].map((action, at) => ({ idx: at, action, attack: 'SQL Injection' }));
    opened = await openDomain(logs);
  });
  after(() => opened?.close());

  // The editor reports the position of the accepted item in the items that it shows, which might be the previous ones.
  for (const [shown, typed, label, expected] of [
    ['', 'blocked', 'Blocked', { action: 'Blocked' }],
    ['blocke', 'blocked', 'Blocked', { action: 'Blocked' }],
    ['block', 'blocke', 'Filter by “block”', { keyword: 'blocke' }],
    ['blocked', 'blocked today', 'Blocked', { action: 'Blocked' }],
  ] as const) {
    it(`accepts “${label}” of the items for “${shown}” while “${typed}” is typed`, async () => {
      const { window, domain } = opened;
      const { filters } = window.parts;
      filters.set(domain, {});
      const done = window.run('partnerLogs.filterLogs', domain);
      const pick =
        (await until('the prompt', () => window.fake.picks.findLast(({ isOpen }) => isOpen))) ??
        assert.fail();
      pick.type(shown);
      const position = pick.items.findIndex((item) => item.label === label);
      assert.notEqual(position, -1, pick.items.map((item) => item.label).join());
      pick.type(typed);
      pick.selectedItems = [pick.items[position] ?? assert.fail()];
      pick.accept();
      await done;
      assert.deepEqual(filters.query(domain), expected);
    });
  }

  it('keeps one filter for each domain until it is cleared, resolves days, and stores nothing', async () => {
    const { window, domain } = opened;
    const { filters, globalState } = window.parts;
    const other = { ...domain, index: 2 };
    filters.set(domain, { days: 'today', uri: '/reset-password/token' });
    filters.set(other, { action: 'Blocked' });
    const { from, to, uri } = filters.filter(domain);
    assert.deepEqual([from, uri], [to, '/reset-password/token']);
    const stored = JSON.stringify(globalState.keys().map((key) => globalState.get(key)));
    assert.doesNotMatch(stored, /reset-password/);
    await window.run('partnerLogs.clearFilter', domain);
    assert.deepEqual([filters.query(domain), filters.query(other)], [{}, { action: 'Blocked' }]);
    await window.run('partnerLogs.clearFilter');
    assert.deepEqual(filters.list(), []);
  });
});
