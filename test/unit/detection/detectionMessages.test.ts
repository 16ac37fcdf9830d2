import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ACTIONS, readFromPanel } from '../../../src/detection/detectionMessages.ts';

describe('readFromPanel', () => {
  it('reads messages', () => {
    const messages = [
      ...['ready', 'tryAgain', 'nextStep', 'openSimilar'].map((type) => ({ type })),
      { type: 'copyValue', value: 'a' },
      { type: 'filterByValue', field: 'rule', value: 'a' },
      { type: 'selected', text: 'id=1' },
      ...ACTIONS.map((action) => ({ type: 'run', action })),
    ];
    for (const message of messages) assert.deepEqual(readFromPanel(message), message);
  });

  it('refuses messages that name anything else', () => {
    const messages = [
      { type: 'eval' },
      { type: 'run', action: 'removeConnection' },
      { type: 'run', action: 'partnerLogs.copyLink' },
      { type: 'run', action: 'workbench.action.quit' },
      { type: 'run', action: 'copyLink', arguments: ['x'] },
      { type: 'run', action: ['copyLink'] },
      { type: 'run', action: 'constructor' },
      { type: 'nextStep', command: 'workbench.action.quit' },
      { type: 'copyValue', value: 1 },
      { type: 'copyValue', value: 'x'.repeat(8 * 1024 + 1) },
      { type: 'filterByValue', field: 'from', value: '2026-11-28' },
      { type: 'filterByValue', field: '__proto__', value: 'a' },
      { type: 'selected', text: 'x'.repeat(201) },
    ];
    for (const message of messages) assert.equal(readFromPanel(message), undefined, JSON.stringify(message));
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (message) => {
        assert.equal(readFromPanel(message), undefined);
      }),
    );
  });
});
