/** Whether the suites of which `npm test` runs a part run in full, as `npm run test:all` has them. */
export const isWhole = process.env['PARTNER_LOGS_PROOFS'] === 'all';

/** Whether random cases are new ones, as `npm run test:all` draws them; `npm test` draws the same each time. */
export const isNew = process.env['PARTNER_LOGS_SEEDS'] === 'new';

/** All of them where the suites run in full; else one of every few, from the first to the last. */
export function some<T>(all: readonly T[], every = 4): readonly T[] {
  return isWhole ? all : all.filter((_, index) => index % every === 0);
}

/** A number of runs or a size: as given where the suites run in full, else a quarter of it. */
export function amount(inFull: number): number {
  return isWhole ? inFull : Math.ceil(inFull / 4);
}

/** In which of several ways the case of this index is tried: all where the suites run in full, else one, by turns. */
export function waysOf<T>(index: number, all: readonly T[]): readonly T[] {
  return isWhole ? all : all.filter((_, at) => at === index % all.length);
}
