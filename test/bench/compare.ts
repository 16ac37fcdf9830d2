/** Times variants alternately, so that a slow or busy computer affects all of them. */
import { appendFileSync } from 'node:fs';
import process from 'node:process';

/** Number of rounds. Each variant is timed once per round, in the order A B A B. */
const ROUNDS = 15;

/**
 * Times each of `variants`, which can return promises, and prints its median and the ratio to the first variant's
 * median.
 */
export async function compare(
  title: string,
  variants: Readonly<Record<string, () => unknown>>,
): Promise<void> {
  report(title, await timesOf(variants, ROUNDS));
}

/** Returns the times of each of `variants` in milliseconds, as returned by `timed`. */
export async function timesOf(
  variants: Readonly<Record<string, () => unknown>>,
  rounds: number,
  timed = clockTimeOf,
): Promise<Record<string, number[]>> {
  const times = Object.fromEntries(Object.keys(variants).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(variants)) times[name]?.push(await timed(work));
  return times;
}

/** Returns how long the work takes, in milliseconds. */
export async function clockTimeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Prints the medians of times in milliseconds and their ratios to the first median. Also appends the medians to the file
 * specified by `PARTNER_LOGS_BENCH_RESULTS`.
 */
export function report(title: string, times: Readonly<Record<string, readonly number[]>>): void {
  const medians = Object.entries(times).map(([name, all]) => ({
    name,
    milliseconds: median(all),
    count: all.length,
  }));
  const first = medians[0]?.milliseconds ?? Number.NaN;
  process.stdout.write(`\n    ${title}\n`);
  for (const { name, milliseconds, count } of medians) {
    const ratio = (milliseconds / first).toFixed(2).padStart(6);
    const time = milliseconds.toFixed(milliseconds < 10 ? 2 : 0).padStart(8);
    process.stdout.write(`    ${ratio} ×  ${time} ms  ${name} (median of ${count})\n`);
  }
  const results = process.env['PARTNER_LOGS_BENCH_RESULTS'];
  if (results) {
    const byName = Object.fromEntries(medians.map(({ name, milliseconds }) => [name, milliseconds]));
    appendFileSync(results, `${JSON.stringify([title, byName])}\n`);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
