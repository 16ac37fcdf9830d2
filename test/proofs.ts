/** True when the suites that `npm test` runs in part run completely, as in `npm run test:all`. */
export const isWhole = process.env['PARTNER_LOGS_PROOFS'] === 'all';

/** True for new random cases, as in `npm run test:all`; `npm test` uses the same ones each time. */
export const isNew = process.env['PARTNER_LOGS_SEEDS'] === 'new';

/** Returns all items when the suites run completely; otherwise, every few of them, from the first to the last. */
export function some<T>(all: readonly T[], every = 4): readonly T[] {
  return isWhole ? all : all.filter((_, index) => index % every === 0);
}

/** Returns a number of runs or a size: the given one when the suites run completely; otherwise, a quarter of it. */
export function amount(inFull: number): number {
  return isWhole ? inFull : Math.ceil(inFull / 4);
}

/**
 * Returns the variants in which to try the case of this index: all when the suites run completely; otherwise, one in
 * turn.
 */
export function waysOf<T>(index: number, all: readonly T[]): readonly T[] {
  return isWhole ? all : all.filter((_, at) => at === index % all.length);
}
