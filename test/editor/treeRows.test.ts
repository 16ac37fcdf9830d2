import assert from 'node:assert/strict';
import { treeItem } from '../../src/browse/tree/treeRows.ts';
import type { DomainNode } from '../../src/targets/nodes.ts';

const facts = () => ({ attackers: undefined, pinned: false, filter: '' });

const domain: DomainNode = { kind: 'domain', connectionId: 'a', index: 1, name: 'shop.example', other: {} };

describe('treeItem', () => {
  it('begins the row of a log with the end of its path and the time, and has all of it in tooltip and label', () => {
    const now = new Date().toISOString().slice(0, 10);
    const row = {
      idx: 1380,
      rule: 'XSS',
      time: `${now} 07:03:12`,
      uri: '/api/v2/checkout?b',
      address: '203.0.113.9',
      other: {},
    };
    const key = { domain: 1, idx: 1380, detectedType: 'WAF' };
    const node = { kind: 'log', connectionId: 'a', key, row, parent: domain } as const;
    const drawn = treeItem(node, facts, () => ({ zone: 'UTC', first: 'service' }));
    assert.equal(drawn.label, 'checkout');
    assert.equal(drawn.description, '07:03  XSS  203.0.113.9');
    for (const text of [drawn.tooltip, drawn.accessibilityInformation?.label])
      for (const fact of ['/api/v2/checkout?b', 'XSS', '203.0.113.9', `${now} 07:03:12 (UTC)`])
        assert.ok(String(text).includes(fact), fact);
    assert.match(String(drawn.tooltip), /^XSS\nLog number 1380\nTime: \S+ 07:03:12 \(UTC\)/);
    assert.equal(treeItem(node, facts).description, `${now.slice(5)} 07:03  XSS  203.0.113.9`);
    assert.deepEqual(drawn.command, { command: 'partnerLogs.openRow', title: 'Open Detection Log' });
  });
});
