import assert from 'node:assert/strict';
import { PRESETS, rangeOf, rangeProblem, spanId } from '../../../src/counts/countsRange.ts';

describe('countsRange', () => {
  for (const [span, today, from, to] of [
    ['today', '2026-05-31', '2026-05-31', '2026-05-31'],
    ['last7', '2026-05-31', '2026-05-25', '2026-05-31'],
    ['last14', '2026-03-05', '2026-02-20', '2026-03-05'],
    ['last30', '2026-05-31', '2026-05-02', '2026-05-31'],
    ['month', '2026-05-31', '2026-05-01', '2026-05-31'],
    ['month', '2026-06-01', '2026-06-01', '2026-06-01'],
    ['all', '2026-05-31', '2026-02-01', '2026-05-31'],
    ['all', '2026-01-15', '2025-10-01', '2026-01-15'],
  ] as const) {
    it(`${span} is ${from} to ${to} on ${today}`, () => {
      assert.deepEqual(rangeOf(span, today), { from, to });
    });
  }

  it('begins no earlier than the service serves, also when fixed days grow old', () => {
    const fixed = { from: '2026-01-20', to: '2026-03-10' };
    assert.deepEqual(rangeOf(fixed, '2026-04-30'), fixed);
    assert.deepEqual(rangeOf(fixed, '2026-05-01'), { from: '2026-02-01', to: '2026-03-10' });
    assert.deepEqual(rangeOf(fixed, '2026-07-01'), { from: '2026-04-01', to: '2026-04-01' });
  });

  it('refuses days before the first allowed one, and says why', () => {
    const problem = rangeProblem({ from: '2026-01-31', to: '2026-05-31' }, '2026-05-31');
    assert.match(problem ?? '', /no counts before 2026-02-01, the first day of the month three months ago/);
    assert.equal(rangeProblem({ from: '2026-02-01', to: '2026-05-31' }, '2026-05-31'), undefined);
  });

  for (const [what, from, to] of [
    ['an end that is missing', '', '2026-05-31'],
    ['a day to come', '2026-05-31', '2026-06-01'],
    ['ends that are swapped', '2026-05-31', '2026-05-30'],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.notEqual(rangeProblem({ from, to }, '2026-05-31'), undefined);
    });
  }

  it('accepts what the presets mean, every day of a year', () => {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
      const today = new Date(time).toISOString().slice(0, 10);
      for (const preset of PRESETS) assert.equal(rangeProblem(rangeOf(preset, today), today), undefined);
    }
  });

  it('has an id that tells spans apart', () => {
    const spans = [...PRESETS, { from: '2026-05-01', to: '2026-05-02' }] as const;
    assert.equal(new Set(spans.map(spanId)).size, spans.length);
  });
});
