/** Checks that the time of a piece of work grows linearly with its input, by a margin that no busy computer exceeds. */
import assert from 'node:assert/strict';

type CpuUsage = NodeJS.CpuUsage;
/** A function of Node 24, which runs the tests; microseconds. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(before?: CpuUsage): CpuUsage };

/** The factor by which each input is larger than the previous one. */
const STEP = 4;
/** The maximum growth of the time in a step; that of quadratic work is 16. */
const MOST = 10;
/** Milliseconds below which a time is not significant. */
const FLOOR = 100;

/**
 * Asserts that the work's time is about linear in the size. The sizes grow step by step, so that nonlinear work fails
 * after seconds, regardless of the largest size.
 * @param prepare creates the work for an input of a size; its own time does not count
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
    // A single measurement on a busy computer may be too long, and the next growth seem smaller than it is.
    if (least > FLOOR / STEP) least = Math.min(least, timeOf(work));
    before = least;
  }
}

/** Returns the milliseconds of processor time of the work, which a busy computer does not increase. */
export function timeOf(work: () => unknown): number {
  const started = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(started);
  return (user + system) / 1000;
}
