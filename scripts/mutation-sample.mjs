/**
 * A checker for Stryker that lets only the mutants in its option `sample` be tested. Stryker selects mutants by range,
 * but a range contains other mutants, too.
 */

/** @typedef {Awaited<ReturnType<import('@stryker-mutator/core').Stryker['runMutationTest']>>[number]} Mutant */

/** @typedef {Pick<Mutant, 'fileName' | 'location' | 'mutatorName' | 'replacement'>} Place */

/** Returns the same text for the same mutant in each run; its ID depends on the selected ranges. @param {Place} mutant */
export function keyOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  return JSON.stringify([fileName, start.line, start.column, end.line, end.column, mutatorName, replacement]);
}

/**
 * Counts lines and columns from 1, as in Stryker's results; a checker gets them counted from 0.
 * @param {Mutant['location']} location
 */
function counted({ start, end }) {
  return {
    start: { line: start.line + 1, column: start.column + 1 },
    end: { line: end.line + 1, column: end.column + 1 },
  };
}

class SampleChecker {
  static inject = /** @type {const} */ (['options']);

  /** @param {{ sample: readonly string[] }} options */
  constructor({ sample }) {
    this.sample = new Set(sample);
  }

  async init() {}

  /** @param {readonly Mutant[]} mutants */
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.sample.has(keyOf({ ...mutant, location: counted(mutant.location) }))
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'not in the sample' },
      ]),
    );
  }

  /** @param {readonly Mutant[]} mutants */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];

export const strykerValidationSchema = {
  properties: { sample: { type: 'array', items: { type: 'string' }, default: [] } },
};
