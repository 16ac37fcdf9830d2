import assert from 'node:assert/strict';
import { IN_BACKGROUND } from '../../../src/base/concurrency.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import { CountsWorld, settled, shop } from './countsWorld.ts';

const today = { domain: shop, span: 'today' } as const;
const week = { domain: shop, span: 'last7' } as const;
const other = { domain: { connectionId: 'b', index: 7 }, span: 'today' } as const;
const many = Array.from({ length: 20 }, (_, index) => ({
  domain: { connectionId: 'a', index: 100 + index },
  span: 'today' as const,
}));
const refused = new ServiceError('unauthorized', 'unreachable', { status: 401 });
const down = new ServiceError('server-error', 'down', { status: 500 });
const noSignal = new AbortController().signal;

describe('Counts', () => {
  let world: CountsWorld;

  const begin = (start?: string) => {
    world?.end();
    world = new CountsWorld(start);
  };
  beforeEach(() => begin());
  afterEach(() => world.end());

  it('keeps what was read, for which days, and when', async () => {
    await world.counts.refresh([week]);
    const { answer } = world.counts.get(week) ?? {};
    assert.deepEqual(answer?.of, { from: '2026-05-25', to: '2026-05-31' });
    assert.equal(answer?.at.toISOString(), '2026-05-31T12:00:00.000Z');
    assert.equal(answer?.counts.totals.attackers, 42);
    assert.equal(world.counts.get(today), undefined);
    assert.equal(world.asked[0]?.priority, 'background');
  });

  it('reads a few at a time in the background, and at once for the user', async () => {
    const open = world.hold();
    const background = world.counts.refresh(many);
    await settled();
    const user = world.counts.read(today, noSignal);
    open();
    await Promise.all([background, user]);
    assert.equal(world.mostRunning, IN_BACKGROUND + 1);
  });

  it('reads in the background while the service of another connection does not answer', async () => {
    world.silent = 'a';
    void world.counts.refresh(many);
    await settled();
    await world.counts.refresh([other]);
    assert.ok(world.counts.get(other)?.answer);
  });

  it('requests again when the time zone of the response has another day, and then no more', async () => {
    begin('2026-05-31T23:30:00Z');
    world.zone = 'Asia/Seoul';
    await world.counts.refresh([today]);
    await world.counts.refresh([today]);
    assert.deepEqual(
      world.asked.map(({ range }) => range.from),
      ['2026-05-31', '2026-06-01', '2026-06-01'],
    );
  });

  it('keeps the time zones of two domains separate', async () => {
    begin('2026-05-31T23:30:00Z');
    world.zone = 'Asia/Seoul';
    await world.counts.refresh([today]);
    world.zone = 'UTC';
    await world.counts.refresh([{ domain: { connectionId: 'a', index: 8 }, span: 'today' }]);
    assert.equal(world.counts.days.today(shop), '2026-06-01');
    assert.equal(world.counts.days.today({ connectionId: 'a', index: 8 }), '2026-05-31');
  });

  it('keeps the last counts, with the fault, while reads fail', async () => {
    await world.counts.refresh([today]);
    world.fault = () => down;
    await world.counts.refresh([today]);
    const failed = world.counts.get(today);
    assert.equal(failed?.fault, down);
    assert.equal(failed?.answer?.counts.totals.attackers, 42);
    world.fault = () => undefined;
    await world.counts.refresh([today]);
    assert.equal(world.counts.get(today)?.fault, undefined);
  });

  for (const code of ['unauthorized', 'key-needed'] as const) {
    it(`reads nothing more of a connection in the background after ${code}`, async () => {
      const fault = new ServiceError(code, 'no');
      world.fault = ({ connectionId }) => (connectionId === 'a' ? fault : undefined);
      await world.counts.refresh([today, other]);
      await world.counts.refresh([today, week, other]);
      const asked = world.asked.map(({ connectionId }) => connectionId);
      assert.deepEqual(asked, ['a', 'b', 'b']);
      assert.equal(world.counts.today({ connectionId: 'a', index: 8 }).fault, fault);
    });
  }

  for (const [what, act] of [
    ['the key changes', () => world.counts.reset()],
    ['the user refreshes', () => world.counts.retryRefused()],
    ['the user reads', () => world.counts.read(week, noSignal)],
  ] as const) {
    it(`reads again in the background after a refused key once ${what}`, async () => {
      world.fault = () => refused;
      await world.counts.refresh([today]);
      world.fault = () => undefined;
      await act();
      await world.counts.refresh([today]);
      assert.ok(world.counts.get(today)?.answer);
    });
  }

  it('drops a response that arrives after a reset, or that no one waits for', async () => {
    const open = world.hold();
    const left = new AbortController();
    const reads = [world.counts.refresh([today]), world.counts.read(week, left.signal)];
    await settled();
    world.counts.reset();
    left.abort();
    open();
    await Promise.all(reads);
    assert.deepEqual([world.counts.get(today), world.counts.get(week)], [undefined, undefined]);
  });

  it('has the totals of today from a response for today, and none from one of other days', async () => {
    assert.equal(world.counts.today(shop).values, undefined);
    await world.counts.refresh([today]);
    assert.equal(world.counts.today(shop).values?.attackers, 42);
    world.more = { range: { from: '2026-05-01', to: '2026-05-31' } };
    await world.counts.refresh([today]);
    assert.equal(world.counts.today(shop).values, undefined);
  });

  it("has the connection's refusal as today's fault of a domain that was never read", async () => {
    world.fault = () => refused;
    await world.counts.refresh([{ domain: { connectionId: 'a', index: 8 }, span: 'today' }]);
    assert.equal(world.counts.today(shop).fault, refused);
  });
});
