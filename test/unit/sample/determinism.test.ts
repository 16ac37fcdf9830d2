import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../src/sample/random.ts';
import {
  compactDate,
  dayOf,
  firstAllowedDay,
  isoDate,
  parseCompactDate,
} from '../../../src/sample/sampleDays.ts';
import { startSampleService } from '../../../src/sample/server.ts';
import { Timeline } from '../../../src/sample/timeline.ts';
import { allRows, counts, detail, now } from './client.ts';

async function everything(seed: number) {
  const service = await startSampleService({ seed, now });
  try {
    return {
      rows: await allRows(service, 1002),
      detail: await detail(service, 1002, 1100),
      counts: await counts(service, 1002, '20260501', '20260515'),
    };
  } finally {
    await service.close();
  }
}

describe('sample service: the same again', () => {
  it('gives the same data for the same seed and clock', async () => {
    assert.deepEqual(await everything(7), await everything(7));
  });

  it('gives other data for another seed', async () => {
    const [one, other] = [await everything(7), await everything(8)];
    assert.notDeepEqual(one.rows, other.rows);
    assert.notDeepEqual(one.detail, other.detail);
    assert.notDeepEqual(one.counts, other.counts);
  });

  it('draws values within their bounds, unrelated between neighbouring seeds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -1000, max: 1000 }), fc.nat(1000), (seed, low, span) => {
        const random = new Random(seed);
        const value = random.between(low, low + span);
        assert.ok(Number.isInteger(value) && value >= low && value <= low + span);
        assert.match(random.hex(7), /^[\da-f]{7}$/);
      }),
    );
    const firsts = Array.from({ length: 10_000 }, (_, seed) => new Random(1, seed).next());
    const mean = firsts.reduce((left, right) => left + right, 0) / firsts.length;
    assert.ok(Math.abs(mean - 0.5) < 0.02, `mean ${mean}`);
    assert.ok(new Set(firsts).size > 9_990);
  });
});

describe('sample service: time', () => {
  const days = fc.integer({ min: 0, max: 40_000 });
  const clocks = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2099-12-31T23:59:59Z'),
    noInvalidDate: true,
  });

  it('reads back the dates that it writes', () => {
    fc.assert(fc.property(days, (day) => parseCompactDate(compactDate(day)) === day));
  });

  it('reads no other text as a date', () => {
    for (const text of ['', '2026', '2026-05-01', '20260230', '20261301', '20260500', '020260501', 'today']) {
      assert.equal(parseCompactDate(text), undefined, text);
    }
  });

  it('allows days from the 1st of the month three months before', () => {
    for (const [today, first] of [
      ['2026-05-15', '2026-02-01'],
      ['2026-05-31', '2026-02-01'],
      ['2026-01-01', '2025-10-01'],
      ['2026-03-31', '2025-12-01'],
      ['2024-02-29', '2023-11-01'],
    ] as const) {
      assert.equal(isoDate(firstAllowedDay(dayOf(new Date(today)))), first);
    }
  });

  it('places every log in the allowed range, in order, none in the future', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(600), clocks, (seed, total, clock) => {
        const timeline = new Timeline([seed], total, clock);
        assert.equal(timeline.total, total);
        const times = Array.from({ length: total }, (_, ordinal) => timeline.timeOf(ordinal));
        const earliest = Date.parse(isoDate(firstAllowedDay(dayOf(clock))));
        assert.ok(times.every((time) => time >= earliest && time <= clock.getTime()));
        assert.ok(times.every((time, position) => position === 0 || (times[position - 1] ?? 0) <= time));
      }),
      { numRuns: 50 },
    );
  });

  it('finds the logs of a range of days', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(600), fc.integer({ min: -5, max: 110 }), fc.nat(40), (...drawn) => {
        const [seed, total, offset, length] = drawn;
        const timeline = new Timeline([seed], total, now());
        const from = firstAllowedDay(dayOf(now())) + offset;
        const { start, end } = timeline.between(from, from + length);
        const inRange = Array.from({ length: total }, (_, ordinal) => ordinal).filter((ordinal) => {
          const day = dayOf(new Date(timeline.timeOf(ordinal)));
          return day >= from && day <= from + length;
        });
        assert.equal(end - start, inRange.length);
        if (inRange.length > 0) assert.equal(start, inRange[0]);
      }),
      { numRuns: 50 },
    );
  });

  it('adds days without touching those that were', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 600 }), clocks, fc.nat(40), (...drawn) => {
        const [seed, total, clock, later] = drawn;
        const timeline = new Timeline([seed], total, clock);
        const times = Array.from({ length: total }, (_, ordinal) => timeline.timeOf(ordinal));
        timeline.advance(new Date(clock.getTime() + later * 86_400_000));
        timeline.advance(clock);
        assert.ok(timeline.total >= total + 5 * later);
        assert.deepEqual(
          times,
          Array.from({ length: total }, (_, ordinal) => timeline.timeOf(ordinal)),
        );
      }),
      { numRuns: 50 },
    );
  });
});
