/**
 * A test runner for Stryker that loads the tests in its option `tests` once, and runs for each mutant only those that
 * execute it. For a mutant that is executed when modules are loaded, it loads them again, and runs all tests.
 */
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import Mocha from 'mocha';

/** @typedef {{ id: string, name: string, status: 0 | 1 | 2, timeSpentMs: number, error?: Error }} Result */

/** The state that Stryker shares with the modules it changed. */
const shared = /** @type {{ __stryker__?: Record<string, unknown> }} */ (globalThis);
shared.__stryker__ ??= {};
const state = shared.__stryker__;

/** How many times, at least 100 ms from one to the next, a test may wait: on a loaded machine, this is longer. */
const TURNS = 150;

/** The time, in milliseconds, after which a test with random inputs tries no other one. */
const INPUTS_TIME = 1000;

class UnitTests {
  static inject = /** @type {const} */ (['options']);

  mocha = newMocha();

  /** The tests of each suite. @type {Map<Mocha.Suite, Mocha.Test[]>} */
  tests = new Map();

  /** How often the tests were loaded. */
  #loads = 0;

  /** @param {{ tests: readonly string[], slow: readonly string[] }} options */
  constructor({ tests, slow }) {
    this.files = ['test/unit/seed.ts', ...tests];
    this.slow = slow;
    // Stryker ignores promises that are rejected and not handled; for Mocha, they are failures.
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => {
      throw error;
    });
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    await this.load();
    const { results } = await this.run(() => true);
    return {
      status: 'complete',
      tests: results.map((test) => ({ ...test, failureMessage: String(test.error?.stack) })),
      mutantCoverage: state['mutantCoverage'],
    };
  }

  /**
   * @param {{
   *   activeMutant: { id: string }, mutantActivation: 'runtime' | 'static', reloadEnvironment: boolean,
   *   sandboxFileName: string, testFilter?: readonly string[], hitLimit?: number
   * }} options
   */
  async mutantRun({
    activeMutant,
    mutantActivation,
    reloadEnvironment,
    sandboxFileName,
    testFilter,
    hitLimit,
  }) {
    const isStatic = mutantActivation === 'static';
    state['activeMutant'] = undefined;
    delete process.env['__STRYKER_ACTIVE_MUTANT__'];
    if (!isStatic && (this.tests.size === 0 || reloadEnvironment)) await this.load();
    // Worker threads take the mutant from the environment.
    process.env['__STRYKER_ACTIVE_MUTANT__'] = activeMutant.id;
    Object.assign(state, { activeMutant: activeMutant.id, hitCount: hitLimit && 0, hitLimit });
    try {
      if (isStatic) await this.load();
    } catch (error) {
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 0 };
    }
    const covering = new Set(testFilter);
    const own = path.relative('src', sandboxFileName).replace(/ts$/, '');
    const isOther = (/** @type {Mocha.Suite} */ { file }) => !file?.includes(`test/unit/${own}`);
    this.mocha.suite.suites.sort((one, other) => Number(isOther(one)) - Number(isOther(other)));
    const { results, isPending } = await this.run(
      (test, file) =>
        (!testFilter || covering.has(idOf(test))) &&
        (!this.slow.includes(file) || file.startsWith(`test/unit/${own}`)),
      { bail: true, turns: TURNS },
    );
    if (isPending) {
      this.tests.clear();
      return { status: 'timeout', reason: 'A test did not end.' };
    }
    const failure = results.find(({ error }) => error);
    if (!failure) return { status: 'survived', nrOfTests: results.length };
    const failureMessage = String(failure.error);
    return Number(state['hitCount']) > (hitLimit ?? Number.POSITIVE_INFINITY)
      ? { status: 'timeout', reason: failureMessage }
      : { status: 'killed', killedBy: [failure.id], failureMessage, nrOfTests: results.length };
  }

  /** Loads the tests and all their modules, also if they are loaded. */
  async load() {
    this.#loads += 1;
    const mocha = newMocha();
    for (const file of this.files.map((each) => path.resolve(each))) {
      mocha.suite.emit('pre-require', globalThis, file, mocha);
      await import(`${pathToFileURL(file)}?${this.#loads}`);
    }
    fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: INPUTS_TIME });
    this.mocha = mocha;
    this.tests.clear();
    const add = (/** @type {Mocha.Suite} */ suite) => {
      // The time limits of tests are for a computer that does nothing else.
      for (const test of suite.tests) test.timeout(0);
      this.tests.set(suite, suite.tests);
      suite.suites.forEach(add);
    };
    add(mocha.suite);
  }

  /**
   * @param {(test: Mocha.Test, file: string) => boolean} isWanted
   * @param {{ bail?: boolean, turns?: number }} [options]
   * @returns {Promise<{ results: Result[], isPending: boolean }>} The results of the tests and of the hooks that failed.
   */
  run(isWanted, { bail = false, turns = Number.POSITIVE_INFINITY } = {}) {
    for (const [suite, tests] of this.tests) {
      suite.tests = tests.filter((test) => isWanted(test, path.relative('.', test.file ?? '')));
    }
    return new Promise((resolve) => {
      /** @type {Result[]} */
      const results = [];
      let left = turns;
      const clock = setInterval(() => {
        left -= 1;
        if (left < 0) end({ isPending: true });
      }, 100);
      const end = ({ isPending = false } = {}) => {
        clearInterval(clock);
        resolve({ results, isPending });
      };
      const runner = this.mocha.run(() => end());
      runner.on('suite', () => {
        state['currentTestId'] = undefined;
      });
      runner.on('test', (test) => {
        left = turns;
        state['currentTestId'] = idOf(test);
      });
      runner.on('pass', (test) => results.push(resultOf(test, 0)));
      runner.on('pending', (test) => results.push(resultOf(test, 2)));
      runner.on('fail', (test, error) => {
        results.push({ ...resultOf(test, 1), error });
        if (bail) runner.abort();
      });
    });
  }
}

function newMocha() {
  return new Mocha({ timeout: 0, reporter: Mocha.reporters.Base }).cleanReferencesAfterRun(false);
}

/** @param {Mocha.Runnable} test */
function idOf(test) {
  return `${path.relative('.', test.file ?? '')}: ${test.fullTitle()}`;
}

/** @param {Mocha.Runnable} test @param {Result['status']} status @returns {Result} */
function resultOf(test, status) {
  return { id: idOf(test), name: idOf(test), status, timeSpentMs: test.duration ?? 0 };
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'unit', injectableClass: UnitTests }];

export const strykerValidationSchema = {
  properties: {
    tests: { type: 'array', items: { type: 'string' }, default: [] },
    slow: { type: 'array', items: { type: 'string' }, default: [] },
  },
};
