import assert from 'node:assert/strict';
import { readCountsStored, readFromCountsPanel } from '../../../src/counts/countsMessages.ts';

const stored = { base: 'https://api.example.com', domain: 7, span: 'last7' };
const RIGHT = [
  [readFromCountsPanel, { type: 'choose', span: 'last7' }],
  [readFromCountsPanel, { type: 'choose', span: { from: '2026-05-01', to: '2026-05-31' } }],
  [readFromCountsPanel, { type: 'openLogs', day: '2026-05-01' }],
  [readCountsStored, stored],
] as const;
const WRONG = [
  [readFromCountsPanel, 'ready'],
  [readFromCountsPanel, { type: 'run', command: 'workbench.action.terminal.new' }],
  [readFromCountsPanel, { type: 'choose', span: 'trend' }],
  [readFromCountsPanel, { type: 'choose', span: { from: '2026-02-30', to: '2026-05-31' } }],
  [readFromCountsPanel, { type: 'openLogs', day: '20260501' }],
  [readCountsStored, null],
  [readCountsStored, { ...stored, domain: '7' }],
  [readCountsStored, { ...stored, base: 'x'.repeat(2_001) }],
] as const;

describe('the messages and the stored state of a counts panel', () => {
  it('are read if the page can send them', () => {
    for (const [read, value] of RIGHT) assert.deepEqual(read(value), value);
  });

  it('are not read otherwise', () => {
    for (const [read, value] of WRONG) assert.equal(read(value), undefined, JSON.stringify(value));
  });
});
