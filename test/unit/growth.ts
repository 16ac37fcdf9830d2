/** Whether the time of a piece of work grows with its input as it should, by a margin that no busy machine exceeds. */
import assert from 'node:assert/strict';

type CpuUsage = NodeJS.CpuUsage;
/** Of Node 24, which runs the tests; microseconds. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(before?: CpuUsage): CpuUsage };

/** The factor by which each input is larger than the one before. */
const STEP = 4;
/** The most that the time may grow by in a step; a quadratic work's grows by 16. */
const MOST = 10;
/** Milliseconds below which a time says nothing. */
const FLOOR = 100;

/**
 * Asserts that the work's time is about linear in the size. The sizes grow step by step, so that work which is not linear
 * fails after seconds, whatever the largest size would take.
 *
 * @param prepare makes the work for an input of a size; its own time does not count
 */
export function assertLinear(
  prepare: (size: number) => () => unknown,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  let before = Number.POSITIVE_INFINITY;
  for (let size = from; size <= to; size *= STEP) {
    const work = prepare(size);
    const most = Math.max(FLOOR, MOST * before);
    let least = timeOf(work);
    for (let again = 0; again < 3 && least > most; again++) least = Math.min(least, timeOf(work));
    assert.ok(
      least <= most,
      `${size}: ${least.toFixed()} ms, after ${before.toFixed()} ms for a quarter of it`,
    );
    // What was measured once, on a busy machine, may be too long, and the next growth look smaller than it is.
    if (least > FLOOR / STEP) least = Math.min(least, timeOf(work));
    before = least;
  }
}

/** Milliseconds that the work had a processor: a busy machine adds none. */
export function timeOf(work: () => unknown): number {
  const started = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(started);
  return (user + system) / 1000;
}
