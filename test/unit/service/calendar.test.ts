import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addDays,
  firstAllowedDay,
  formatDay,
  parseDay,
  parseSentDay,
  today,
} from '../../../src/service/calendar.ts';
import { DATE_FORMATS } from '../../../src/service/differences.ts';

const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const days = instants.map((date) => date.toISOString().slice(0, 10));

describe('today', () => {
  for (const [zone, now, day] of [
    ['Asia/Seoul', '2026-05-31T23:30:00Z', '2026-06-01'],
    ['Asia/Kathmandu', '2026-05-31T18:14:59Z', '2026-05-31'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-01'],
  ] as const) {
    it(`is ${day} in ${zone} at ${now}`, () =>
      assert.deepEqual(today(zone, new Date(now)), { day, known: true }));
  }

  it('is in UTC for an unknown zone', () => {
    const now = new Date('2026-05-31T23:30:00Z');
    for (const zone of ['', 'KST+9', 'Mars/Olympus', '$(bug)', '__proto__', 'x'.repeat(100_000)])
      assert.deepEqual(today(zone, now), { day: '2026-05-31', known: false });
  });
});

describe('firstAllowedDay', () => {
  for (const [day, first] of [
    ['2026-05-31', '2026-02-01'],
    ['2026-03-01', '2025-12-01'],
    ['2026-01-31', '2025-10-01'],
    ['2024-02-29', '2023-11-01'],
  ] as const) {
    it(`is ${first} for ${day}`, () => assert.equal(firstAllowedDay(day), first));
  }
});

describe('A day', () => {
  it('is read as it was written, in every format', () => {
    const property = fc.property(days, fc.constantFrom(...DATE_FORMATS), (day, format) => {
      for (const edge of ['start', 'end'] as const) {
        const written = formatDay(day, format, edge);
        assert.equal(parseSentDay(written), day);
        assert.equal(parseDay(written), written.length <= 10 ? day : undefined);
      }
      assert.equal(addDays(addDays(day, 40), -40), day);
    });
    fc.assert(property);
    assert.equal(formatDay('2026-05-01', 'YYYY-MM-DD HH:mm:ss', 'end'), '2026-05-01 23:59:59');
  });

  it('is not read from any other text', () => {
    for (const text of ['', '20260230', '2026-13-01', '2026-0101', '20250229', '２０２６0101', ' 20260101'])
      assert.equal(parseDay(text), undefined, text);
  });
});
