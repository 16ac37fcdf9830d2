import assert from 'node:assert/strict';
import { countsData, countsRange } from '../loopback.ts';
import { counts, decodeData, faultOf } from './decoding.ts';

const none = { previous: '', changeRate: '', periodLabel: '' };
const decoded = {
  range: countsRange,
  totals: { visitors: 10, attackers: 4, maliciousIps: 3, bots: 2 },
  comparisons: { visitors: none, attackers: none, maliciousIps: none, bots: none },
  days: [
    { date: '2026-05-01', visitors: 6, attackers: 3, maliciousIps: 2, bots: 1 },
    { date: '2026-05-02', visitors: 5, attackers: 2, maliciousIps: 2, bots: 1 },
  ],
  timeZone: 'UTC',
};
const [day, second] = countsData.total_log;
const totals = countsData.total_count;
const byDate = Object.fromEntries(countsData.total_log.map(({ date, ...counts }) => [date, counts]));

describe('Counts', () => {
  for (const [name, data] of Object.entries({
    'as documented': countsData,
    'with numbers as strings': {
      ...countsData,
      total_count: { ...totals, visitors: { ...totals.visitors, total: '10' }, attackers: '4', bots: 2 },
      total_log: [{ ...day, visitors: '6' }, second],
    },
    'with days by date': { ...countsData, total_log: byDate },
    'with dates in other formats': {
      ...countsData,
      search_term: { from: 20_260_501, to: '2026-05-02 23:59:59' },
      total_log: [day, { ...second, date: '20260502' }],
    },
  })) {
    it(`${name} are decoded`, () => assert.deepEqual(decodeData(counts, data), decoded));
  }

  it('are refused with more than 10,000 days', () => {
    const total_log = Array(10_001).fill(day);
    const fault = 'bad-shape data.total_log: at most 10,000 items, more';
    assert.equal(faultOf(counts, { ...countsData, total_log }), fault);
  });

  it('are unknown where they are null, and the others stay', () => {
    const { bots: _, ...withoutBots } = second ?? {};
    const { totals: known, days } = decodeData(counts, {
      ...countsData,
      total_count: { ...totals, visitors: { ...totals.visitors, total: null } },
      total_log: [{ ...day, attackers: null }, withoutBots],
    });
    assert.deepEqual([known.visitors, known.bots], [null, 2]);
    assert.deepEqual([days[0]?.attackers, days[0]?.bots, days[1]?.bots], [null, 1, null]);
  });

  it('have the comparisons of a total as text, as sent, whatever their type', () => {
    const total_count = {
      visitors: { total: 10, previous: 1234, change_rate: '+4.2 %', period_label: '' },
      attackers: { total: 4, previous: { to: [1] }, change_rate: -0.5, period_label: false },
      malicious_ips: 3,
      bots: { total: 2, previous: 'x'.repeat(200) },
    };
    assert.deepEqual(decodeData(counts, { ...countsData, total_count }).comparisons, {
      visitors: { previous: '1234', changeRate: '+4.2 %', periodLabel: '' },
      attackers: { previous: '{"to":[1]}', changeRate: '-0.5', periodLabel: 'false' },
      maliciousIps: none,
      bots: { previous: `${'x'.repeat(100)}…`, changeRate: '', periodLabel: '' },
    });
  });

  it('have no days if total_log is null or missing, and the start of a long time zone', () => {
    for (const total_log of [null, undefined]) {
      const { days, timeZone } = decodeData(counts, { ...countsData, total_log, timezone: 'z'.repeat(101) });
      assert.deepEqual([days, timeZone], [[], `${'z'.repeat(100)}…`]);
    }
  });

  it('can be of a part of the requested days, and of more', () => {
    const rangeOf = (from: string, to: string) =>
      decodeData({ ...counts, range: { from, to } }, countsData).range;
    assert.deepEqual(rangeOf('2026-04-01', '2026-05-31'), countsRange);
    assert.deepEqual(rangeOf('2026-05-02', '2026-05-02'), countsRange);
    const other = { ...counts, range: { from: '2026-05-03', to: '2026-05-03' } };
    assert.equal(
      faultOf(other, countsData),
      'mismatch data.search_term: 2026-05-03 to 2026-05-03, 2026-05-01 to 2026-05-02',
    );
  });

  const { attackers: ___, ...withoutAttackers } = totals;
  for (const [changes, fault] of [
    [{ search_term: null }, 'data.search_term: object, null'],
    [{ search_term: { from: '20260501' } }, 'data.search_term.to: date, nothing'],
    [{ search_term: { from: ['20260501'], to: '20260502' } }, 'data.search_term.from: date, array'],
    [{ search_term: { from: 2026, to: '20260502' } }, 'data.search_term.from: date, integer'],
    [{ total_count: null }, 'data.total_count: object, null'],
    [{ total_count: withoutAttackers }, 'data.total_count.attackers: integer, nothing'],
    [{ total_count: { ...totals, attackers: {} } }, 'data.total_count.attackers.total: integer, nothing'],
    [{ total_count: { ...totals, bots: 1.5 } }, 'data.total_count.bots: integer, number with a fraction'],
    [{ total_log: { total: day } }, 'data.total_log.date: date, string'],
    [{ total_log: [null] }, 'data.total_log[0]: object, null'],
    [{ total_log: [{ ...day, date: '2026-02-30' }] }, 'data.total_log[0].date: date, string'],
    [{ total_log: [day, { ...day, bots: 'x' }] }, 'data.total_log[1].bots: integer, string'],
  ] as const) {
    it(`are refused with “${fault}”`, () => {
      assert.equal(faultOf(counts, { ...countsData, ...changes }), `bad-shape ${fault}`);
    });
  }
});
