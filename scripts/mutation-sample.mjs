/** A checker for Stryker that lets only random samples of the mutants be tested. */
import { Random } from '../src/sample/random.ts';

/**
 * @param {readonly { id: string }[]} mutants @param {number} seed @param {number} size
 * @returns {string[]} The IDs of `size` mutants.
 */
export function sampleOf(mutants, seed, size) {
  const random = new Random(seed);
  const rest = mutants.map(({ id }) => id).sort((one, other) => Number(one) - Number(other));
  /** @type {string[]} */
  const sample = [];
  while (sample.length < size && rest.length > 0) {
    sample.push(...rest.splice(random.between(0, rest.length - 1), 1));
  }
  return sample;
}

class SampleChecker {
  static inject = /** @type {const} */ (['options']);

  /** @param {{ seeds: readonly number[], sample: number }} options */
  constructor({ seeds, sample }) {
    this.seeds = seeds;
    this.size = sample;
    this.sample = new Set();
  }

  async init() {}

  /** Called once, with all mutants. @param {readonly { id: string }[]} mutants */
  async group(mutants) {
    this.sample = new Set(this.seeds.flatMap((seed) => sampleOf(mutants, seed, this.size)));
    return [mutants.map(({ id }) => id)];
  }

  /** @param {readonly { id: string }[]} mutants */
  async check(mutants) {
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        this.sample.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in a sample' },
      ]),
    );
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];

export const strykerValidationSchema = {
  properties: {
    seeds: { type: 'array', items: { type: 'integer' }, default: [1] },
    sample: { type: 'integer', default: 200 },
  },
};
