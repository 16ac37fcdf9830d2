import assert from 'node:assert/strict';
import { PATH_LENGTH } from '../../src/browse/tree/logLabel.ts';
import { FIELDS_LIMIT, TEXT_LIMIT, treeItem } from '../../src/browse/tree/treeRows.ts';
import type { DomainNode } from '../../src/targets/nodes.ts';

const LONG = 'x'.repeat(1024 * 1024);
const facts = () => ({ attackers: undefined, watched: false, alias: undefined, pinned: false, filter: '' });

const other = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, [LONG, LONG]]));
const domain: DomainNode = { kind: 'domain', connectionId: 'a', index: 1, name: LONG, other };

describe('treeItem', () => {
  it('cuts long texts of a domain, and says how many further fields there are', () => {
    const { label, description, tooltip, accessibilityInformation } = treeItem(domain, facts);
    assert.equal(label, `${'x'.repeat(TEXT_LIMIT - 1)}…`);
    assert.equal(description, '');
    assert.ok(String(accessibilityInformation?.label).length < 2 * TEXT_LIMIT);
    const lines = String(tooltip).split('\n');
    assert.equal(lines.length, 2 + FIELDS_LIMIT + 1);
    assert.equal(lines.at(-1), '980 more fields');
    for (const line of lines) assert.ok(line.length <= TEXT_LIMIT + 1, String(line.length));
    assert.ok(lines[2]?.startsWith('f0: ["xxx'));
  });

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

  it('cuts long texts of a log', () => {
    const row = { idx: 1, rule: LONG, uri: LONG, detectedValue: LONG, description: LONG, other: {} };
    const node = {
      kind: 'log',
      connectionId: 'a',
      key: { domain: 1, idx: 1, detectedType: 'WAF' },
      row,
      parent: domain,
    } as const;
    const { label, description, tooltip } = treeItem(node, facts);
    assert.equal(label, `${'x'.repeat(PATH_LENGTH - 1)}…`);
    assert.equal(description, `${'x'.repeat(TEXT_LIMIT - 1)}…`);
    for (const line of String(tooltip).split('\n')) assert.ok(line.length <= TEXT_LIMIT + 1);
  });
});
