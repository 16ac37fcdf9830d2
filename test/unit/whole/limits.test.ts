/** Tests limits in docs/limits.md that require the whole extension, each at its boundary. */

import assert from 'node:assert/strict';
import type * as treeItems from '../../../src/browse/tree/treeItems.ts';
import type { DomainNode, LogNode } from '../../../src/connections/nodes.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import type * as copyText from '../../../src/share/copyText.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { AS_SENT } from '../formats/logs.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'c', index: 1, name: 'shop.example' };

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

  describe('a row of the tree', () => {
    const items = () => window.load<typeof treeItems>('browse/tree/treeItems.ts');

    it('has 20 characters of the end of a path, and 300 of everything else', async () => {
      const long = 'x'.repeat(1024 * 1024);
      const { logItem } = await items();
      const log = (row: Partial<LogRow>) =>
        logItem({ ...node(1), row: { idx: 1, other: {}, ...row } }, AS_SENT);
      assert.equal((await log({ uri: '👍'.repeat(20) })).label, '👍'.repeat(20));
      assert.equal((await log({ uri: '👍'.repeat(21) })).label, `${'👍'.repeat(19)}…`);
      assert.equal((await log({ address: 'x'.repeat(300) })).description, 'x'.repeat(300));
      const { description, tooltip } = await log({ rule: long, uri: long, detectedValue: long });
      assert.equal(description, `${'x'.repeat(299)}…`);
      const [rule = '', ...others] = String(tooltip).split('\n');
      assert.equal(rule, `${'x'.repeat(299)}…`);
      for (const line of others) assert.ok(line.length <= 300, line);
    });
  });

  it('copies no logs together that are longer than 128 Mi units', async () => {
    const { COPIED_LIMIT } = await window.load<typeof copyText>('share/copyText.ts');
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
    window.fake.takes = 'JSON';
    await window.run('partnerLogs.copyAs', logs[0], logs);
    assert.equal(read, 5);
    assert.equal(window.fake.clipboard, 'before');
    assert.match(window.fake.messages.map(({ text }) => text).join(), /memory|large/i);
  });
});
