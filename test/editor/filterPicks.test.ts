import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pickFilter } from '../../src/browse/filter/filterPicks.ts';
import { until } from '../until.ts';
import { overridden } from './overridden.ts';

describe('pickFilter: the address', () => {
  const { createQuickPick } = vscode.window;
  const picks: ReturnType<typeof byHand>[] = [];

  before(() => {
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const opened = byHand(createQuickPick());
        picks.push(opened);
        return opened.pick;
      },
    });
  });

  after(() => Object.assign(vscode.window, { createQuickPick }));

  it('is a whole one: what is none is not taken', async () => {
    const target = { connectionId: 'none', index: 7, name: 'shop.example' };
    const ended = pickFilter({
      target,
      query: {},
      rows: [],
      today: '2026-01-01',
    });
    picks[0]?.take('Address');
    await until(
      'the second pick',
      () => picks.length,
      (count) => count === 2,
    );
    const [, address] = picks;
    for (const text of ['999.1.1.1', '203.0.113.', '203.0.113.0/24']) {
      address?.type(text);
      address?.take('$(info) This is not a complete address');
    }
    address?.type('2001:db8::9');
    address?.take('$(filter) 2001:db8::9');
    await until(
      'the third pick',
      () => picks.length,
      (count) => count === 3,
    );
    picks[2]?.take('Show Logs');
    assert.deepEqual(await ended, { query: { address: '2001:db8::9' }, inTable: false });
  });

  it('is asked for when its name is typed, also with Enter before the rows have changed', async () => {
    const target = { connectionId: 'none', index: 7, name: 'shop.example' };
    const before = picks.length;
    const opened = () => picks.length - before;
    const ended = pickFilter({
      target,
      query: {},
      rows: [],
      today: '2026-01-01',
    });
    const menu = picks.at(-1);
    menu?.type('addres');
    menu?.take('Filter by “addres”', 'address');
    await until('the address', opened, (count) => count === 2);
    assert.equal(picks.at(-1)?.pick.title, 'Address');
    picks.at(-1)?.pick.hide();
    await until('the menu again', opened, (count) => count === 3);
    const again = picks.at(-1);
    again?.type('address');
    assert.equal(again?.pick.items[0]?.label, 'Address');
    again?.take('Filter by “address”');
    assert.deepEqual(await ended, { query: { keyword: 'address' }, inTable: false });
  });
});

/** Returns a quick pick in which the test types and selects in place of the user. */
function byHand(whole: vscode.QuickPick<vscode.QuickPickItem>) {
  const accepted = new vscode.EventEmitter<void>();
  const changed = new vscode.EventEmitter<string>();
  const selectedItems: vscode.QuickPickItem[] = [];
  const pick = overridden(whole, {
    onDidAccept: accepted.event,
    onDidChangeValue: changed.event,
    selectedItems,
  });
  return {
    pick,
    type: (text: string) => {
      pick.value = text;
      changed.fire(text);
    },
    /** @param text the text typed since the rows changed */
    take: (label: string, text = pick.value) => {
      const item = pick.items.find((each) => each.label === label);
      assert.ok(item, `${label} is not among ${pick.items.map((each) => each.label).join(', ')}`);
      selectedItems.splice(0, 1, item);
      pick.value = text;
      accepted.fire();
    },
  };
}
