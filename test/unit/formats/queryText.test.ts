import assert from 'node:assert/strict';
import { fieldList, queryText } from '../../../src/formats/queryText.ts';

describe('queryText', () => {
  it('names its values in one order, a keyword in quotes', () => {
    const query = { keyword: 'union', action: 'Blocked', days: 'last7Days', address: '203.0.113.9' } as const;
    assert.equal(queryText(query), 'last 7 days, 203.0.113.9, Blocked, “union”');
  });

  it('names a day or a range of days', () => {
    assert.equal(queryText({ days: { from: '2026-11-21', to: '2026-11-21' } }), '2026-11-21');
    assert.equal(queryText({ days: { from: '2026-11-01', to: '2026-11-21' } }), '2026-11-01 to 2026-11-21');
  });

  it('is empty when nothing is narrowed', () => assert.equal(queryText({}), ''));

  it('lists fields once, the two ends of a range as days', () => {
    assert.equal(fieldList(['from', 'to', 'countryCode']), 'days and country');
    assert.equal(fieldList(['uri']), 'path');
  });
});
