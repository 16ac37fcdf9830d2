import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { IN_BACKGROUND } from '../../../src/base/limiter.ts';
import { CountsWorld, settled, shop } from './countsWorld.ts';

const today = { domain: shop, span: 'today' } as const;
const week = { domain: shop, span: 'last7' } as const;
const refused = new ServiceError('unauthorized', 'refused', { status: 401 });

describe('CountsReadings', () => {
  it('keeps what was read, for which days, and when', async () => {
    const world = new CountsWorld();
    await world.readings.refresh([week]);
    const reading = world.readings.get(shop, 'last7');
    assert.deepEqual(reading?.of, { from: '2026-05-25', to: '2026-05-31' });
    assert.equal(reading?.asOf?.toISOString(), '2026-05-31T12:00:00.000Z');
    assert.equal(reading?.counts?.totals.attackers.total, 42);
    assert.equal(world.readings.get(shop, 'today'), undefined);
    assert.equal(world.asked[0]?.priority, 'background');
  });

  it('share one request for the same domain and range', async () => {
    const world = new CountsWorld();
    await Promise.all([world.readings.refresh([today, week]), world.readings.refresh([today])]);
    assert.equal(world.asked.length, 2);
  });

  it('does not repeat in the background what the user has read in the meantime', async () => {
    const world = new CountsWorld();
    const others = Array.from({ length: IN_BACKGROUND }, (_, index) => ({
      domain: { connectionId: 'a', index: 100 + index },
      span: 'today' as const,
    }));
    let open = () => {};
    world.gate = new Promise((resolve) => {
      open = resolve;
    });
    const background = world.readings.refresh([...others, today]);
    await settled();
    world.now = new Date(world.now.getTime() + 1);
    const person = world.readings.read(today);
    open();
    await Promise.all([background, person]);
    assert.deepEqual(
      world.asked.filter(({ domain }) => domain === shop.index).map(({ priority }) => priority),
      ['foreground'],
    );
  });

  it('asks once more when the zone of the answer has other days', async () => {
    const world = new CountsWorld('2026-05-31T23:30:00Z');
    world.zone = 'Asia/Seoul';
    await world.readings.refresh([today]);
    await world.readings.refresh([today]);
    assert.deepEqual(
      world.asked.map(({ range }) => range.from),
      ['2026-05-31', '2026-06-01', '2026-06-01'],
    );
  });

  it('keeps the zones of two domains of a connection apart', async () => {
    const world = new CountsWorld('2026-05-31T23:30:00Z');
    const other = { domain: { connectionId: 'a', index: 8 }, span: 'today' } as const;
    world.zone = 'Asia/Seoul';
    await world.readings.refresh([today]);
    world.zone = 'UTC';
    await world.readings.refresh([other]);
    world.asked.length = 0;
    world.zone = 'Asia/Seoul';
    await world.readings.refresh([today]);
    assert.deepEqual(
      world.asked.map(({ range }) => range.from),
      ['2026-06-01'],
    );
    assert.equal(world.days.today(other.domain).day, '2026-05-31');
  });

  it('stay, with the fault, when a later read fails', async () => {
    const world = new CountsWorld();
    await world.readings.refresh([today]);
    const down = new ServiceError('server-error', 'down', { status: 500 });
    world.fault = () => down;
    await world.readings.refresh([today]);
    await world.readings.refresh([today]);
    const reading = world.readings.get(shop, 'today');
    assert.equal(reading?.counts?.totals.attackers.total, 42);
    assert.equal(reading?.fault, down);
    assert.equal(reading?.failures, 2);
    world.fault = () => undefined;
    await world.readings.refresh([today]);
    assert.equal(world.readings.get(shop, 'today')?.fault, undefined);
    assert.equal(world.readings.get(shop, 'today')?.failures, 0);
  });

  it('fails for one domain without affecting the others', async () => {
    const world = new CountsWorld();
    const other = { connectionId: 'a', index: 8 };
    const odd = new ServiceError('bad-shape', 'odd', { field: 'data.total_log[0].date' });
    world.fault = ({ domain }) => (domain === shop.index ? odd : undefined);
    await world.readings.refresh([today, { domain: other, span: 'today' }]);
    assert.equal(world.readings.get(shop, 'today')?.fault, odd);
    assert.equal(world.readings.get(other, 'today')?.counts?.totals.attackers.total, 42);
  });

  for (const code of ['unauthorized', 'key-needed'] as const) {
    it(`asks nothing more in the background after ${code}, until it is reset`, async () => {
      const world = new CountsWorld();
      const fault = new ServiceError(code, 'no');
      world.fault = () => fault;
      await world.readings.refresh([today]);
      await world.readings.refresh([today, week]);
      assert.equal(world.asked.length, 1);
      assert.equal(world.readings.refusal('a'), fault);
      world.fault = () => undefined;
      world.readings.reset();
      assert.equal(world.readings.refusal('a'), undefined);
      await world.readings.refresh([today]);
      assert.equal(world.asked.length, 2);
    });
  }

  it('goes on with another connection when one is refused', async () => {
    const world = new CountsWorld();
    const other = { domain: { connectionId: 'b', index: 7 }, span: 'today' } as const;
    world.fault = ({ connectionId }) => (connectionId === 'a' ? refused : undefined);
    await world.readings.refresh([today, other]);
    await world.readings.refresh([today, other]);
    assert.deepEqual(
      world.asked.map(({ connectionId }) => connectionId),
      ['a', 'b', 'b'],
    );
  });

  it('tries a refused key again when the user asks, and goes on if it works', async () => {
    const world = new CountsWorld();
    world.fault = () => refused;
    await world.readings.refresh([today]);
    world.fault = () => undefined;
    await world.readings.read(today);
    assert.equal(world.readings.refusal('a'), undefined);
    await world.readings.refresh([today]);
    assert.equal(world.asked.length, 3);
  });

  it('tries only the refused keys of what the user refreshes again', async () => {
    const world = new CountsWorld();
    const other = { domain: { connectionId: 'b', index: 8 }, span: 'today' } as const;
    world.fault = () => refused;
    await world.readings.refresh([today, other]);
    world.fault = () => undefined;
    await world.readings.refresh([today], { retryRefused: true });
    assert.equal(world.readings.get(shop, 'today')?.fault, undefined);
    assert.equal(world.readings.get(shop, 'today')?.counts?.totals.attackers.total, 42);
    assert.equal(world.readings.refusal('a'), undefined);
    assert.equal(world.readings.refusal('b'), refused, 'nobody asked for it');
  });

  it('leave what is queued when they are told to stop', async () => {
    const world = new CountsWorld();
    const many = Array.from({ length: 20 }, (_, index) => ({
      domain: { connectionId: 'a', index },
      span: 'today' as const,
    }));
    await world.readings.refresh(many, { goOn: () => world.asked.length < 6 });
    assert.ok(world.asked.length < 6 + IN_BACKGROUND, `${world.asked.length}`);
    assert.equal(world.readings.isQueued({ domain: { connectionId: 'a', index: 19 }, span: 'today' }), false);
  });

  it('drop an answer that comes after a reset', async () => {
    const world = new CountsWorld();
    let open = () => {};
    world.gate = new Promise((resolve) => {
      open = resolve;
    });
    const reading = world.readings.refresh([today]);
    await settled();
    world.readings.reset();
    open();
    await reading;
    await settled();
    assert.equal(world.readings.get(shop, 'today'), undefined);
    assert.equal(world.readings.isQueued(today), false);
  });

  it('drop an answer that the person no longer waits for', async () => {
    const world = new CountsWorld();
    const left = new AbortController();
    left.abort();
    await world.readings.read(today, left.signal);
    assert.equal(world.readings.get(shop, 'today'), undefined);
  });
});
