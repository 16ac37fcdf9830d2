import assert from 'node:assert/strict';
import { UNITS_PER_VALUE } from '../../../src/base/valueSize.ts';
import { FoundRows } from '../../../src/lm/foundRows.ts';

const target = (idx: number) => ({ connectionId: 'a', key: { domain: 1, idx, detectedType: 'WAF' } });
const row = (idx: number) => ({ idx, rule: 'SQL Injection', rawData: 'GET /', other: {} });

describe('FoundRows', () => {
  it('keeps the 500 rows that were found last, without their raw data', () => {
    const rows = new FoundRows();
    for (let idx = 0; idx <= 500; idx++) rows.add(target(idx), row(idx));
    assert.equal(rows.get(target(0)), undefined);
    assert.equal(rows.get(target(1))?.idx, 1);
    assert.deepEqual(rows.get(target(500)), { idx: 500, rule: 'SQL Injection', other: {} });
  });

  it('keeps rows of 8 Mi units in all, and the last one whatever its size', () => {
    const rows = new FoundRows();
    const values = 5 * UNITS_PER_VALUE;
    const names = 'idx'.length + 'rule'.length + 'other'.length + 'uri'.length;
    const half = (idx: number, more = 0) => ({
      ...{ idx, rule: '', other: {} },
      uri: 'a'.repeat(4 * 1024 * 1024 - values - names + more),
    });
    const kept = (...all: number[]) => all.filter((idx) => rows.get(target(idx)) !== undefined);
    rows.add(target(1), half(1));
    rows.add(target(2), half(2));
    assert.deepEqual(kept(1, 2), [1, 2]);
    rows.add(target(2), half(2, 1));
    assert.deepEqual(kept(1, 2), [2]);
    rows.add(target(3), half(3, 5 * 1024 * 1024));
    assert.deepEqual(kept(1, 2, 3), [3]);
    rows.add(target(4), half(4));
    rows.clear();
    for (const idx of [5, 6]) rows.add(target(idx), half(idx));
    assert.deepEqual(kept(4, 5, 6), [5, 6]);
    rows.add(target(7), half(7));
    assert.deepEqual(kept(5, 6, 7), [6, 7]);
  });

  it('forgets every row, so that none is told of a log that is read with another key', () => {
    const rows = new FoundRows();
    rows.add(target(1), row(1));
    rows.clear();
    assert.equal(rows.get(target(1)), undefined);
  });
});
