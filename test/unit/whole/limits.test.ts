/** Tests limits in docs/limits.md that require the whole extension, each at its boundary. */
import assert from 'node:assert/strict';
import type * as searchItems from '../../../src/browse/search/searchItems.ts';
import type * as treeRows from '../../../src/browse/tree/treeRows.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import type { DomainNode, LogNode } from '../../../src/targets/nodes.ts';
import type * as clipboard from '../../../src/ui/clipboard.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'c', index: 1, name: 'shop.example', other: {} };

function node(idx: number): LogNode {
  const key = { domain: 1, idx, detectedType: 'WAF' };
  return { kind: 'log', connectionId: 'c', key, row: { idx, other: {} }, parent };
}

describe('limits', function () {
  this.timeout(60_000);
  let window: FakeWindow;

  before(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
    await window.parts.connections.save({ id: 'c', name: 'c', baseUrl: 'https://c.example' });
  });

  after(() => window?.close());

  it('lists 100 logs of a source in a search', async () => {
    const { logItems } = await window.load<typeof searchItems>('browse/search/searchItems.ts');
    const shown = { withDomain: false, timeStyle: () => ({ zone: undefined, first: 'service' }) as const };
    const logs = Array.from({ length: 101 }, (_, idx) => node(idx));
    assert.equal(logItems(logs.slice(0, 100), shown).length, 100);
    assert.equal(logItems(logs, shown).length, 100);
  });

  describe('a row of the tree', () => {
    const facts = () => ({
      attackers: undefined,
      pinned: false,
      filter: '',
    });
    const itemOf = async (of: Parameters<typeof treeRows.treeItem>[0]) =>
      (await window.load<typeof treeRows>('browse/tree/treeRows.ts')).treeItem(of, facts);

    it('has 20 characters of the end of a path, and 300 of everything else', async () => {
      const long = 'x'.repeat(1024 * 1024);
      const log = (row: Partial<LogRow>) => itemOf({ ...node(1), row: { idx: 1, other: {}, ...row } });
      assert.equal((await log({ uri: '👍'.repeat(20) })).label, '👍'.repeat(20));
      assert.equal((await log({ uri: '👍'.repeat(21) })).label, `${'👍'.repeat(19)}…`);
      assert.equal((await log({ address: 'x'.repeat(300) })).description, 'x'.repeat(300));
      const { description, tooltip } = await log({ rule: long, uri: long, detectedValue: long });
      assert.equal(description, `${'x'.repeat(299)}…`);
      const [rule = '', ...others] = String(tooltip).split('\n');
      assert.equal(rule, `${'x'.repeat(299)}…`);
      for (const line of others) assert.ok(line.length <= 300, line);
    });

    it('has 20 unknown fields of a domain in its tooltip, and says how many more there are', async () => {
      const long = 'x'.repeat(1024 * 1024);
      const domain = (count: number) => {
        const names = Array.from({ length: count }, (_, index) => [`f${index}`, [long, long]]);
        return itemOf({ ...parent, name: long, other: Object.fromEntries(names) });
      };
      const most = await domain(20);
      assert.equal(most.label, `${'x'.repeat(299)}…`);
      assert.ok(String(most.accessibilityInformation?.label).length < 600);
      assert.match(String(most.tooltip), /\nf19: \["x{290,}…$/);
      const { tooltip } = await domain(21);
      const lines = String(tooltip).split('\n');
      assert.deepEqual([lines.length, lines.at(-1)], [23, '1 more field']);
      for (const line of lines) assert.ok(line.length <= 300, line);
    });
  });

  it('copies no logs together that are longer than 128 Mi units', async () => {
    const { COPIED_LIMIT } = await window.load<typeof clipboard>('ui/clipboard.ts');
    assert.equal(COPIED_LIMIT, 128 * 1024 * 1024);
    const rawData = 'x'.repeat(COPIED_LIMIT / 4 - 1_000);
    let read = 0;
    const get = async ({ key }: LogNode) => {
      read++;
      const headers = { headers: [] };
      return { key, rawData, request: headers, response: headers, other: {} } as unknown as DetectionLog;
    };
    Object.assign(window.parts.logs, { get });
    window.fake.clipboard = 'before';
    const logs = [1, 2, 3, 4, 5, 6].map(node);
    await window.run('partnerLogs.copyJson', logs[0], logs);
    assert.equal(read, 5);
    assert.equal(window.fake.clipboard, 'before');
    assert.match(window.fake.messages.map(({ text }) => text).join(), /memory|large/i);
  });
});
