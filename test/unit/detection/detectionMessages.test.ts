import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ACTIONS, readFromPanel } from '../../../src/detection/detectionMessages.ts';

const layout = { wrap: true, scroll: 10, section: 'raw', find: 'a' };

describe('readFromPanel', () => {
  it('reads messages', () => {
    const messages = [
      { type: 'ready' },
      { type: 'tryAgain' },
      { type: 'nextStep' },
      { type: 'copyValue', table: 'request', index: 0 },
      { type: 'filterByValue', table: 'facts', index: 12 },
      { type: 'openSimilar' },
      { type: 'arranged', layout },
      { type: 'selected', text: 'id=1' },
      { type: 'showMatch', index: 2 },
      ...ACTIONS.map((action) => ({ type: 'run', action })),
    ];
    for (const message of messages) assert.deepEqual(readFromPanel(message), message);
  });

  it('refuses messages that name anything else', () => {
    const messages = [
      undefined,
      null,
      'ready',
      [],
      {},
      { type: 'eval' },
      { type: 'run', action: 'removeConnection' },
      { type: 'run', action: 'partnerLogs.copyLink' },
      { type: 'run', action: 'workbench.action.quit' },
      { type: 'run', action: 'copyLink', arguments: ['x'] },
      { type: 'run', action: ['copyLink'] },
      { type: 'run', action: 'constructor' },
      { type: 'nextStep', command: 'workbench.action.quit' },
      { type: 'copyValue', table: 'request', index: -1 },
      { type: 'copyValue', table: 'request', index: 1.5 },
      { type: 'copyValue', table: 'request', index: '0' },
      { type: 'copyValue', table: '__proto__', index: 0 },
      { type: 'copyValue', table: 'request', index: 0, value: 'x' },
      { type: 'filterByValue', table: 'facts', index: 0, field: 'keyword' },
      { type: 'arranged', layout: { ...layout, scroll: Number.NaN } },
      { type: 'arranged', layout: { ...layout, find: 'x'.repeat(10_001) } },
      { type: 'arranged', layout: { ...layout, more: 1 } },
      { type: 'arranged', layout: { ...layout, section: 'match' } },
      { type: 'showMatch', index: -1 },
      { type: 'selected', text: 'x'.repeat(201) },
    ];
    for (const message of messages) assert.equal(readFromPanel(message), undefined, JSON.stringify(message));
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (message) => {
        assert.equal(readFromPanel(message), undefined);
      }),
    );
  });
});
