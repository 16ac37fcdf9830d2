import assert from 'node:assert/strict';
import { isServiceError } from '../../../../src/base/errors.ts';
import { decodeCounts } from '../../../../src/service/answers/decodeCounts.ts';
import { english, message } from '../../../../src/text/l10n.ts';
import { countsData, countsRange } from '../loopback.ts';

const none = { previous: null, changeRate: null, periodLabel: null };

const refuses = (data: unknown, field: string, expected: string, found: string) =>
  assert.throws(
    () => decodeCounts(data, countsRange),
    (error) => {
      assert.ok(isServiceError(error, 'bad-shape'));
      const { facts } = error;
      const said = english(message('{0}, {1}', facts.expected ?? '', facts.found ?? ''));
      assert.deepEqual([facts.field, said], [field, `${expected}, ${found}`]);
      return true;
    },
  );

describe('decodeCounts', () => {
  it('decodes section 2.3', () => {
    assert.deepEqual(decodeCounts(countsData, countsRange), {
      range: { from: '2026-05-01', to: '2026-05-02' },
      totals: {
        visitors: { total: 10, ...none },
        attackers: { total: 4, ...none },
        maliciousIps: { total: 3, ...none },
        bots: { total: 2, ...none },
      },
      days: [
        { date: '2026-05-01', visitors: 6, attackers: 3, maliciousIps: 2, bots: 1 },
        { date: '2026-05-02', visitors: 5, attackers: 2, maliciousIps: 2, bots: 1 },
      ],
      timeZone: 'UTC',
    });
  });

  it('takes 10 000 days, and refuses more', () => {
    const days = (count: number) => ({
      ...countsData,
      total_log: Array(count).fill(countsData.total_log[0]),
    });
    assert.equal(decodeCounts(days(10_000), countsRange).days.length, 10_000);
    refuses(days(10_001), 'data.total_log', 'at most 10,000 days', 'more');
  });

  it('keeps the start of a long comparison and of a long time zone, and marks it as cut', () => {
    const visitors = {
      total: 1,
      previous: Array(100_000).fill({ a: 1 }),
      change_rate: 'x'.repeat(10_000_000),
      period_label: { a: ['short'] },
    };
    const sent = { ...countsData.total_count, visitors };
    const { totals, timeZone } = decodeCounts(
      {
        ...countsData,
        total_count: sent,
        timezone: 'z'.repeat(10_000_000),
      },
      countsRange,
    );
    const { previous, changeRate, periodLabel } = totals.visitors;
    assert.match(String(previous), /^\[\{"a":1\},.*…$/);
    assert.equal(String(previous).length, 1_001);
    assert.equal(changeRate, `${'x'.repeat(1_000)}…`);
    assert.deepEqual(periodLabel, { a: ['short'] });
    assert.equal(timeZone, `${'z'.repeat(100)}…`);
    const most = { ...visitors, change_rate: 'x'.repeat(1_000) };
    const whole = decodeCounts(
      { ...countsData, total_count: { ...sent, visitors: most }, timezone: 'z'.repeat(100) },
      countsRange,
    );
    assert.equal(whole.totals.visitors.changeRate, most.change_rate);
    assert.equal(whole.timeZone, 'z'.repeat(100));
  });

  it('reads counters as integers, strings of digits, or both in one answer', () => {
    const mixed = structuredClone(countsData) as unknown as {
      total_count: Record<string, Record<string, unknown>>;
      total_log: Record<string, unknown>[];
    };
    Object.assign(mixed.total_count['visitors'] ?? {}, { total: '10' });
    Object.assign(mixed.total_log[0] ?? {}, { visitors: '6', bots: '1' });
    assert.deepEqual(decodeCounts(mixed, countsRange), decodeCounts(countsData, countsRange));
  });

  it('keeps counts that are null as unknown, beside all others', () => {
    const [first, second] = countsData.total_log;
    const visitors = { ...countsData.total_count.visitors, total: null };
    const { totals, days } = decodeCounts(
      {
        ...countsData,
        total_count: { ...countsData.total_count, visitors },
        total_log: [{ ...first, attackers: null }, second],
      },
      countsRange,
    );
    assert.deepEqual([totals.visitors.total, totals.bots.total], [null, 2]);
    assert.deepEqual(
      days.map(({ attackers }) => attackers),
      [null, 2],
    );
  });

  it('reads a day that is a number', () => {
    const sent = { ...countsData, search_term: { from: 20_260_501, to: 20_260_502 } };
    assert.deepEqual(decodeCounts(sent, countsRange).range, countsRange);
  });

  it('reads a total_log that is null or missing as empty', () => {
    const { total_log: _, ...without } = countsData;
    assert.deepEqual(decodeCounts(without, countsRange).days, []);
    assert.deepEqual(decodeCounts({ ...countsData, total_log: null }, countsRange).days, []);
    refuses({ ...countsData, total_log: {} }, 'data.total_log', 'array', 'object');
  });

  it('passes comparisons on as sent, whatever their type', () => {
    for (const value of [3, '12.5%', false, [1], { a: 1 }, null]) {
      const attackers = { total: 4, previous: value, change_rate: value, period_label: value };
      const { totals } = decodeCounts(
        {
          ...countsData,
          total_count: { ...countsData.total_count, attackers },
        },
        countsRange,
      );
      assert.deepEqual(totals.attackers, {
        total: 4,
        previous: value,
        changeRate: value,
        periodLabel: value,
      });
    }
  });

  it('names what is missing or of another type', () => {
    const { bots: _, ...day } = countsData.total_log[0] ?? {};
    refuses(
      { ...countsData, total_log: [countsData.total_log[0], day] },
      'data.total_log[1].bots',
      'integer',
      'nothing',
    );
    refuses(
      { ...countsData, total_log: [{ ...day, bots: 1, date: '2026-02-30' }] },
      'data.total_log[0].date',
      'date',
      'string',
    );
    refuses({ ...countsData, total_log: [null] }, 'data.total_log[0]', 'object', 'null');
    refuses(null, 'data', 'object', 'null');
    refuses({ ...countsData, search_term: null }, 'data.search_term', 'object', 'null');
    refuses({ ...countsData, total_count: null }, 'data.total_count', 'object', 'null');
    refuses({ ...countsData, search_term: { from: '20260501' } }, 'data.search_term.to', 'date', 'nothing');
    refuses(
      { ...countsData, search_term: { from: ['20260501'], to: '20260502' } },
      'data.search_term.from',
      'date',
      'array',
    );
    refuses(
      { ...countsData, search_term: { from: 2026, to: '20260502' } },
      'data.search_term.from',
      'date',
      'integer',
    );
    const { attackers: __, ...totals } = countsData.total_count;
    refuses({ ...countsData, total_count: totals }, 'data.total_count.attackers', 'object', 'nothing');
    const { period_label: ___, ...attackers } = countsData.total_count.attackers;
    refuses(
      { ...countsData, total_count: { ...totals, attackers } },
      'data.total_count.attackers.period_label',
      'any value',
      'nothing',
    );
  });

  it('accepts a part of the requested days, and more than those', () => {
    for (const requested of [
      { from: '2026-04-01', to: '2026-05-31' },
      { from: '2026-05-02', to: '2026-05-02' },
      { from: '2026-04-01', to: '2026-05-01' },
    ])
      assert.deepEqual(decodeCounts(countsData, requested).range, countsRange);
  });

  it('refuses counts of other days alone, and reports both ranges', () => {
    for (const requested of [
      { from: '2026-04-01', to: '2026-04-30' },
      { from: '2026-05-03', to: '2026-05-03' },
    ])
      assert.throws(() => decodeCounts(countsData, requested), {
        code: 'mismatch',
        message: `data.search_term: expected ${requested.from} to ${requested.to}, found 2026-05-01 to 2026-05-02.`,
      });
  });
});
