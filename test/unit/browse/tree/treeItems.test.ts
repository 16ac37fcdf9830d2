import assert from 'node:assert/strict';
import type * as treeItems from '../../../../src/browse/tree/treeItems.ts';
import type { DomainNode, LogNode } from '../../../../src/connections/nodes.ts';
import type { LogRow } from '../../../../src/service/model.ts';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';
import { AS_SENT } from '../../formats/logs.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'c', index: 1, name: 'shop.example' };

function node(row: Partial<LogRow>): LogNode {
  const key = { domain: 1, idx: 1, detectedType: 'WAF' };
  return { kind: 'log', connectionId: 'c', key, row: { idx: 1, other: {}, ...row }, parent };
}

describe('tree items', () => {
  let window: FakeWindow;
  let items: typeof treeItems;
  before(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
    items = await window.load<typeof treeItems>('browse/tree/treeItems.ts');
  });
  after(() => window?.close());

  for (const [row, label] of [
    [{ uri: '/account/login?next=/' }, 'login'],
    [{ uri: '/orders/1380' }, 'orders/1380'],
    [{ uri: '/', rule: 'SQL Injection' }, '/'],
    [{ rule: 'SQL Injection' }, 'SQL Injection'],
    [{}, 'Log 1'],
    [{ uri: '/a\u202Eb/lo\u0000gin' }, 'lo␀gin'],
  ] as const) {
    it(`show a log by the end of its path, its rule, or its number: ${label}`, () =>
      assert.equal(items.logItem(node(row), AS_SENT).label, label));
  }

  it('run the command of a log with the log, and that of a message with its list', () => {
    const log = node({});
    assert.deepEqual(items.logItem(log, AS_SENT).command?.arguments, [log]);
    const command = 'partnerLogs.loadMore';
    const more = { kind: 'message', parent, label: 'Load More', icon: 'fold-down', command } as const;
    assert.deepEqual(items.messageItem(more).command?.arguments, [parent]);
  });

  it("show a filter in words, pins, and today's attackers beside a domain", () => {
    const facts = { attackers: 3, pinned: true, filter: 'today, Blocked', inFile: false };
    const { description, contextValue } = items.domainItem(parent, facts);
    assert.deepEqual(
      [description, contextValue],
      ['filtered: today, Blocked  3 attackers today', 'domain pinned filtered'],
    );
  });
});
