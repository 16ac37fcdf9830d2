import assert from 'node:assert/strict';
import type * as FilterCommands from '../../../../src/browse/filter/filterCommands.ts';
import type { LogRow } from '../../../../src/service/model.ts';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';

describe('pickFilter', function () {
  this.timeout(60_000);
  let window: FakeWindow;

  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
  });

  afterEach(() => window.close());

  async function ask() {
    const { pickFilter } = await window.load<typeof FilterCommands>('browse/filter/filterCommands.ts');
    const rows = ['Detected', 'Blocked'].map((action, at) => ({ idx: at, action, rule: 'SQL Injection' }));
    const answer = pickFilter({
      ...{ name: 'shop.example', query: {}, today: '2026-05-30', names: {} as never },
      rows: rows as unknown as LogRow[],
    });
    return { answer, pick: window.fake.picks.at(-1) ?? assert.fail() };
  }

  // The editor reports the position of the accepted item in the items that it shows, which might be the previous ones.
  for (const [shown, typed, label, expected] of [
    ['', 'blocked', 'Blocked', { action: 'Blocked' }],
    ['blocke', 'blocked', 'Blocked', { action: 'Blocked' }],
    ['block', 'blocke', 'Filter by “block”', { keyword: 'blocke' }],
    ['blocked', 'blocked today', 'Blocked', { action: 'Blocked', days: 'today' }],
  ] as const) {
    it(`accepts “${label}” of the items for “${shown}” while “${typed}” is typed`, async () => {
      const { answer, pick } = await ask();
      pick.type(shown);
      const position = pick.items.findIndex((item) => item.label === label);
      assert.notEqual(position, -1, pick.items.map((item) => item.label).join());
      pick.type(typed);
      pick.selectedItems = [pick.items[position] ?? assert.fail()];
      pick.accept();
      assert.deepEqual(await answer, expected);
    });
  }
});
