import assert from 'node:assert/strict';
import { readCountsStored, readFromCountsPanel } from '../../../src/counts/countsMessages.ts';

describe('readFromCountsPanel', () => {
  for (const message of [
    { type: 'ready' },
    { type: 'tryAgain' },
    { type: 'choose', span: 'last7' },
    { type: 'choose', span: { from: '2026-05-01', to: '2026-05-31' } },
    { type: 'openLogs' },
  ]) {
    it(`reads ${JSON.stringify(message)}`, () => {
      assert.deepEqual(readFromCountsPanel(message), message);
    });
  }

  for (const message of [
    null,
    'ready',
    {},
    { type: 'run', command: 'workbench.action.terminal.new' },
    { type: 'ready', more: 1 },
    { type: 'choose', span: 'trend' },
    { type: 'choose', span: { from: '20260501', to: '2026-05-31' } },
    { type: 'choose', span: { from: '2026-02-30', to: '2026-05-31' } },
    { type: 'openLogs', domain: 1 },
  ]) {
    it(`drops ${JSON.stringify(message)}`, () => {
      assert.equal(readFromCountsPanel(message), undefined);
    });
  }
});

describe('readCountsStored', () => {
  const stored = { base: 'https://api.example.com', domain: 7, span: 'last7' };

  it('is read, without what the page keeps beside it', () => {
    assert.deepEqual(readCountsStored({ ...stored, hidden: ['bots'] }), stored);
  });

  for (const state of [
    undefined,
    null,
    'x',
    {},
    { span: 'last7' },
    { ...stored, domain: '7' },
    { ...stored, span: 'trend' },
    { ...stored, base: 'x'.repeat(2_001) },
  ]) {
    it(`is nothing: ${JSON.stringify(state)?.slice(0, 60)}`, () => {
      assert.equal(readCountsStored(state), undefined);
    });
  }
});
