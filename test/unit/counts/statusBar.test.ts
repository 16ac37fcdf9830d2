import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { TodaysCounts } from '../../../src/counts/counts.ts';
import type * as StatusBar from '../../../src/counts/statusBar.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { MINUTE } from './countsWorld.ts';

const NOW = new Date(2026, 4, 31, 14, 5);
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);

/** Returns the counts of a domain with a number of attackers; null if the service does not know it. */
const known = (attackers: number | null, more: Partial<TodaysCounts> = {}): TodaysCounts => ({
  day: '2026-05-31',
  timeZone: 'UTC',
  values: { visitors: 5_200, attackers, maliciousIps: 99, bots: 812 },
  at: NOW,
  fault: undefined,
  ...more,
});
const unread = known(0, { values: undefined, at: undefined });
const fault = new ServiceError('server-error', 'down', { status: 500, messageValue: '\u202edown\n# x' });
const failed = { ...unread, fault };
const old = known(4, { at: ago(11) });
const older = known(3, { at: new Date(2026, 4, 30, 23, 0) });
const UNKNOWN = "Today's number of attackers is unknown";
const ABOVE = 'at or above the warning level of';

describe('statusOf', () => {
  let statusOf: (typeof StatusBar)['statusOf'];
  let window: FakeWindow;
  before(async () => {
    window = await FakeWindow.open(plainProfile());
    ({ statusOf } = await window.load<typeof StatusBar>('counts/statusBar.ts'));
  });
  after(() => window.close());

  const status = (all: readonly TodaysCounts[], warnAbove: number | null = null) =>
    statusOf(
      all.map((counts, index) => ({ name: `d${index}`, counts })),
      { warnAbove, staleAfter: 10 * MINUTE, now: NOW },
    ) ?? assert.fail();

  it('says nothing when no domain is pinned', () => {
    assert.equal(statusOf([], { warnAbove: null, staleAfter: 0, now: NOW }), undefined);
  });

  for (const [counts, text, label, warnAbove] of [
    [[known(42)], '$(shield) 42 attackers', '42 attackers today'],
    [[known(1)], '$(shield) 1 attacker', '1 attacker today'],
    [[known(0)], '$(shield) 0 attackers', '0 attackers today'],
    [[known(3_000_000), known(42)], '$(shield) 3,000,042 attackers', '3,000,042 attackers today'],
    [[unread], '$(shield) – attackers', UNKNOWN],
    [[known(null)], '$(shield) – attackers', UNKNOWN],
    [[known(3), unread], '$(shield) ≥ 3 attackers', '≥ 3 attackers today'],
    [[failed], '$(warning) – attackers', `${UNKNOWN}, last refresh failed`],
    [[known(3, { fault })], '$(warning) 3 attackers', '3 attackers today, last refresh failed'],
    // A response is stale only after more than twice the interval; the oldest one counts.
    [[known(3, { at: ago(10) })], '$(shield) 3 attackers', '3 attackers today'],
    [[known(3), old], '$(shield) 7 attackers as of 13:54', '7 attackers today, as of 13:54'],
    [[older], '$(shield) 3 attackers as of May 30, 23:00', '3 attackers today, as of May 30, 23:00'],
    [[known(30), known(20)], '$(shield) 50 attackers', '50 attackers today', 51],
    [[known(50), unread], '$(flame) ≥ 50 attackers', `≥ 50 attackers today, ${ABOVE} 50`, 50],
    [[unread], '$(shield) – attackers', UNKNOWN, 0],
  ] as const) {
    it(`says “${text}” and “${label}”`, () => {
      const found = status(counts, warnAbove);
      assert.deepEqual([found.text, found.label, found.warning], [text, label, text.includes('flame')]);
    });
  }

  it('has the four numbers, the day and its zone, and when they were read, in the tooltip', () => {
    assert.equal(
      status([known(42)]).tooltip,
      'd0\nVisitors: 5,200, Attackers: 42, Malicious IPs: 99, Bots: 812\n2026-05-31 (UTC), as of 14:05',
    );
  });

  it('has the fault in the tooltip, with visible characters and without further lines', () => {
    assert.match(status([failed]).tooltip, /^d0\nToday's counts are unknown\n[^\n]*‹U\+202E›down[^\n]*# x/);
  });

  it('says that a sum may count one attacker twice', () => {
    const isSaid = (all: readonly TodaysCounts[]) => status(all).tooltip.includes('more than once');
    assert.deepEqual(
      [isSaid([known(1), known(1)]), isSaid([known(1)]), isSaid([known(1), failed])],
      [true, false, false],
    );
  });

  it('names ten domains, and how many more there are', () => {
    const { tooltip } = status(Array.from({ length: 200 }, (_, index) => known(index)));
    assert.match(tooltip, /\n\nd9\n[^d]*\n\n190 more domains\n\n/);
  });
});
