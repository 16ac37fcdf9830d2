import assert from 'node:assert/strict';
import { countsView, readCountsStored, readFromCountsPanel } from '../../../src/counts/countsMessages.ts';
import { decodeCounts } from '../../../src/service/answers/decodeCounts.ts';
import { addDays } from '../../../src/service/calendar.ts';

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

const view = (more: object = {}) => countsView(decodeCounts({ data: data(more) }, asked), asked, NOW);
const listed = (more: object) => view(more).days.map(({ date, values }) => [date, values?.attackers]);

describe('countsView', () => {
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

  it('says when the service applied another range, and shows that one', () => {
    const { days, notes, range } = view({
      search_term: { from: '20260530', to: '20260531' },
      total_log: [sent('2026-05-30'), sent('2026-05-31')],
    });
    assert.deepEqual(range, { from: '2026-05-30', to: '2026-05-31' });
    assert.equal(days.length, 2);
    assert.deepEqual(notes, [
      'The service returned counts for 2026-05-30 to 2026-05-31 instead of 2026-05-28 to 2026-05-31.',
    ]);
  });

  it('shows days outside the range', () => {
    const { days } = view({ total_log: [sent('2026-01-01'), sent('2026-05-28')] });
    assert.equal(days[0]?.date, '2026-01-01');
  });

  it('says when the zone is unknown', () => {
    assert.match(view({ timezone: 'Mars/Olympus' }).notes.join(), /“Mars\/Olympus” is unknown/);
  });

  it('stays small, whatever days the service applies or sends', () => {
    assert.equal(view({ search_term: { from: '10000101', to: '99991231' } }).days.length, 400);
    const sentDays = Array.from({ length: 2_000 }, (_, index) => sent(addDays('2020-01-01', index)));
    const { days } = view({ total_log: sentDays });
    assert.deepEqual([days.length, days.at(-1)?.date], [400, '2026-05-31']);
  });
});

const stored = { base: 'https://api.example.com', domain: 7, span: 'last7' };
const RIGHT = [
  [readFromCountsPanel, { type: 'choose', span: 'last7' }],
  [readFromCountsPanel, { type: 'choose', span: { from: '2026-05-01', to: '2026-05-31' } }],
  [readFromCountsPanel, { type: 'openLogs', day: '2026-05-01' }],
  [readCountsStored, stored],
] as const;
const WRONG = [
  [readFromCountsPanel, 'ready'],
  [readFromCountsPanel, { type: 'run', command: 'workbench.action.terminal.new' }],
  [readFromCountsPanel, { type: 'choose', span: 'trend' }],
  [readFromCountsPanel, { type: 'choose', span: { from: '2026-02-30', to: '2026-05-31' } }],
  [readFromCountsPanel, { type: 'openLogs', day: '20260501' }],
  [readCountsStored, null],
  [readCountsStored, { ...stored, domain: '7' }],
  [readCountsStored, { ...stored, base: 'x'.repeat(2_001) }],
] as const;

describe('the messages and the stored state of a counts panel', () => {
  it('are read if the page can send them', () => {
    for (const [read, value] of RIGHT) assert.deepEqual(read(value), value);
  });

  it('are not read otherwise', () => {
    for (const [read, value] of WRONG) assert.equal(read(value), undefined, JSON.stringify(value));
  });
});
