/**
 * Checks that the time for a piece of work grows linearly with its input, with a margin that no busy computer exceeds.
 */
import assert from 'node:assert/strict';

type CpuUsage = NodeJS.CpuUsage;
/** Supported by Node 24, which runs the tests. Microseconds. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(before?: CpuUsage): CpuUsage };

/** The factor by which each input is larger than the previous one. */
const STEP = 4;
/** The maximum factor by which the time can grow per step; for quadratic work, it is 16. */
const MOST = 10;
/** Milliseconds below which a time is not significant. */
const FLOOR = 100;

/**
 * Asserts that the time for the work is roughly linear in the size. The sizes grow step by step, so that nonlinear work
 * fails within seconds, regardless of the largest size.
 * @param prepare creates the work for an input of a size; its own time is not counted
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
    // A single measurement on a busy computer might be too long, which would make the next growth appear smaller than
    // it is.
    if (least > FLOOR / STEP) least = Math.min(least, timeOf(work));
    before = least;
  }
}

/** Returns the processor time for the work in milliseconds, which a busy computer does not increase. */
export function timeOf(work: () => unknown): number {
  const started = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(started);
  return (user + system) / 1000;
}
