import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  clockIn,
  instantsOf,
  readerTime,
  rowTime,
  rowTimes,
  wholeTime,
} from '../../../src/text/zonedTime.ts';

const utc = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`);

describe('instantsOf', () => {
  for (const [zone, time, ...instants] of [
    ['Asia/Seoul', '2026-11-21 07:03:12', '2026-11-20 22:03:12'],
    ['America/New_York', '2026-03-08 02:30:00'],
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 05:30:00', '2026-11-01 06:30:00'],
    ['America/New_York', '2026-11-01 02:00:00', '2026-11-01 07:00:00'],
    // Half an hour: +10:30, and +11:00 in summer.
    ['Australia/Lord_Howe', '2026-04-05 01:15:00', '2026-04-04 14:15:00'],
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04 14:45:00', '2026-04-04 15:15:00'],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00'],
  ] as const) {
    it(`finds ${instants.length} for ${time} in ${zone}`, () => {
      assert.deepEqual(instantsOf(time, zone), instants.map(utc));
    });
  }

  it('is undefined for an unknown zone and for what is no time', () => {
    for (const zone of ['Mars/Phobos', '', 'x'.repeat(10_000), '\u202e'])
      assert.equal(instantsOf('2026-11-21 07:03:12', zone), undefined);
    for (const time of ['', '2026-02-30 00:00:00', '2026-11-21', '2026-11-21 25:00:00', 'soon'])
      assert.equal(instantsOf(time, 'UTC'), undefined);
  });
});

describe('clockIn', () => {
  it('shows the clocks of a zone', () => {
    assert.equal(clockIn('Asia/Seoul', utc('2026-11-20 22:03:12')), '2026-11-21 07:03:12');
    assert.equal(clockIn('Mars/Phobos', 0), undefined);
    assert.match(clockIn(undefined, 0) ?? '', /^19(?:69-12-31|70-01-01) \d\d:\d\d:\d\d$/);
  });

  it('tries a zone only once, also one that is not supported', () => {
    const create = mock.method(Intl, 'DateTimeFormat');
    for (let calls = 0; calls < 3; calls++) assert.equal(clockIn('Mars/Deimos', 0), undefined);
    create.mock.restore();
    assert.equal(create.mock.callCount(), 1);
  });
});

describe('readerTime', () => {
  it('gives the time in the zone of the reader', () => {
    const reader = (time: string, zone: string | undefined) => readerTime(time, zone, 'America/New_York');
    assert.equal(reader('2026-11-21 07:03:12', 'Asia/Seoul'), '2026-11-20 17:03:12');
    assert.equal(reader('2026-07-01 07:03:12', 'Australia/Lord_Howe'), '2026-06-30 16:33:12');
    assert.equal(reader('2026-11-21 07:03:12', 'America/Toronto'), undefined, 'the same');
    assert.equal(reader('2026-11-21 07:03:12', undefined), undefined, 'no zone was named');
    assert.equal(reader('2026-11-21 07:03:12', 'Mars/Phobos'), undefined);
  });

  it('gives both of a time that the clocks show twice, and none that they skip', () => {
    assert.equal(
      readerTime('2026-11-01 01:30:00', 'America/New_York', 'Asia/Seoul'),
      '2026-11-01 14:30:00 or 2026-11-01 15:30:00',
    );
    assert.equal(readerTime('2026-03-08 02:30:00', 'America/New_York', 'Asia/Seoul'), undefined);
  });
});

describe('rowTime', () => {
  const style = (zone: string | undefined) => ({ zone, first: 'service' }) as const;
  const now = utc('2026-11-20 16:00:00'); // 01:00 on the 21st in Seoul

  it('is the hour alone today, in the zone of the service', () => {
    assert.equal(rowTime('2026-11-21 00:03:12', style('Asia/Seoul'), now), '00:03');
    assert.equal(rowTime('2026-11-20 23:59:12', style('Asia/Seoul'), now), '11-20 23:59');
    assert.equal(rowTime('2026-11-20 23:59:12', style('UTC'), now), '23:59');
    assert.equal(rowTime('2025-11-21 00:03:12', style('Asia/Seoul'), now), '2025-11-21 00:03');
  });

  it('takes nothing for today while no zone is known', () => {
    const year = new Date().getFullYear();
    for (const zone of [undefined, 'Mars/Phobos'])
      assert.equal(rowTime(`${year}-11-20 23:59:12`, style(zone), now), '11-20 23:59');
  });

  it('leaves a text that is no time as it was sent', () => {
    for (const text of ['yesterday', '2026-11-20T23:59:1', '2026-11-20', '2026-11-20 23:59:12\n$(x)', ''])
      assert.equal(rowTime(text, style('UTC'), now), text);
  });
});

describe('wholeTime', () => {
  const time = '2026-11-21 07:03:12';
  // The tests run in any time zone; one of these differs from it.
  const zone = clockIn(undefined, 0) === clockIn('Asia/Seoul', 0) ? 'America/New_York' : 'Asia/Seoul';
  const reader = readerTime(time, zone);

  it('has the time of the reader beside that of the service, in the order asked for', () => {
    assert.equal(
      wholeTime(time, { zone, first: 'service' }),
      `${time} (${zone}), ${reader} on this computer`,
    );
    assert.equal(wholeTime(time, { zone, first: 'local' }), `${reader} on this computer, ${time} (${zone})`);
    assert.equal(rowTime(time, { zone, first: 'local' }, 0), reader?.slice(0, 16));
  });

  it('has both in short where there is no tooltip', () => {
    const short = reader?.slice(0, 16);
    const service = { zone, first: 'service' } as const;
    assert.equal(rowTimes(time, service, 0), `2026-11-21 07:03 (${short} on this computer)`);
    assert.equal(rowTimes(time, { ...service, first: 'local' }, 0), `${short} (2026-11-21 07:03 ${zone})`);
    assert.equal(rowTimes(time, { zone: 'Mars/Phobos', first: 'local' }).slice(-5), '07:03');
  });

  it('is as sent without a zone, and says that a zone is unknown', () => {
    assert.equal(wholeTime(time, { zone: undefined, first: 'local' }), time);
    assert.equal(
      wholeTime(time, { zone: 'Mars/Phobos', first: 'local' }),
      `${time} (the time zone “Mars/Phobos” is unknown on this computer)`,
    );
  });
});
