/**
 * `npm run mutation -- lists`: changes the code of a room in 200 random places, one at a time, and runs the unit tests of
 * the changed file. Prints the share of changes for which a test fails, and the other changes. `--seed 2` selects other
 * places, `--sample 50` fewer, and `--file pager` only those in files with such a path. Fails below 80 %.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Random } from '../src/sample/random.ts';
import { keyOf } from './mutation-sample.mjs';
import { node24, root } from './run.mjs';
import { slowTests } from './stages.mjs';

/** @typedef {Awaited<ReturnType<Stryker['runMutationTest']>>[number]} MutantResult */

/** @typedef {{ file: string, from: string, to: string }} Change The first changed line, without its indentation. */

/** The lowest share of detected changes, in percent. */
const LOWEST = 80;

/**
 * The rooms that determine whether a result is correct, each with the unit tests that use all of it; tests that take too
 * long to run for each change, and run only for the file whose name they have; and the changes that no test can detect,
 * each with a reason.
 * @typedef {object} Settings
 * @property {Record<string, readonly string[]>} rooms
 * @property {readonly string[]} slow
 * @property {readonly (Change & { reason: string })[]} equivalent
 */
const {
  rooms,
  slow,
  equivalent: equivalents,
} = /** @type {Settings} */ (JSON.parse(readFileSync(path.join(root, 'scripts/mutation.json'), 'utf8')));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '200' },
    file: { type: 'string', default: '' },
  },
});
process.exitCode = await main(positionals[0] ?? '', values);

/**
 * @param {string} room
 * @param {{ seed: string, sample: string, file: string }} options
 * @returns {Promise<number>} The exit code.
 */
async function main(room, { seed, sample: size, file: part }) {
  if (!rooms[room]) {
    console.error(`Specify one of these rooms: ${Object.keys(rooms).join(', ')}.`);
    return 1;
  }
  process.chdir(root);
  const started = Date.now();
  const files = modulesIn(`src/${room}`);
  const all = await stryker({ mutate: files, tests: [], sample: [] });
  const outdated = equivalents.filter(
    ({ file, from, to }) =>
      file.startsWith(`src/${room}/`) && !all.some((mutant) => isSame(changeOf(mutant), { file, from, to })),
  );
  const sample = sampleOf(all, new Random(Number(seed)), Number(size));
  console.log(`${room}: ${sample.length} of ${all.length} mutants in ${files.length} files, seed ${seed}`);

  /** @type {ReturnType<typeof resultOf>[]} */
  const results = [];
  /** @type {string[]} */
  const unmeasured = [];
  for (const file of files.filter((each) => each.includes(part))) {
    const own = sample.filter(({ fileName }) => path.relative(root, fileName) === file);
    if (own.length === 0) continue;
    const tests = testsOf(room, file);
    const keys = new Set(own.map(keyOf));
    try {
      const build = `esbuild ${file} --outfile=${file}.js --log-level=error`;
      const tested = await stryker({ mutate: own.map(rangeOf), tests, sample: [...keys], build });
      const wanted = tested.filter((mutant) => keys.has(keyOf(mutant))).map(resultOf);
      results.push(...wanted);
      console.log(`\n${countOf(wanted)}  ${file}, by ${tests.join(', ')}`);
      wanted.filter(({ isDetected }) => !isDetected).forEach(show);
    } catch (error) {
      unmeasured.push(file);
      console.error(`\n${file}, by ${tests.join(', ')}: ${error}`);
    }
  }
  for (const { file, from, to } of outdated) {
    console.error(
      `\nscripts/mutation.json lists a change that is no longer possible: ${file}: ${from} → ${to}`,
    );
  }
  const detected = results.filter(({ isDetected }) => isDetected);
  const percent = (100 * detected.length) / results.length;
  const timedOut = detected.filter(({ status }) => status === 'Timeout');
  const equivalent = results.filter((each) => !each.isDetected && each.equivalent);
  console.log(
    `\n${room}, seed ${seed}: ${percent.toFixed(1)} % (${countOf(results)}, ${timedOut.length} by a time limit; ` +
      `${equivalent.length} of the others are equivalent), ` +
      `in ${((Date.now() - started) / 60_000).toFixed(1)} min`,
  );
  return percent >= LOWEST && outdated.length === 0 && unmeasured.length === 0 ? 0 : 1;
}

