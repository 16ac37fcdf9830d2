import assert from 'node:assert/strict';
import { sortedDays } from '../../../src/counts/dayOrder.ts';

const values = { visitors: 5_200, attackers: 10, maliciousIps: 99, bots: 812 };
const days = [
  { date: '2026-05-28', values: { ...values, attackers: 9 } },
  { date: '2026-05-29', values },
  { date: '2026-05-30', values: { ...values, attackers: null } },
  { date: '2026-05-31', values },
];
const dates = (by: 'day' | 'attackers', descending: boolean) =>
  sortedDays(days, { by, descending }).map(({ date }) => date.slice(-2));

describe('sortedDays', () => {
  it('sorts by day in either direction', () => {
    assert.deepEqual(dates('day', false), ['28', '29', '30', '31']);
    assert.deepEqual(dates('day', true), ['31', '30', '29', '28']);
  });

  it('sorts numbers as numbers, keeps the order of equal ones, and puts days not reported last either way', () => {
    assert.deepEqual(dates('attackers', false), ['28', '29', '31', '30']);
    assert.deepEqual(dates('attackers', true), ['29', '31', '28', '30']);
  });
});
