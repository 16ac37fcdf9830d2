import assert from 'node:assert/strict';
import { PRESETS, rangeOf, rangeProblem } from '../../../src/counts/spans.ts';

describe('rangeOf', () => {
  const fixed = { from: '2026-01-20', to: '2026-03-10' };
  for (const [span, today, from, to] of [
    ['today', '2026-05-31', '2026-05-31', '2026-05-31'],
    ['last7', '2026-05-31', '2026-05-25', '2026-05-31'],
    ['last30', '2026-03-05', '2026-02-04', '2026-03-05'],
    ['month', '2026-06-01', '2026-06-01', '2026-06-01'],
    ['all', '2026-05-31', '2026-02-01', '2026-05-31'],
    ['all', '2026-01-15', '2025-10-01', '2026-01-15'],
    [fixed, '2026-04-30', '2026-01-20', '2026-03-10'],
    [fixed, '2026-05-01', '2026-02-01', '2026-03-10'],
    [fixed, '2026-07-01', '2026-04-01', '2026-04-01'],
  ] as const) {
    it(`returns ${from} to ${to} for ${JSON.stringify(span)} on ${today}`, () => {
      assert.deepEqual(rangeOf(span, today), { from, to });
    });
  }
});

describe('rangeProblem', () => {
  for (const [from, to, problem] of [
    ['2026-02-01', '2026-05-31', undefined],
    ['2026-01-31', '2026-05-31', /no counts before 2026-02-01, the first day of the month three months ago/],
    ['', '2026-05-31', /both/],
    ['2026-05-31', '2026-06-01', /after today, 2026-05-31/],
    ['2026-05-31', '2026-05-30', /after the last day/],
  ] as const) {
    it(`returns ${problem} for ${from} to ${to}`, () => {
      const found = rangeProblem({ from, to }, '2026-05-31');
      if (problem) assert.match(found ?? '', problem);
      else assert.equal(found, undefined);
    });
  }

  it('accepts the days of each preset on each day of a year', () => {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
      const today = new Date(time).toISOString().slice(0, 10);
      for (const preset of PRESETS) assert.equal(rangeProblem(rangeOf(preset, today), today), undefined);
    }
  });
});
