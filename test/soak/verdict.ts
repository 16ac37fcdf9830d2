/** Compares measurements of a window. */
import type { Measured } from './measure.ts';

/** How much larger a heap may become after the first block of actions since the last reload. */
export const GROWTH = 1.1;

/**
 * How many more objects the page may have. Without a trend, their numbers vary by up to 18%, because the editor keeps
 * rows for reuse, and sometimes the document of the last closed panel.
 */
const REUSED = 1.2;

export interface Recorded extends Measured {
  /** Uncaught errors in the page. */
  readonly errors: readonly string[];
}

/** Returns all growth since an earlier measurement, and all reported errors. */
export function faultsOf(before: Measured, after: Recorded): readonly string[] {
  return [
    ...grown(before.heaps, after.heaps, GROWTH).map(
      ([heap, from, to]) => `The heap of the ${heap} grew from ${megabytes(from)} to ${megabytes(to)}.`,
    ),
    ...grown(before.reused, after.reused, REUSED).map(countFault),
    ...grown(before.counts, after.counts, 1).map(countFault),
    ...after.rejections,
    ...after.errors,
  ];
}

/** Returns the functions that listen to more events than before, one per line. */
export function moreListeners(before: Measured, after: Measured): string {
  const more = grown(before.listeners, after.listeners, 1);
  return more.map(([code, earlier, count]) => `  ${count - earlier} × ${code}`).join('\n');
}

type Figures = Readonly<Record<string, number>>;
type Growth = readonly [kind: string, before: number, after: number];

function grown(before: Figures, after: Figures, factor: number): readonly Growth[] {
  return Object.entries(after)
    .map(([kind, count]): Growth => [kind, before[kind] ?? 0, count])
    .filter(([, earlier, count]) => count > earlier * factor);
}

function countFault([kind, before, after]: Growth): string {
  return `${kind}: ${after}, ${before} before.`;
}

export interface TableRow {
  readonly done: number;
  readonly sinceReload: number;
  readonly elapsed: string;
  readonly measured: Measured;
}

/** Returns a measurement as a line of a table. */
export function table({ done, sinceReload, elapsed, measured }: TableRow): string {
  const heaps = Object.entries(measured.heaps).map(([heap, bytes]) => `${heap} ${megabytes(bytes)}`);
  const counts = Object.entries({ ...measured.counts, ...measured.reused }).map(
    ([kind, count]) => `${kind} ${count}`,
  );
  return `${done} actions (${sinceReload} since the reload), ${elapsed}: ${[...heaps, ...counts].join(', ')}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
