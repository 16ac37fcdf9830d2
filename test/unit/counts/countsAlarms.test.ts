import assert from 'node:assert/strict';
import { CountsAlarms, type WatchedStatus } from '../../../src/counts/countsAlarms.ts';

function watched(name: string, attackers: number | undefined, day = '2026-05-31'): WatchedStatus {
  const values = attackers === undefined ? undefined : { visitors: 1, attackers, maliciousIps: 1, bots: 1 };
  return {
    domain: { connectionId: 'a', index: name.charCodeAt(0) },
    name,
    trend: [],
    state: { day, timeZone: 'UTC', values, asOf: undefined, fault: undefined, note: undefined },
  };
}

function setUp(stored = new Map<string, unknown>()) {
  const world = {
    warnAbove: 50 as number | null,
    notify: true,
    counts: [] as number[],
    told: [] as string[][],
  };
  const alarms = new CountsAlarms({
    memory: {
      get: <T>(key: string) => stored.get(key) as T | undefined,
      update: async (key, value) => {
        stored.set(key, value);
      },
    },
    warnAbove: () => world.warnAbove,
    notify: () => world.notify,
    onCount: (count) => world.counts.push(count),
    onAlarm: (domains) => world.told.push(domains.map(({ name }) => name)),
  });
  return { world, alarms, stored };
}

describe('CountsAlarms', () => {
  it('counts the domains at or above the level, and reports when the number changes', () => {
    const { world, alarms } = setUp();
    alarms.update([watched('a', 49), watched('b', undefined)]);
    alarms.update([watched('a', 50), watched('b', 51)]);
    alarms.update([watched('a', 52), watched('b', 53)]);
    alarms.update([watched('a', undefined), watched('b', 53)]);
    world.warnAbove = null;
    alarms.update([watched('b', 53)]);
    assert.deepEqual(world.counts, [2, 1, 0]);
  });

  it('reports a domain once a day', () => {
    const { world, alarms } = setUp();
    alarms.update([watched('a', 60), watched('b', 10)]);
    alarms.update([watched('a', 70), watched('b', 55)]);
    alarms.update([watched('a', 71), watched('b', 56)]);
    assert.deepEqual(world.told, [['a'], ['b']]);
    alarms.update([watched('a', undefined, '2026-06-01'), watched('b', undefined, '2026-06-01')]);
    alarms.update([watched('a', 60, '2026-06-01'), watched('b', 60, '2026-06-01')]);
    assert.deepEqual(world.told.slice(2), [['a', 'b']]);
  });

  it('reports nothing again in another window or after a reload', () => {
    const { alarms, stored } = setUp();
    alarms.update([watched('a', 60)]);
    const other = setUp(stored);
    other.alarms.update([watched('a', 61)]);
    assert.deepEqual(other.world.told, []);
    assert.deepEqual(other.world.counts, [1]);
  });

  it('reports nothing unless the user wants it, and then only what is new', () => {
    const { world, alarms } = setUp();
    world.notify = false;
    alarms.update([watched('a', 60)]);
    assert.deepEqual(world.told, []);
    world.notify = true;
    alarms.update([watched('a', 60)]);
    assert.deepEqual(world.told, [['a']]);
  });

  it('forget domains that are no longer watched', () => {
    const { alarms, stored } = setUp();
    alarms.update([watched('a', 60)]);
    alarms.update([watched('b', 60)]);
    assert.deepEqual(stored.get('alarms'), { 'a/98': '2026-05-31' });
  });
});
