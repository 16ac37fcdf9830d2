import assert from 'node:assert/strict';
import { logLabel } from '../../../../src/browse/tree/listRows.ts';

describe('logLabel', () => {
  for (const [uri, label] of [
    ['/api/v2/checkout', 'checkout'],
    ['/search?q=/a/b#/c', 'search'],
    ['/admin/', 'admin'],
    ['/api/orders/1380', 'orders/1380'],
    ['/1380', '1380'],
    ['/', '/'],
    ['?q=1', '?q=1'],
    ['/a\u202eb/safe\u202egpj.exe', 'safe‹U+202E›gpj.exe'],
    [`/${'x'.repeat(1024 * 1024)}`, `${'x'.repeat(19)}…`],
    ['', 'XSS'],
  ] as const)
    it(`begins the row of ${uri.slice(0, 20) || 'no path'} with ${label}`, () => {
      assert.equal(logLabel({ idx: 7, uri, rule: 'XSS', other: {} }), label);
    });

  it('is the number of a log that the service sent without path and rule', () => {
    assert.equal(logLabel({ idx: 7, other: {} }), 'Log 7');
  });
});
