/** Compares measurements of a window. */
import { HEAPS, type Measured } from './measure.ts';

/** How much larger a heap may become after the first block of actions since the last reload. */
export const GROWTH = 1.1;

export interface Recorded extends Measured {
  /** Uncaught errors in the page. */
  readonly errors: readonly string[];
}

/** Returns all growth since an earlier measurement, and all reported errors. */
export function faultsOf(before: Measured, after: Recorded): readonly string[] {
  const heaps = HEAPS.filter((heap) => after.heaps[heap] > before.heaps[heap] * GROWTH).map(
    (heap) =>
      `The heap of the ${heap} grew from ${megabytes(before.heaps[heap])} to ${megabytes(after.heaps[heap])}.`,
  );
  const counts = Object.entries(after.counts).flatMap(([kind, count]) => {
    const earlier = before.counts[kind] ?? 0;
    return count > earlier ? [`${kind}: ${count}, ${earlier} before.`] : [];
  });
  return [...heaps, ...counts, ...after.rejections, ...after.errors];
}

export interface TableRow {
  readonly done: number;
  readonly sinceReload: number;
  readonly elapsed: string;
  readonly measured: Measured;
}

/** Returns a measurement as a line of a table. */
export function table({ done, sinceReload, elapsed, measured }: TableRow): string {
  const heaps = HEAPS.map((heap) => `${heap} ${megabytes(measured.heaps[heap])}`);
  const counts = Object.entries(measured.counts).map(([kind, count]) => `${kind} ${count}`);
  return `${done} actions (${sinceReload} since the reload), ${elapsed}: ${[...heaps, ...counts].join(', ')}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
