import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { FIRST_DELAY } from '../../../src/counts/refreshTimer.ts';
import type { CountsSpan } from '../../../src/counts/spans.ts';
import { CountsWorld, MINUTE, settled, shop } from './countsWorld.ts';

const refused = new ServiceError('unauthorized', 'unreachable', { status: 401 });
const spans = (...all: readonly CountsSpan[]) => all.map((span) => ({ domain: shop, span }));
const today = (index: number) => ({ domain: { connectionId: 'a', index }, span: 'today' as const });

describe('RefreshTimer', () => {
  let world: CountsWorld;
  let began: number;

  /** Starts a timer that wants today's counts of one domain. */
  function begin(start?: string): void {
    world?.end();
    world = new CountsWorld(start);
    world.wanted = spans('today');
    began = Date.now();
    world.timer.update();
  }
  beforeEach(() => begin());
  afterEach(() => world.end());

  /** Returns when requests were sent, in seconds after the start. */
  const seconds = () => world.asked.map(({ at }) => (at - began) / 1_000);
  const setFocus = async (isFocused: boolean) => {
    world.isFocused = isFocused;
    world.timer.update();
    await settled();
  };

  it('reads first 5 s after the start, then at each interval', async () => {
    await world.pass(FIRST_DELAY - 1_000);
    assert.deepEqual(seconds(), []);
    await world.pass(1_000 + 10 * MINUTE);
    assert.deepEqual(seconds(), [5, 305, 605]);
  });

  it('reads on focus only what is older than the interval, and nothing without focus', async () => {
    await world.pass(FIRST_DELAY);
    await setFocus(false);
    await world.pass(3 * MINUTE);
    await setFocus(true);
    assert.deepEqual(seconds(), [5]);
    await setFocus(false);
    await world.pass(20 * MINUTE);
    assert.deepEqual(seconds(), [5]);
    await setFocus(true);
    assert.deepEqual(seconds(), [5, 5 + 23 * 60]);
  });

  it('stops at a refused key until the key changes', async () => {
    world.fault = () => refused;
    await world.pass(FIRST_DELAY + 120 * MINUTE);
    assert.equal(world.asked.length, 1);
    world.fault = () => undefined;
    world.counts.reset();
    await setFocus(true);
    assert.equal(world.asked.length, 2);
  });

  it('reads nothing while it is turned off', async () => {
    world.interval = Number.POSITIVE_INFINITY;
    await setFocus(true);
    await world.pass(60 * MINUTE);
    assert.deepEqual([seconds(), world.othersAt], [[], []]);
    world.interval = MINUTE;
    await setFocus(true);
    assert.equal(seconds().length, 1);
  });

  it('reads immediately what is newly visible', async () => {
    await world.pass(MINUTE);
    world.wanted = [today(7), today(8)];
    await setFocus(true);
    assert.deepEqual(
      world.asked.map(({ domain }) => domain),
      [7, 8],
    );
  });

  for (const isFocused of [true, false]) {
    it(`draws at the service's midnight, and reads the new day ${isFocused ? 'then' : 'on focus'}`, async () => {
      begin('2026-05-31T14:58:30Z');
      world.zone = 'Asia/Seoul';
      await world.pass(FIRST_DELAY);
      world.asked.length = 0;
      await setFocus(isFocused);
      await world.pass(84_000);
      const { draws } = world;
      assert.equal(world.counts.today(shop).values?.attackers, 42);
      await world.pass(1_000);
      assert.ok(world.draws > draws);
      assert.equal(world.asked.length, isFocused ? 1 : 0);
      assert.equal(world.counts.today(shop).values?.attackers, isFocused ? 42 : undefined);
      await setFocus(true);
      assert.deepEqual(
        world.asked.map(({ range }) => range.from),
        ['2026-06-01'],
      );
      assert.equal(world.counts.today(shop).values?.attackers, 42);
    });
  }

  it('reads a past range once', async () => {
    const range = { from: '2026-05-18', to: '2026-05-30' };
    begin('2026-05-31T22:00:00Z');
    world.wanted = spans(range);
    await world.pass(3 * 60 * MINUTE);
    assert.deepEqual(
      world.asked.map((asked) => asked.range),
      [range],
    );
  });

  it('reads at most once a minute if each response names another time zone', async () => {
    begin('2026-05-31T20:00:00Z');
    world.fault = () => {
      world.zone = world.asked.length % 2 === 0 ? 'UTC' : 'Asia/Seoul';
      return undefined;
    };
    await world.pass(60 * MINUTE);
    assert.ok(world.asked.length <= 2 * 61, `${world.asked.length}`);
  });

  it('runs the other reads at each interval while focused', async () => {
    await world.pass(11 * MINUTE);
    await setFocus(false);
    await world.pass(60 * MINUTE);
    assert.deepEqual(
      world.othersAt.map((at) => (at - began) / MINUTE),
      [5, 10],
    );
    await setFocus(true);
    assert.equal(world.othersAt.length, 3);
  });

  it('stops when it is disposed of', async () => {
    world.timer.dispose();
    world.timer.update();
    await world.pass(10 * MINUTE);
    assert.equal(world.asked.length, 0);
  });
});
