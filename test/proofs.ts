/** True if the suites that `npm test` runs partially should run completely, as in `npm run test:all`. */
export const isWhole = process.env['PARTNER_LOGS_PROOFS'] === 'all';

/** True for new random cases, as in `npm run test:all`; `npm test` uses the same ones each time. */
export const isNew = process.env['PARTNER_LOGS_SEEDS'] === 'new';

/** Returns all items if the suites run completely; otherwise, a sample from the first to the last. */
export function some<T>(all: readonly T[], every = 4): readonly T[] {
  return isWhole ? all : all.filter((_, index) => index % every === 0);
}

/** Returns a number of runs or a size: the full one if the suites run completely, and a quarter of it otherwise. */
export function amount(inFull: number): number {
  return isWhole ? inFull : Math.ceil(inFull / 4);
}

/**
 * Returns the variants to use for the case with this index: all of them if the suites run completely, and otherwise one
 * in turn.
 */
export function waysOf<T>(index: number, all: readonly T[]): readonly T[] {
  return isWhole ? all : all.filter((_, at) => at === index % all.length);
}
