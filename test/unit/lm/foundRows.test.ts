import assert from 'node:assert/strict';
import { FoundRows } from '../../../src/lm/foundRows.ts';

const target = (idx: number) => ({ connectionId: 'a', key: { domain: 1, idx, detectedType: 'WAF' } });
const row = (idx: number) => ({ idx, rule: 'SQL Injection', rawData: 'GET /', other: {} });

describe('FoundRows', () => {
  it('keeps the 500 rows that were found last, without their raw data', () => {
    const rows = new FoundRows();
    for (let idx = 0; idx <= 500; idx++) rows.add(target(idx), row(idx));
    assert.equal(rows.get(target(0)), undefined);
    assert.deepEqual(rows.get(target(500)), { idx: 500, rule: 'SQL Injection', other: {} });
  });

  it('forgets every row, so that none is told of a log that is read with another key', () => {
    const rows = new FoundRows();
    rows.add(target(1), row(1));
    rows.clear();
    assert.equal(rows.get(target(1)), undefined);
  });
});
