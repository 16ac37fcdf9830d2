import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { CountsSpan } from '../../../src/counts/countsRange.ts';
import { FIRST_DELAY, MAX_BACKOFF } from '../../../src/counts/refreshTimer.ts';
import { type Asked, CountsWorld, MINUTE, settled, shop } from './countsWorld.ts';

const down = new ServiceError('server-error', 'down', { status: 500 });
const SECOND = 1_000;
const spans = (...all: readonly CountsSpan[]) => all.map((span) => ({ domain: shop, span }));

/** Returns a running timer that wants today's counts for one domain. */
function started(start?: string) {
  const world = new CountsWorld(start);
  world.wanted = [{ domain: shop, span: 'today' }];
  const began = world.now.getTime();
  const timer = world.timer();
  /** Returns when requests were sent, in seconds after the start. */
  const seconds = () => world.asked.map(({ at }) => (at - began) / SECOND);
  return { world, timer, seconds };
}

describe('RefreshTimer', () => {
  it('asks first 5 s after the start, then every interval', async () => {
    const { world, seconds } = started();
    await settled();
    assert.deepEqual(seconds(), []);
    await world.pass(FIRST_DELAY - 1);
    assert.deepEqual(seconds(), []);
    await world.pass(1);
    assert.deepEqual(seconds(), [5]);
    await world.pass(10 * MINUTE);
    assert.deepEqual(seconds(), [5, 305, 605]);
  });

  it('asks later by at most a tenth of the interval', async () => {
    const { world, seconds } = started();
    world.random = 0.999;
    await world.pass(FIRST_DELAY + 5 * MINUTE + 29 * SECOND);
    assert.deepEqual(seconds(), [5]);
    await world.pass(2 * SECOND);
    assert.equal(seconds().length, 2);
  });

  it('asks nothing in a window that is not focused, and keeps the clock running', async () => {
    const { world, timer, seconds } = started();
    world.focused = false;
    timer.update();
    await world.pass(60 * MINUTE);
    assert.deepEqual(seconds(), []);
    assert.ok(world.ticks >= 60);
  });

  it('asks on focus only for what is older than the interval', async () => {
    const { world, timer, seconds } = started();
    await world.pass(FIRST_DELAY);
    world.focused = false;
    timer.update();
    await world.pass(3 * MINUTE);
    world.focused = true;
    timer.update();
    await settled();
    assert.deepEqual(seconds(), [5]);
    world.focused = false;
    timer.update();
    await world.pass(20 * MINUTE);
    world.focused = true;
    timer.update();
    await settled();
    assert.deepEqual(seconds(), [5, 5 + 23 * 60]);
  });

  it('stops in the middle when the window loses the focus, and goes on with the rest', async () => {
    const { world, timer } = started();
    world.wanted = Array.from({ length: 50 }, (_, index) => ({
      domain: { connectionId: 'a', index },
      span: 'today' as const,
    }));
    world.attackers = () => {
      if (world.asked.length >= 10) world.focused = false;
      return 1;
    };
    await world.pass(FIRST_DELAY);
    const before = world.asked.length;
    assert.ok(before >= 10 && before < 20, `${before}`);
    world.attackers = () => 1;
    world.focused = true;
    timer.update();
    await settled();
    assert.equal(world.asked.length, 50);
  });

  it('backs off while a domain fails, for that domain only, and recovers by itself', async () => {
    const { world } = started();
    const other = { connectionId: 'a', index: 8 };
    world.wanted = [...world.wanted, { domain: other, span: 'today' }];
    world.fault = ({ domain }) => (domain === shop.index ? down : undefined);
    await world.pass(FIRST_DELAY + 150 * MINUTE);
    const of = (index: number) => world.asked.filter(({ domain }) => domain === index);
    const gaps = of(shop.index).map(({ at }, position, all) => (at - (all[position - 1]?.at ?? at)) / MINUTE);
    assert.deepEqual(gaps, [0, 10, 20, 40, 40, 40]);
    assert.equal(Math.max(...gaps) / 5, MAX_BACKOFF);
    assert.equal(of(other.index).length, 31);

    world.fault = () => undefined;
    world.asked.length = 0;
    await world.pass(46 * MINUTE);
    const [recovered, next] = of(shop.index);
    assert.ok(recovered && next);
    assert.equal((next.at - recovered.at) / MINUTE, 5);
    assert.equal(world.readings.get(shop, 'today')?.fault, undefined);
  });

  it('asks at most twice an interval for a service whose zone is another one in each answer', async () => {
    const { world, timer } = started('2026-05-31T20:00:00Z');
    const [seoul, utc] = ['Asia/Seoul', 'UTC'];
    for (const zones of [
      [seoul, utc],
      [utc, seoul],
      [seoul, seoul, utc],
      [seoul, utc, utc],
    ]) {
      world.wanted = spans('today', 'last7');
      world.readings.reset(new Set(['a']));
      world.asked.length = 0;
      world.attackers = () => {
        world.zone = zones[world.asked.length % zones.length] ?? utc;
        return 1;
      };
      timer.update();
      await world.pass(60 * MINUTE);
      assert.ok(world.asked.length <= 2 * world.wanted.length * 13, `${zones}: ${world.asked.length}`);
    }
  });

  it('stops at a refused key until the key changes', async () => {
    const { world, timer } = started();
    world.fault = () => new ServiceError('unauthorized', 'refused', { status: 401 });
    await world.pass(FIRST_DELAY + 120 * MINUTE);
    assert.equal(world.asked.length, 1);
    world.fault = () => undefined;
    world.readings.reset();
    timer.update();
    await settled();
    assert.equal(world.asked.length, 2);
  });

  it('asks nothing while it is switched off', async () => {
    const { world, timer, seconds } = started();
    world.interval = Number.POSITIVE_INFINITY;
    timer.update();
    await world.pass(60 * MINUTE);
    assert.deepEqual(seconds(), []);
    world.interval = MINUTE;
    timer.update();
    await settled();
    assert.equal(seconds().length, 1);
  });

  it('asks at once for what is newly wanted', async () => {
    const { world, timer } = started();
    await world.pass(MINUTE);
    world.wanted = [...world.wanted, { domain: { connectionId: 'a', index: 8 }, span: 'today' }];
    timer.update();
    await settled();
    assert.deepEqual(
      world.asked.map(({ domain }) => domain),
      [7, 8],
    );
  });

  it("tells the service's midnight at that midnight, focused or not, and asks then for the new day", async () => {
    const { world, timer } = started('2026-05-31T14:58:30Z');
    world.zone = 'Asia/Seoul';
    await world.pass(FIRST_DELAY);
    world.focused = false;
    timer.update();
    await world.pass(MINUTE + 24 * SECOND);
    assert.equal(world.now.toISOString(), '2026-05-31T14:59:59.000Z');
    assert.equal(world.newDays, 0);
    assert.equal(world.todays.get(shop)?.values?.attackers, 42);
    await world.pass(SECOND);
    assert.equal(world.newDays, 1);
    assert.equal(world.todays.get(shop)?.values, undefined);

    world.asked.length = 0;
    world.focused = true;
    timer.update();
    await settled();
    assert.deepEqual(
      world.asked.map(({ range }) => range.from),
      ['2026-06-01'],
    );
    assert.equal(world.todays.get(shop)?.values?.attackers, 42);
  });

  it('asks for the new day at midnight when the window is focused', async () => {
    const { world } = started('2026-05-31T23:58:00Z');
    await world.pass(2 * MINUTE);
    assert.deepEqual(
      world.asked.map(({ range, at }) => [range.from, new Date(at).toISOString().slice(11, 19)]),
      [
        ['2026-05-31', '23:58:05'],
        ['2026-06-01', '00:00:00'],
      ],
    );
  });

  it('reads days in the past once', async () => {
    const { world } = started('2026-05-31T22:00:00Z');
    const range = { from: '2026-05-18', to: '2026-05-30' };
    world.wanted = spans(range);
    await world.pass(3 * 60 * MINUTE);
    assert.deepEqual(
      world.asked.map((asked) => asked.range),
      [range],
    );
  });

  it('asks no more than a few times an interval where the zone differs between answers', async () => {
    for (const isInSeoul of [
      ({ range }: Asked) => range.from !== range.to,
      ({ range }: Asked) => range.to === '2026-05-31',
      (_: Asked, count: number) => count % 2 === 0,
    ]) {
      const { world } = started('2026-05-31T16:00:00Z');
      world.wanted = spans('today', 'last7', 'last14');
      world.attackers = (asked) => {
        world.zone = isInSeoul(asked, world.asked.length) ? 'Asia/Seoul' : 'UTC';
        return 1;
      };
      world.fault = () => (world.asked.length > 200 ? down : undefined);
      await world.pass(FIRST_DELAY + 29 * MINUTE);
      // Six turns of three readings. Each might be requested twice, and once more for another day.
      assert.ok(world.asked.length <= 6 * 3 * 3, `${world.asked.length} requests in half an hour`);
    }
  });

  it('runs the other reads each interval while focused, less often while they fail', async () => {
    const { world, timer } = started();
    const began = world.now.getTime();
    const minutes = () => world.othersAt.map((at) => (at - began) / MINUTE);
    await world.pass(11 * MINUTE);
    assert.deepEqual(minutes(), [5, 10]);
    world.otherReads = async () => false;
    await world.pass(50 * MINUTE);
    assert.deepEqual(minutes().slice(2), [15, 25, 45]);
    world.otherReads = async () => true;
    await world.pass(30 * MINUTE);
    assert.deepEqual(minutes().slice(5), [85, 90]);
    world.focused = false;
    timer.update();
    await world.pass(30 * MINUTE);
    assert.equal(minutes().length, 7);
    world.focused = true;
    timer.update();
    assert.equal(minutes().length, 8);
  });

  it('ends the other reads when the window loses the focus', async () => {
    const { world } = started();
    const going: boolean[] = [];
    world.otherReads = async (goOn) => {
      for (world.focused of [true, false]) going.push(goOn());
      return true;
    };
    await world.pass(5 * MINUTE);
    assert.deepEqual(going, [true, false]);
  });

  it('never has two timers, and none once it is disposed of', async () => {
    const { world, timer } = started();
    for (let turn = 0; turn < 5; turn++) timer.update();
    assert.equal(world.waiting, 1);
    timer.dispose();
    assert.equal(world.waiting, 0);
    timer.update();
    await world.pass(10 * MINUTE);
    assert.equal(world.asked.length, 0);
  });
});
