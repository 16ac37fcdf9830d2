import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { wantedOf } from '../../../src/counts/todaysCounts.ts';
import type { Counts } from '../../../src/service/model.ts';
import { CountsWorld, day, shop } from './countsWorld.ts';

const TODAY = '2026-05-31';

/** Returns the state after a response to the request for today. */
async function stateAfter(more: Partial<Counts>) {
  const world = new CountsWorld(`${TODAY}T12:00:00Z`);
  world.more = more;
  await world.readings.refresh([{ domain: shop, span: 'today' }]);
  return world.todays.get(shop);
}

describe('TodaysCounts', () => {
  it('returns undefined before the counts are read', () => {
    assert.equal(new CountsWorld().todays.get(shop), undefined);
  });

  it('returns the totals of a request from today to today', async () => {
    const state = await stateAfter({ days: [day(TODAY, 7)] });
    assert.deepEqual(state?.values, { visitors: 90, attackers: 42, maliciousIps: 3, bots: 4 });
    assert.equal(state?.note, undefined);
  });

  it("returns the day's own counts, with a note, when the service answers for other days", async () => {
    const range = { from: '2026-05-01', to: TODAY };
    const state = await stateAfter({ range, days: [day('2026-05-30', 5), day(TODAY, 7)] });
    assert.equal(state?.values?.attackers, 7);
    assert.match(state?.note ?? '', /returned counts for 2026-05-01 to 2026-05-31 instead of 2026-05-31/);
  });

  for (const [how, days] of [
    ['does not report today', [day('2026-05-30', 5)]],
    ['reports today with different counts', [day(TODAY, 5), day(TODAY, 6)]],
  ] as const) {
    it(`returns unknown when the service answers for other days and ${how}`, async () => {
      const state = await stateAfter({ range: { from: '2026-05-01', to: TODAY }, days });
      assert.equal(state?.values, undefined);
      assert.match(state?.note ?? '', /unknown/);
    });
  }

  it("returns unknown again at the service's midnight, until the new day's answer", async () => {
    const world = new CountsWorld('2026-05-31T23:59:00Z');
    await world.readings.refresh(wantedOf([shop]));
    world.now = new Date('2026-06-01T00:00:00Z');
    assert.equal(world.todays.get(shop)?.values, undefined);
    assert.equal(world.todays.get(shop)?.asOf, undefined);
    world.fault = () => new ServiceError('server-error', 'down');
    await world.readings.refresh(wantedOf([shop]));
    assert.equal(world.todays.get(shop)?.values, undefined);
    world.fault = () => undefined;
    await world.readings.refresh(wantedOf([shop]));
    assert.equal(world.todays.get(shop)?.values?.attackers, 42);
  });

  it("carry the connection's refusal for a domain that was never read", async () => {
    const world = new CountsWorld();
    const refused = new ServiceError('unauthorized', 'refused');
    world.fault = () => refused;
    await world.readings.refresh([{ domain: { connectionId: 'a', index: 8 }, span: 'today' }]);
    assert.equal(world.todays.get(shop)?.fault, refused);
    assert.equal(world.todays.get(shop)?.values, undefined);
  });
});

describe('TodaysCounts: the trend of a domain', () => {
  it('is two weeks: the days before today as reported, and today as last read', async () => {
    const world = new CountsWorld('2026-05-31T12:00:00Z');
    world.more = { days: [day('2026-05-18', 5), day('2026-05-20', 6)] };
    await world.readings.refresh(wantedOf([shop]));
    const trend = world.todays.trend(shop);
    assert.equal(trend.length, 14);
    assert.deepEqual(
      trend.slice(0, 3).map(({ date, values }) => [date, values?.attackers]),
      [
        ['2026-05-18', 5],
        ['2026-05-19', undefined],
        ['2026-05-20', 6],
      ],
      'a day that was not reported is unknown, not 0',
    );
    assert.equal(trend.at(-1)?.date, '2026-05-31');
    assert.equal(trend.at(-1)?.values?.attackers, 42);
  });

  it('moves on with the day', async () => {
    const world = new CountsWorld('2026-05-31T12:00:00Z');
    await world.readings.refresh(wantedOf([shop]));
    world.now = new Date('2026-06-01T00:00:00Z');
    assert.equal(world.todays.trend(shop).at(-1)?.date, '2026-06-01');
    assert.equal(world.todays.trend(shop).at(-1)?.values, undefined);
  });
});
