import assert from 'node:assert/strict';
import type { LogService } from '../../../src/service/api.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import type { Counts, DateRange } from '../../../src/service/model.ts';
import { TodaysCounts } from '../../../src/views/todaysCounts.ts';

const metric = (total: number) => ({ total, previous: null, changeRate: null, periodLabel: null });

function counts(range: DateRange, attackers: number, timeZone: string): Counts {
  const totals = {
    visitors: metric(90),
    attackers: metric(attackers),
    maliciousIps: metric(3),
    bots: metric(4),
  };
  return { range, totals, days: [], timeZone };
}

/** A service whose answers and clock the test sets; records the days asked for. */
function setUp(start: string) {
  const asked: string[] = [];
  const world = { now: new Date(start), zone: 'UTC', attackers: 42, fault: undefined as unknown, changes: 0 };
  const service = {
    counts: async (_domain: number, range: DateRange) => {
      asked.push(range.from);
      assert.equal(range.from, range.to);
      if (world.fault) throw world.fault;
      return counts(range, world.attackers, world.zone);
    },
  } as unknown as LogService;
  const todays = new TodaysCounts({
    serviceOf: async () => service,
    now: () => world.now,
    onChange: () => {
      world.changes++;
    },
  });
  const place = { connectionId: 'a', index: 7 };
  return { asked, world, todays, place, attackers: () => todays.get(place)?.counts?.totals.attackers.total };
}

describe("Today's counts", () => {
  it('are unknown before they are read', () => {
    const { todays, place } = setUp('2026-05-31T12:00:00Z');
    assert.equal(todays.get(place), undefined);
  });

  it('are of the day in UTC first', async () => {
    const { asked, todays, place, attackers } = setUp('2026-05-31T12:00:00Z');
    assert.equal(await todays.refresh([place]), true);
    assert.deepEqual(asked, ['2026-05-31']);
    assert.equal(attackers(), 42);
  });

  it('are asked once more when the zone of the answer has another day', async () => {
    const { asked, world, todays, place } = setUp('2026-05-31T23:30:00Z');
    world.zone = 'Asia/Seoul';
    await todays.refresh([place]);
    assert.deepEqual(asked, ['2026-05-31', '2026-06-01']);
    await todays.refresh([place]);
    assert.deepEqual(asked.slice(2), ['2026-06-01'], 'the zone is remembered');
  });

  it("are unknown again at the service's midnight", async () => {
    const { world, todays, place, attackers } = setUp('2026-05-31T23:59:00Z');
    await todays.refresh([place]);
    world.now = new Date('2026-06-01T00:00:01Z');
    assert.equal(attackers(), undefined);
    assert.equal(todays.get(place)?.asOf, undefined);
    await todays.refresh([place]);
    assert.equal(attackers(), 42);
  });

  it('stay, with the fault, when a later read fails', async () => {
    const { world, todays, place, attackers } = setUp('2026-05-31T12:00:00Z');
    await todays.refresh([place]);
    world.fault = new ServiceError('server-error', 'down', { status: 500 });
    assert.equal(await todays.refresh([place]), false);
    assert.equal(attackers(), 42);
    assert.equal(todays.get(place)?.fault, world.fault);
  });

  it('are not asked for again with a refused key, until something changes', async () => {
    const { asked, world, todays, place } = setUp('2026-05-31T12:00:00Z');
    world.fault = new ServiceError('unauthorized', 'refused', { status: 401 });
    await todays.refresh([place]);
    await todays.refresh([place]);
    assert.equal(asked.length, 1);
    world.fault = undefined;
    todays.reset();
    await todays.refresh([place]);
    assert.equal(asked.length, 2);
  });

  it('of an answer that comes after a reset are dropped', async () => {
    const { todays, place } = setUp('2026-05-31T12:00:00Z');
    const reading = todays.refresh([place]);
    todays.reset();
    await reading;
    assert.equal(todays.get(place), undefined);
  });
});
