/** The stages of `npm test`, in order. */
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { clocks, testsWithClock } from './days.mjs';
import { testsReaching } from './reach.mjs';
import { filesIn, must, root } from './run.mjs';

/**
 * @typedef {object} Stage
 * @property {string} name Its name on the command line.
 * @property {string} title
 * @property {readonly (readonly string[])[]} [commands] All of them are run, one after another, and count as one test.
 * @property {readonly string[]} [runner] The command that runs the test files in `files`, whose tests are counted
 *   individually.
 * @property {readonly string[]} [files]
 * @property {number} minutes A command that takes longer is ended and fails.
 * @property {Readonly<Record<string, string>>} [env] Additional environment variables for its commands.
 * @property {number} turn Stages with the same turn run at the same time, after those with an earlier one.
 * @property {'name' | 'all'} [only] `name`: runs only if specified by name; `all`: also in `npm run test:all`.
 * @property {readonly import('./setup.mjs').Need[]} [needs] The programs that it requires.
 */

/** @param {string} name */
const browserTest = (name) => `test/browser/${name}.test.ts`;

/**
 * Browser tests that repeat others in many variants: themes, languages, sizes, hostile texts, and services.
 * Only `npm run test:all` runs them.
 */
const variants = ['hostileEditor', 'hostilePlaces', 'panelThemes', 'pseudoLanguage'].map(browserTest);

/** The checks without tests: name, title, and commands. */
const checks = /** @type {const} */ ([
  ['format', 'format and lint', ['biome', 'ci', '.']],
  ['types', 'types', ['tsc', '-p', '.'], ['tsc', '-p', 'src/page']],
  ['manifest', 'manifest', ['node', 'scripts/check-manifest.mjs']],
  ['unused', 'unused code', ['knip']],
  ['notices', 'third-party notices', ['node', 'scripts/notices.mjs', '--check']],
]);

/**
 * @param {readonly string[]} named Test files and folders to run instead of all; restricts the stages with tests.
 * @param {boolean} isAll True for a complete run: all variants, suites in full (`test/proofs.ts`), new random cases.
 * @returns {Promise<Stage[]>}
 */
export async function allStages(named, isAll) {
  const jobs = Math.min(availableParallelism(), 4);
  /** @param {number} workers @param {readonly string[]} options */
  const mocha = (workers, ...options) => [
    'node',
    'node_modules/mocha/bin/mocha.js',
    ...['--reporter', 'scripts/reporter.mjs', '--parallel', '--jobs', String(workers)],
    ...options,
  ];
  const unit = mocha(jobs, '--timeout', isAll ? '180000' : '90000', '--require', './test/unit/seed.ts');
  // A test that fails runs once more: it depends on the timing of a browser.
  const browser = ['--timeout', '180000', '--retries', '1', '--require', './test/browser/hooks.ts'];
  /** @param {string} area @param {(file: string) => boolean} isUsual */
  const tests = (area, isUsual = () => true) => {
    const paths = named
      .filter((file) => file.startsWith(`test/${area}/`))
      .map((file) => path.posix.join(file, '/'));
    const isNamed = (/** @type {string} */ file) => paths.some((each) => `${file}/`.startsWith(each));
    const all = filesIn(`test/${area}`, '.test.ts').sort(byCost);
    return all.filter(paths.length > 0 ? isNamed : (file) => isAll || isUsual(file));
  };
  const compiled = { NODE_COMPILE_CACHE: '.cache/compiled' };
  const inFull = { ...(isAll && { PARTNER_LOGS_PROOFS: 'all', PARTNER_LOGS_SEEDS: 'new' }) };
  const changed = await changedFiles();
  const dated = testsWithClock(tests('unit'));
  return [
    ...checks.map(([name, title, ...commands]) => ({ name, title, turn: 1, minutes: 5, commands })),
    {
      name: 'build',
      title: 'build',
      turn: 2,
      minutes: 3,
      commands: [
        ['node', 'scripts/package.mjs'],
        ['node', 'esbuild.js', '--tests'],
      ],
    },
    {
      name: 'unit',
      title: 'unit tests',
      turn: 3,
      minutes: 30,
      needs: ['shells'],
      env: { ...compiled, ...inFull },
      runner: unit,
      files: tests('unit'),
    },
    {
      name: 'changed',
      title: 'unit tests that reach a changed file',
      turn: 3,
      minutes: 10,
      only: 'name',
      needs: ['shells'],
      env: compiled,
      runner: unit,
      files: testsReaching(tests('unit'), (file) => changed.has(file)),
    },
    {
      name: 'editor',
      title: 'tests in the editor',
      turn: 3,
      minutes: 30,
      needs: ['editor', 'chromium'],
      env: inFull,
      runner: ['node', 'scripts/test-editor.mjs'],
      files: tests('editor'),
    },
    {
      name: 'oldest',
      title: 'browser tests in the oldest editor',
      turn: 4,
      minutes: 30,
      only: 'all',
      needs: ['oldest', 'chromium'],
      env: { PARTNER_LOGS_EDITOR: 'oldest' },
      runner: mocha(jobs, ...browser),
      // Onboarding, and the areas where editors differ the most.
      files: ['browse', 'walkthrough', 'documents'].map(browserTest),
    },
    {
      name: 'browser',
      title: 'browser tests',
      turn: 5,
      minutes: isAll ? 180 : 60,
      needs: ['editor', 'chromium'],
      env: inFull,
      // Browsers and editors wait a fifth of the time.
      runner: mocha(jobs + 1, ...browser),
      files: tests('browser', (file) => !variants.includes(file)),
    },
    ...clocks.map(({ title, clock }, index) => ({
      name: 'days',
      title: `unit tests ${title}`,
      turn: 6 + index,
      minutes: 30,
      only: /** @type {const} */ ('all'),
      env: {
        ...compiled,
        PARTNER_LOGS_CLOCK: clock,
        NODE_OPTIONS: `--require ${JSON.stringify(path.join(root, 'test/unit/clock.ts'))}`,
      },
      runner: unit,
      files: dated,
    })),
  ];
}

/** @returns {Promise<ReadonlySet<string>>} The files that differ from the last commit, or those that it changed. */
async function changedFiles() {
  const git = async (/** @type {string[]} */ ...words) =>
    (await must('git', words).catch(() => '')).split('\n').filter(Boolean);
  const [edited, added] = await Promise.all([
    git('diff', '--name-only', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  const now = [...edited, ...added];
  return new Set(now.length > 0 ? now : await git('diff', '--name-only', 'HEAD~'));
}

/**
 * Orders browser tests with a window of their own before those that share one, which a worker then opens once, and these
 * before those of pages. Otherwise, orders large files first: they tend to take longer, and no worker has to run one on
 * its own at the end.
 */
function byCost(/** @type {string} */ one, /** @type {string} */ other) {
  return kindOf(one) - kindOf(other) || statSync(other).size - statSync(one).size;
}

/** @param {string} file */
const kindOf = (file) =>
  ['openEditor(', 'openConnected(', ''].findIndex((call) => readFileSync(file, 'utf8').includes(call));
