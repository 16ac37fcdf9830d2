import assert from 'node:assert/strict';
import fc from 'fast-check';
import { endOfDay, today } from '../../../src/service/calendar.ts';

describe('endOfDay', () => {
  for (const [zone, now, end] of [
    ['UTC', '2026-05-31T12:00:00.000Z', '2026-06-01T00:00:00.000Z'],
    ['UTC', '2026-05-31T23:59:59.999Z', '2026-06-01T00:00:00.000Z'],
    ['UTC', '2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'],
    ['Asia/Seoul', '2026-05-31T15:00:00.000Z', '2026-06-01T15:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Mars/Olympus', '2026-05-31T12:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  ] as const) {
    it(`is ${end} in ${zone} at ${now}`, () => {
      assert.equal(endOfDay(zone, new Date(now)).toISOString(), end);
    });
  }

  it('is the first instant of another day, whenever and wherever', () => {
    const instants = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati');
    fc.assert(
      fc.property(instants, zones, (now, zone) => {
        const end = endOfDay(zone, now).getTime();
        assert.equal(today(zone, new Date(end - 1)).day, today(zone, now).day);
        assert.notEqual(today(zone, new Date(end)).day, today(zone, now).day);
      }),
      { numRuns: 50 },
    );
  });
});
