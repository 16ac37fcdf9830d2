import assert from 'node:assert/strict';
import { logFileName, rowsFileName } from '../../../src/formats/exportedLog.ts';

describe('logFileName and rowsFileName', () => {
  it('use numbers alone', () => {
    const key = { domain: 7, idx: 12, detectedType: '../../etc' };
    assert.equal(logFileName(key, 'har'), 'detection-log-7-12.har');
    const range = { from: '2026-01-01', to: '2026-01-31' };
    assert.equal(rowsFileName(7, range, 'csv'), 'detection-logs-7-20260101-20260131.csv');
    assert.equal(rowsFileName(7, { from: '../../x' }, 'ndjson'), 'detection-logs-7.ndjson');
  });
});
