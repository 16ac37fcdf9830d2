import assert from 'node:assert/strict';
import { isServiceError } from '../../../src/base/errors.ts';
import { countsView } from '../../../src/counts/countsView.ts';
import { decodeCounts } from '../../../src/service/answers/decodeCounts.ts';

const NOW = new Date('2026-05-31T12:00:00Z');
const asked = { from: '2026-05-28', to: '2026-05-31' };
const metric = (total: unknown) => ({ total, previous: null, change_rate: null, period_label: null });
const sent = (date: string, attackers: unknown = 4) => ({
  date,
  visitors: 90,
  attackers,
  malicious_ips: 3,
  bots: 8,
});

/** Returns the `data` of a response (section 2.3). */
function data(more: object = {}): object {
  return {
    search_term: { from: '20260528', to: '20260531' },
    total_count: {
      visitors: metric(200),
      attackers: metric(10),
      malicious_ips: metric(7),
      bots: metric(20),
    },
    total_log: ['2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31'].map((date) => sent(date)),
    timezone: 'UTC',
    ...more,
  };
}

const view = (more: object = {}) => countsView(decodeCounts(data(more), asked), asked, NOW);
const listed = (more: object) => view(more).days.map(({ date, values }) => [date, values?.attackers]);

describe('countsView', () => {
  it('has every day of the range and nothing to remark on a usual answer', () => {
    const { days, notes, range, totals } = view();
    assert.equal(days.length, 4);
    assert.deepEqual(notes, []);
    assert.deepEqual(range, asked);
    assert.equal(totals.visitors.total, 200, 'as sent, not the sum of the days');
  });

  it('shows missing days as not reported, never as 0', () => {
    assert.deepEqual(listed({ total_log: [sent('2026-05-28', 0), sent('2026-05-31')] }), [
      ['2026-05-28', 0],
      ['2026-05-29', undefined],
      ['2026-05-30', undefined],
      ['2026-05-31', 4],
    ]);
  });

  for (const total_log of [null, [], undefined]) {
    it(`says that no day is reported when total_log is ${JSON.stringify(total_log)}`, () => {
      const { days, notes } = view({ total_log });
      assert.ok(days.length === 4 && days.every(({ values }) => values === undefined));
      assert.deepEqual(notes, ['The service reported no days in this range.']);
    });
  }

  it('puts days that come out of order in their order', () => {
    const total_log = ['2026-05-31', '2026-05-28', '2026-05-30', '2026-05-29'].map((date) => sent(date));
    assert.deepEqual(
      view({ total_log }).days.map(({ date }) => date),
      ['2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31'],
    );
  });

  it('shows a day once that was sent twice with the same counts', () => {
    const { days, notes } = view({ total_log: [sent('2026-05-28'), sent('2026-05-28')] });
    assert.equal(days.filter(({ date }) => date === '2026-05-28').length, 1);
    assert.deepEqual(notes, []);
  });

  it('shows no count that was sent with different values', () => {
    const sentDays = [
      sent('2026-05-28', 4),
      sent('2026-05-28', 5),
      sent('2026-05-28', 5),
      sent('2026-05-31'),
    ];
    assert.deepEqual(listed({ total_log: sentDays }), [
      ['2026-05-28', null],
      ['2026-05-29', undefined],
      ['2026-05-30', undefined],
      ['2026-05-31', 4],
    ]);
    assert.equal(view({ total_log: sentDays }).days[0]?.values?.visitors, 90);
  });

  it('takes counters in strings for numbers', () => {
    const total_log = [sent('2026-05-28', '12')];
    const { totals, days } = view({
      total_log,
      total_count: { ...(data() as never as { total_count: object }).total_count, bots: metric('33') },
    });
    assert.equal(totals.bots.total, 33);
    assert.equal(days[0]?.values?.attackers, 12);
  });

  it('shows negative counts as sent, with a note', () => {
    const { days, notes } = view({ total_log: [sent('2026-05-28', -5)] });
    assert.equal(days[0]?.values?.attackers, -5);
    assert.deepEqual(notes, ['Some counts are negative. They are shown as received.']);
  });

  for (const count of [2 ** 53, '9007199254740993', 1.5, 'many', []]) {
    it(`is an error that names the field when a count is ${JSON.stringify(count)}`, () => {
      assert.throws(
        () => view({ total_log: [sent('2026-05-28'), sent('2026-05-29', count)] }),
        (error: unknown) =>
          isServiceError(error, 'bad-shape') && error.facts.field === 'data.total_log[1].attackers',
      );
    });
  }

  it('says when the service applied another range, and shows that one', () => {
    const { days, notes, range } = view({
      search_term: { from: '20260530', to: '20260531' },
      total_log: [sent('2026-05-30'), sent('2026-05-31')],
    });
    assert.deepEqual(range, { from: '2026-05-30', to: '2026-05-31' });
    assert.equal(days.length, 2);
    assert.deepEqual(notes, [
      'The service returned 2026-05-30 to 2026-05-31 instead of 2026-05-28 to 2026-05-31. The returned range is shown.',
    ]);
  });

  it('shows days outside the range, with a note', () => {
    const { days, notes } = view({ total_log: [sent('2026-01-01'), sent('2026-05-28')] });
    assert.equal(days[0]?.date, '2026-01-01');
    assert.match(notes.join(), /also sent days outside the range: 2026-01-01\./);
  });

  it('says when the zone is unknown', () => {
    assert.match(view({ timezone: 'Mars/Olympus' }).notes.join(), /“Mars\/Olympus” is unknown/);
  });

  it('stays small when the service applies a range of nine thousand years', () => {
    const { days } = view({ search_term: { from: '10000101', to: '99991231' } });
    assert.ok(days.length <= 400);
    assert.equal(days.at(-1)?.date, '9999-12-31');
  });

  it('stays small when very many days are sent, with a note', () => {
    const total_log = Array.from({ length: 2_000 }, (_, index) =>
      sent(new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)),
    );
    const { days, notes } = view({ total_log });
    assert.equal(days.length, 400);
    assert.match(notes.join(), /Only the last 400 days are shown\./);
  });

  it('handles one day that is sent very many times, each time with other counts', function () {
    this.timeout(20_000);
    const total_log = Array.from({ length: 10_000 }, (_, index) => sent('2026-05-28', index));
    assert.equal(view({ total_log }).days.length, 4);
  });

  it('handles an empty range', () => {
    const { days } = view({ search_term: { from: '20260531', to: '20260528' }, total_log: null });
    assert.deepEqual(days, []);
  });
});
