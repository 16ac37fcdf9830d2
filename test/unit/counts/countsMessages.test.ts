import assert from 'node:assert/strict';
import { readCountsStored, readFromCountsPanel } from '../../../src/counts/countsMessages.ts';

const stored = { base: 'https://api.example.com', domain: 7, span: 'last7' };

for (const [read, right, wrong] of [
  [
    readFromCountsPanel,
    [
      { type: 'ready' },
      { type: 'choose', span: 'last7' },
      { type: 'choose', span: { from: '2026-05-01', to: '2026-05-31' } },
      { type: 'openLogs' },
      { type: 'openLogs', day: '2026-05-01' },
    ],
    [
      null,
      'ready',
      {},
      { type: 'run', command: 'workbench.action.terminal.new' },
      { type: 'choose', span: 'trend' },
      { type: 'choose', span: { from: '2026-02-30', to: '2026-05-31' } },
      { type: 'openLogs', day: '20260501' },
      { type: 'openLogs', domain: 1 },
    ],
  ],
  [
    readCountsStored,
    [stored],
    [
      null,
      {},
      { ...stored, domain: '7' },
      { ...stored, span: 'trend' },
      { ...stored, base: 'x'.repeat(2_001) },
    ],
  ],
] as const) {
  describe(read.name || 'readerOf', () => {
    for (const value of right) {
      it(`reads ${JSON.stringify(value)}`, () => assert.deepEqual(read(value), value));
    }
    for (const value of wrong) {
      it(`rejects ${JSON.stringify(value).slice(0, 60)}`, () => assert.equal(read(value), undefined));
    }
  });
}