/** @param {MutantResult} mutant */
function resultOf(mutant) {
  const { status, mutatorName, location } = mutant;
  const change = changeOf(mutant);
  return {
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
 * @param {{ mutate: readonly string[], tests: readonly string[], sample: readonly string[], build?: string }} options
 * @returns {Promise<MutantResult[]>} All mutants in `mutate`; those in `sample` were tested.
 */
function stryker({ mutate, tests, sample, build }) {
  const mocha = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    './scripts/mutation-load.mjs',
    'node_modules/mocha/bin/mocha.js',
    '--bail',
    '--exit',
    '--timeout',
    '90000',
    '--require',
    './test/unit/seed.ts',
  ];
  const options = {
    mutate: [...mutate],
    testRunner: 'command',
    commandRunner: {
      command: [node24, ...(tests.length > 0 ? [...mocha, ...tests] : ['--version'])].join(' '),
    },
    ...(build && { buildCommand: build }),
    ignorePatterns: ['/.*', '/coverage', '/dist', '/docs/images', '*.vsix'],
    tsconfigFile: 'none',
    disableTypeChecks: false,
    plugins: [path.join(root, 'scripts/mutation-sample.mjs')],
    checkers: ['sample'],
    sample: [...sample],
    concurrency: 2,
    timeoutFactor: 3,
    reporters: [],
    logLevel: 'error',
    tempDirName: '.cache/mutation',
    cleanTempDir: 'always',
  };
  return new Stryker(/** @type {ConstructorParameters<typeof Stryker>[0]} */ (options)).runMutationTest();
}

/** @param {readonly MutantResult[]} mutants @param {Random} random @param {number} size */
function sampleOf(mutants, random, size) {
  const rest = [...mutants].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const chosen = [];
  while (chosen.length < size && rest.length > 0) {
    chosen.push(...rest.splice(random.between(0, rest.length - 1), 1));
  }
  return chosen;
}

/**
 * Returns the unit tests that have the name of a file or import it, if possible from its room, and those that use the
 * whole room. Tests of half a second or more are last.
 * @param {string} room @param {string} file @returns {string[]}
 */
function testsOf(room, file) {
  const name = file.replace('src/', 'test/unit/').replace(/ts$/, '');
  const all = modulesIn('test/unit')
    .filter((test) => /^test\/unit\/(?!whole\/).+\/.*\.test\.ts$/.test(test))
    .filter((test) => test.startsWith(name) || (!slow.includes(test) && importsOfTest(test).includes(file)));
  const own = all.filter((test) => test.startsWith(`test/unit/${room}/`));
  const tests = new Set([...(own.length > 0 ? own : all), ...(rooms[room] ?? [])]);
  return [...tests].sort((one, other) => Number(slowTests.includes(one)) - Number(slowTests.includes(other)));
}

/** @param {string} test @returns {string[]} The modules that it imports, directly or with helpers. */
function importsOfTest(test) {
  return imports(test).flatMap((each) =>
    each.startsWith('test/') ? [each, ...importsOfTest(each)] : [each],
  );
}

/** @param {string} module @returns {string[]} The modules that it imports, other than types. */
function imports(module) {
  const text = readFileSync(path.join(root, module), 'utf8').replace(/^import type [^;]*;/gm, '');
  return [...text.matchAll(/'(\.{1,2}\/[^'\n]*\.ts)'/g)]
    .map(([, target = '']) => path.posix.join(path.posix.dirname(module), target))
    .filter((target) => existsSync(path.join(root, target)));
}

/** @param {string} folder @returns {string[]} The paths of its modules, relative to the project's folder. */
function modulesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .sort();
}

/** @param {MutantResult} mutant @returns {string} Stryker's pattern for its range, whose columns begin at 0. */
function rangeOf({ fileName, location: { start, end } }) {
  return `${path.relative(root, fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** @param {MutantResult} mutant @returns {Change} */
function changeOf({ fileName, location: { start, end }, replacement }) {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const first = lines[start.line - 1] ?? '';
  const [changed] =
    `${first.slice(0, start.column - 1)}${replacement}${(lines[end.line - 1] ?? '').slice(end.column - 1)}`.split(
      '\n',
    );
  return { file: path.relative(root, fileName), from: first.trim(), to: (changed ?? '').trim() };
}

/** @param {Change} one @param {Change} other */
function isSame(one, other) {
  return one.file === other.file && one.from === other.from && one.to === other.to;
}

/** @param {readonly { isDetected: boolean }[]} results */
function countOf(results) {
  return `${results.filter(({ isDetected }) => isDetected).length} of ${results.length}`;
}
