/** Limits of docs/limits.md that take the whole extension to reach, each at its bound. */
import assert from 'node:assert/strict';
import type * as searchItems from '../../../src/browse/search/searchItems.ts';
import type { DetectionLog } from '../../../src/service/model.ts';
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
    await window.parts.connections.save({ id: 'c', name: 'C', baseUrl: 'https://c.example' });
  });

  after(() => window?.close());

  it('lists 100 logs of a source in a search', async () => {
    const { logItems } = await window.load<typeof searchItems>('browse/search/searchItems.ts');
    const shown = { withDomain: false, timeStyle: () => ({ zone: undefined, first: 'service' }) as const };
    const logs = Array.from({ length: 101 }, (_, idx) => node(idx));
    assert.equal(logItems(logs.slice(0, 100), shown).length, 100);
    assert.equal(logItems(logs, shown).length, 100);
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
