import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays, firstAllowedDay, formatDay, parseDay, today } from '../../../src/service/calendar.ts';

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 11, 31);
const DAY = 86_400_000;

function* everyDay(): Generator<string> {
  for (let time = FIRST; time <= LAST; time += DAY) yield new Date(time).toISOString().slice(0, 10);
}

const zones = [
  'UTC',
  'Asia/Seoul',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

describe('today', () => {
  for (const [zone, now, day] of [
    ['UTC', '2026-05-31T23:59:59.999Z', '2026-05-31'],
    ['Asia/Seoul', '2026-05-31T23:30:00Z', '2026-06-01'],
    ['Asia/Kathmandu', '2026-05-31T18:14:59Z', '2026-05-31'],
    ['Asia/Kathmandu', '2026-05-31T18:15:00Z', '2026-06-01'],
    ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
    ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-01'],
    ['Pacific/Pago_Pago', '2026-01-01T10:59:59Z', '2025-12-31'],
  ] as const) {
    it(`is ${day} in ${zone} at ${now}`, () => {
      assert.deepEqual(today(zone, new Date(now)), { day, zone, known: true });
    });
  }

  for (const zone of ['', 'KST+9', 'Mars/Olympus', '$(bug)', '__proto__', 'x'.repeat(100_000)]) {
    it(`falls back to UTC for ${JSON.stringify(zone.slice(0, 20))} and says so`, () => {
      const now = new Date('2026-05-31T23:30:00Z');
      assert.deepEqual(today(zone, now), { day: '2026-05-31', zone: 'UTC', known: false });
    });
  }

  it('never goes back, nor over more than one day, as an hour passes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date(FIRST), max: new Date(LAST), noInvalidDate: true }),
        (zone, now) => {
          const before = today(zone, now).day;
          const after = today(zone, new Date(now.getTime() + 3_600_000)).day;
          assert.ok(after === before || after === addDays(before, 1), `${before} → ${after}`);
        },
      ),
    );
  });
});

describe('firstAllowedDay', () => {
  for (const [day, first] of [
    ['2026-05-31', '2026-02-01'],
    ['2026-03-01', '2025-12-01'],
    ['2026-01-31', '2025-10-01'],
    ['2024-02-29', '2023-11-01'],
  ] as const) {
    it(`returns ${first} for ${day}`, () => assert.equal(firstAllowedDay(day), first));
  }

  it('is the first of the month three before, on every day from 2000 to 2100', () => {
    for (const day of everyDay()) {
      const first = firstAllowedDay(day);
      const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      assert.equal(first.slice(8), '01');
      assert.equal(months(day) - months(first), 3, day);
    }
  });
});

describe('formatDay and parseDay', () => {
  it('read days as they are written, from 2000 to 2100', () => {
    for (const day of everyDay()) {
      assert.equal(parseDay(formatDay(day, 'YYYYMMDD')), day);
      assert.equal(parseDay(formatDay(day, 'YYYY-MM-DD')), day);
    }
  });

  it('follow each other, on every day from 2000 to 2100', () => {
    let expected = '2000-01-01';
    for (const day of everyDay()) {
      assert.equal(day, expected);
      expected = addDays(day, 1);
      assert.equal(addDays(expected, -1), day);
    }
  });

  for (const text of [
    '',
    '20260230',
    '2026-13-01',
    '2026-0101',
    '202601-01',
    '20260100',
    '20250229',
    '２０２６0101',
    ' 20260101',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseDay(text), undefined));
  }
});
