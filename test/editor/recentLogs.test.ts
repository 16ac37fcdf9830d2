import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { recentItem } from '../../src/browse/tree/recentTree.ts';
import { RecentLogs } from '../../src/connections/recentLogs.ts';
import type { LogRow } from '../../src/service/model.ts';
import { AS_SENT } from '../../src/text/zonedTime.ts';
import { models } from './models.ts';

function memory() {
  const values = new Map<string, unknown>();
  const state: vscode.Memento = {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? values.get(key) : fallback) as T,
    update: async (key: string, value: unknown) => {
      values.set(key, value);
    },
  };
  return { state, values };
}

const target = (idx: number, connectionId = 'a') => ({
  connectionId,
  key: { domain: 7, idx, detectedType: 'WAF' },
});

describe('RecentLogs', () => {
  it('keeps the last 50, latest first, each once', async () => {
    const recent = new RecentLogs(memory().state);
    for (let idx = 1; idx <= 60; idx++) await recent.add(target(idx), 'shop.example');
    await recent.add(target(30), undefined);
    const list = recent.list();
    assert.equal(list.length, 50);
    assert.deepEqual(
      list.slice(0, 3).map(({ key }) => key.idx),
      [30, 60, 59],
    );
    assert.equal(list[0]?.domainName, 'shop.example', 'a name that was known stays');
    assert.equal(list.filter(({ key }) => key.idx === 30).length, 1);
  });

  it('returns the latest log of the known connections, and none once cleared', async () => {
    const recent = new RecentLogs(memory().state);
    for (const idx of [1, 2]) await recent.add(target(idx, 'a'), 'shop.example');
    await recent.add(target(3, 'b'), 'shop.example');
    assert.equal(recent.latest(() => true)?.key.idx, 3);
    assert.equal(recent.latest((connectionId) => connectionId === 'a')?.key.idx, 2);
    await recent.clear();
    assert.deepEqual(recent.list(), []);
    assert.equal(
      recent.latest(() => true),
      undefined,
    );
  });

  it('removes the logs of a removed connection', async () => {
    const recent = new RecentLogs(memory().state);
    await recent.add(target(1, 'a'), undefined);
    await recent.add(target(1, 'b'), undefined);
    await recent.forgetConnection('a');
    assert.deepEqual(
      recent.list().map(({ connectionId }) => connectionId),
      ['b'],
    );
  });

  it('stores the rule and time of a log, and nothing else of its content', async () => {
    const { state, values } = memory();
    const row: LogRow = {
      idx: 1,
      rule: 'SQL Injection',
      time: '2026-11-21 07:03:12',
      uri: '/reset?token=secret',
      address: '203.0.113.9',
      other: { x: 'hostile' },
    };
    const withRow = { ...target(1), row, kind: 'log' };
    await new RecentLogs(state).add(withRow, 'shop.example');
    assert.doesNotMatch(JSON.stringify([...values]), /secret|203\.0|hostile/);
    const { rule, time } = new RecentLogs(state).list()[0] ?? {};
    assert.deepEqual([rule, time], ['SQL Injection', '2026-11-21 07:03:12']);
  });

  it('keeps the rule and time that were known of a log that is opened again by its number', async () => {
    const recent = new RecentLogs(memory().state);
    const row: LogRow = { idx: 1, rule: 'SQL Injection', time: '2026-11-21 07:03:12', other: {} };
    await recent.add({ ...target(1), row }, 'shop.example');
    await recent.add(target(1), 'shop.example');
    assert.equal(recent.list()[0]?.rule, 'SQL Injection');
  });

  it('keeps only the references of logs whose connection has another base URL', async () => {
    const recent = new RecentLogs(memory().state);
    const row: LogRow = { idx: 1, rule: 'SQL Injection', time: '2026-11-21 07:03:12', other: {} };
    for (const connectionId of ['a', 'b'])
      await recent.add({ ...target(1, connectionId), row }, 'shop.example');
    await recent.forgetRows('a');
    const [other, kept] = recent.list();
    assert.deepEqual(kept, target(1, 'a'));
    assert.deepEqual([other?.rule, other?.domainName], ['SQL Injection', 'shop.example']);
    await recent.add(target(1, 'a'), undefined);
    assert.equal(recent.list()[0]?.rule, undefined);
  });
});

describe('recentItem', () => {
  const row = { rule: 'SQL Injection', time: '2020-11-21 07:03:12' };
  const style = { zone: 'Etc/GMT+12', first: 'service' } as const;

  it('shows domain, number, time and rule of a log, both times in its tooltip', () => {
    const log = { ...target(1), ...row, domainName: 'shop.example' };
    const { label, description, tooltip, command } = recentItem(log, undefined, style);
    assert.equal(label, 'shop.example/1');
    assert.equal(description, '2020-11-21 07:03  SQL Injection');
    const times =
      /\nTime: 2020-11-21 07:03:12 \(Etc\/GMT\+12\), 2020-11-2[12] \d\d:\d\d:12 on this computer$/;
    assert.match(String(tooltip), times);
    assert.deepEqual(command, { command: 'partnerLogs.openRecent', title: 'Open Detection Log' });
    assert.match(String(recentItem(log, 'connection removed', style).description), / connection removed$/);
  });

  it('shows the invisible characters of names, and tells screen readers of them', () => {
    const log = { ...target(1), domainName: 'shop\u202eelpmaxe.\u200b' };
    const { label, tooltip, accessibilityInformation } = recentItem(log, undefined, AS_SENT);
    for (const text of [label, tooltip, accessibilityInformation?.label]) {
      assert.match(String(text), /shop‹U\+202E›elpmaxe\.‹U\+200B›/);
    }
  });
});

describe('RecentTree', () => {
  it('draws the logs that were opened, the latest first', async () => {
    const { recent, recentTree } = await models();
    await recent.add(target(1), 'shop.example');
    await recent.add(target(2), 'shop.example');
    const logs = await recentTree.getChildren();
    assert.deepEqual(
      logs.slice(0, 2).map((log) => recentTree.getTreeItem(log).label),
      ['shop.example/2', 'shop.example/1'],
    );
    assert.match(String(logs[0] && recentTree.getTreeItem(logs[0]).description), /connection removed/);
    await recent.forgetConnection('a');
  });
});
