/**
 * `npm run mutation -- lists`: changes the code of a room in 200 random places, one at a time, and runs the unit tests of
 * the room that execute the changed code. Prints the share of changes for which a test fails, and the other changes.
 * `--seed 2` selects other places, `--seed 1 --seed 2` both, and `--sample 50` fewer. Fails below 80 %.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { sampleOf } from './mutation-sample.mjs';
import { changeOf } from './mutation-survivors.mjs';
import { root } from './run.mjs';
import { slowTests } from './stages.mjs';

/** @typedef {Awaited<ReturnType<Stryker['runMutationTest']>>[number]} MutantResult */

/** @typedef {import('./mutation-survivors.mjs').Change} Change */

/** The lowest share of detected changes, in percent. */
const LOWEST = 80;

/**
 * The rooms that determine whether a result is correct, each with unit tests of others that use it; tests that take too
 * long to run for each change, and run only for the file whose name they have; tests that take too long to run at all,
 * and modules that only they test; and the changes that no test can detect, each with a reason.
 * @typedef {object} Settings
 * @property {Record<string, readonly string[]>} rooms
 * @property {readonly string[]} slow
 * @property {readonly string[]} excluded
 * @property {readonly (Change & { reason: string })[]} equivalent
 */
const {
  rooms,
  slow,
  excluded,
  equivalent: equivalents,
} = /** @type {Settings} */ (JSON.parse(readFileSync(path.join(root, 'scripts/mutation.json'), 'utf8')));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', multiple: true, default: ['1'] },
    sample: { type: 'string', default: '200' },
  },
});
process.exitCode = await main(positionals[0] ?? '', values);

/**
 * @param {string} room
 * @param {{ seed: string[], sample: string }} options
 * @returns {Promise<number>} The exit code.
 */
async function main(room, { seed, sample }) {
  if (!rooms[room]) {
    console.error(`Specify one of these rooms: ${Object.keys(rooms).join(', ')}.`);
    return 1;
  }
  process.chdir(root);
  const started = Date.now();
  const files = modulesIn(`src/${room}`).filter((file) => !excluded.includes(file));
  const tests = testsOf(room);
  const seeds = seed.map(Number);
  const size = Number(sample);
  const all = await stryker({ mutate: files, tests, slow, seeds, sample: size });
  const outdated = equivalents.filter(
    ({ file, from, to }) =>
      file.startsWith(`src/${room}/`) && !all.some((mutant) => isSame(changeOf(mutant), { file, from, to })),
  );
  const results = all.filter(({ status }) => status !== 'CompileError').map(resultOf);
  console.log(`${room}: ${results.length} of ${all.length} mutants in ${files.length} files`);
  for (const file of files) {
    const own = results.filter(({ change }) => change.file === file);
    if (own.length === 0) continue;
    console.log(`\n${countOf(own)}  ${file}`);
    own.filter(({ isDetected }) => !isDetected).forEach(show);
  }
  for (const { file, from, to } of outdated) {
    console.error(
      `\nscripts/mutation.json lists a change that is no longer possible: ${file}: ${from} → ${to}`,
    );
  }
  const shares = seeds.map((each) => {
    const ids = new Set(sampleOf(all, each, size));
    const own = results.filter(({ id }) => ids.has(id));
    const detected = own.filter(({ isDetected }) => isDetected);
    const share = (100 * detected.length) / own.length;
    const timedOut = detected.filter(({ status }) => status === 'Timeout');
    const equivalent = own.filter((result) => !result.isDetected && result.equivalent);
    console.log(
      `\n${room}, seed ${each}: ${share.toFixed(1)} % (${countOf(own)}, ${timedOut.length} by a time limit; ` +
        `${equivalent.length} of the others are equivalent)`,
    );
    return share;
  });
  console.log(`in ${((Date.now() - started) / 60_000).toFixed(1)} min`);
  return Math.min(...shares) >= LOWEST && outdated.length === 0 ? 0 : 1;
}

/** @param {MutantResult} mutant */
function resultOf(mutant) {
  const { id, status, mutatorName, location } = mutant;
  const change = changeOf(mutant);
  return {
    id,
    isDetected: status === 'Killed' || status === 'Timeout',
    status,
    mutatorName,
    line: location.start.line,
    change,
    equivalent: equivalents.find((each) => isSame(each, change)),
  };
}

/** Prints a change that was not detected. @param {ReturnType<typeof resultOf>} result */
function show({ status, mutatorName, line, change, equivalent }) {
  console.log(`\n${status} ${change.file}:${line} (${mutatorName})\n- ${change.from}\n+ ${change.to}`);
  console.log(`  ${equivalent ? `equivalent: ${equivalent.reason}` : JSON.stringify(change)}`);
}

/**
 * Runs Stryker with a copy of the project, without its TypeScript step, which requires an older TypeScript.
 * @param {{
 *   mutate: string[], tests: readonly string[], slow: readonly string[], seeds: number[], sample: number
 * }} options
 * @returns {Promise<MutantResult[]>} All mutants; those with the status "CompileError" are not in a sample.
 */
function stryker(options) {
  const all = {
    ...options,
    testRunner: 'unit',
    coverageAnalysis: 'perTest',
    testRunnerNodeArgs: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      pathToFileURL(path.join(root, 'scripts/mutation-load.mjs')).href,
    ],
    ignorePatterns: ['/.*', '/coverage', '/dist', '/docs/images', '*.vsix'],
    symlinkNodeModules: false,
    tsconfigFile: 'none',
    disableTypeChecks: false,
    plugins: ['sample', 'survivors', 'tests'].map((name) => path.join(root, `scripts/mutation-${name}.mjs`)),
    checkers: ['sample'],
    concurrency: 2,
    // Node keeps all modules that are loaded again for a mutant.
    maxTestRunnerReuse: 20,
    dryRunTimeoutMinutes: 20,
    timeoutMS: 120_000,
    timeoutFactor: 5,
    reporters: ['progress-append-only', 'survivors'],
    logLevel: 'error',
    tempDirName: '.cache/mutation',
    cleanTempDir: 'always',
  };
  return new Stryker(/** @type {ConstructorParameters<typeof Stryker>[0]} */ (all)).runMutationTest();
}

/** @param {string} room @returns {string[]} Its unit tests; those of half a second or more are last. */
function testsOf(room) {
  const own = modulesIn(`test/unit/${room}`).filter((file) => file.endsWith('.test.ts'));
  const tests = [...own, ...(rooms[room] ?? [])].filter((file) => !excluded.includes(file));
  return tests.sort((one, other) => Number(slowTests.includes(one)) - Number(slowTests.includes(other)));
}

/** @param {string} folder @returns {string[]} The paths of its modules, relative to the project's folder. */
function modulesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .sort();
}

/** @param {Change} one @param {Change} other */
function isSame(one, other) {
  return one.file === other.file && one.from === other.from && one.to === other.to;
}

/** @param {readonly { isDetected: boolean }[]} results */
function countOf(results) {
  return `${results.filter(({ isDetected }) => isDetected).length} of ${results.length}`;
}
