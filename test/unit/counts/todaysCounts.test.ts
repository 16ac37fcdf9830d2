import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { Counts } from '../../../src/service/model.ts';
import { CountsWorld, day, shop } from './countsWorld.ts';

const TODAY = '2026-05-31';
const today = [{ domain: shop, span: 'today' as const }];

/** Returns the state after a response to the request for today. */
async function stateAfter(more: Partial<Counts>) {
  const world = new CountsWorld(`${TODAY}T12:00:00Z`);
  world.more = more;
  await world.readings.refresh(today);
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

  it('returns unknown when the service answers for other days and does not report today', async () => {
    const state = await stateAfter({
      range: { from: '2026-05-01', to: TODAY },
      days: [day('2026-05-30', 5)],
    });
    assert.equal(state?.values, undefined);
    assert.match(state?.note ?? '', /unknown/);
  });

  it('returns no count that the service sends with different values', async () => {
    const range = { from: '2026-05-01', to: TODAY };
    const state = await stateAfter({ range, days: [day(TODAY, 5), day(TODAY, 6)] });
    assert.deepEqual(state?.values, { visitors: 90, attackers: null, maliciousIps: 3, bots: 4 });
  });

  it("returns unknown again at the service's midnight, until the new day's answer", async () => {
    const world = new CountsWorld('2026-05-31T23:59:00Z');
    await world.readings.refresh(today);
    world.now = new Date('2026-06-01T00:00:00Z');
    assert.equal(world.todays.get(shop)?.values, undefined);
    assert.equal(world.todays.get(shop)?.asOf, undefined);
    world.fault = () => new ServiceError('server-error', 'down');
    await world.readings.refresh(today);
    assert.equal(world.todays.get(shop)?.values, undefined);
    world.fault = () => undefined;
    await world.readings.refresh(today);
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
