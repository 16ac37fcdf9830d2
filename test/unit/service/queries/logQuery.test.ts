import assert from 'node:assert/strict';
import { filterOn, isEmptyQuery } from '../../../../src/service/queries/logQuery.ts';

describe('filterOn', () => {
  for (const [days, today, from, to] of [
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last7Days', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['thisMonth', '2026-03-31', '2026-03-01', '2026-03-31'],
  ] as const) {
    it(`has the days of ${days}`, () => {
      assert.deepEqual(filterOn(today, { days, rule: 'XSS' }), { from, to, rule: 'XSS' });
    });
  }

  it('keeps days that are given', () => {
    const days = { from: '2026-01-02', to: '2026-01-03' };
    assert.deepEqual(filterOn('2026-03-01', { days }), days);
  });

  it('is a filter of nothing when it is empty', () => {
    assert.deepEqual(filterOn('2026-03-01', {}), {});
    assert.equal(isEmptyQuery({}), true);
    assert.equal(isEmptyQuery({ uri: '/' }), false);
    assert.equal(isEmptyQuery({ uri: undefined } as object), true);
  });
});
