/** The stages of `npm test`, in order. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { clocks, testsWithClock } from './days.mjs';
import { testsReaching } from './reach.mjs';
import { filesIn, must, node24, root } from './run.mjs';

/**
 * @typedef {object} Stage
 * @property {string} name Its name on the command line.
 * @property {string} title
 * @property {readonly (readonly string[])[]} commands All of them are run, one after another.
 * @property {number} minutes A command that takes longer is ended and fails.
 * @property {boolean} [mocha] True if its tests are counted individually; any other stage counts as one test.
 * @property {(files: readonly string[]) => readonly string[]} [again] Returns the command that runs these files once more
 *   after a failure, for tests that depend on the timing of an editor and a browser.
 * @property {Readonly<Record<string, string>>} [env] Additional environment variables for its commands.
 * @property {boolean} [beside] True if it runs at the same time as the previous stage, unless that is `build`.
 * @property {'name' | 'all'} [only] `name`: runs only if specified by name; `all`: also in `npm run test:all`.
 * @property {readonly ('editor' | 'oldest' | 'chromium')[]} [needs] The programs that it requires.
 */

/** The tests that the oldest editor must pass: onboarding, and the areas where editors differ the most. */
const oldestTests = ['activation', 'browse', 'walkthrough', 'documents'].map(browserTest);

/**
 * Browser tests that repeat others in many variants: themes, languages, sizes, hostile texts, services, and forty logs;
 * and those that `npm test` runs in the oldest editor. In the current editor, only `npm run test:all` runs them.
 */
const variants = [
  ...oldestTests,
  ...['attackFirst', 'hostileEditor', 'hostilePlaces', 'languages'].map(browserTest),
  ...['panelLayout', 'panelThemes', 'pseudoLanguage'].map(browserTest),
];

/** @param {string} name */
function browserTest(name) {
  return `test/browser/${name}.test.ts`;
}

/** The code that lets `npm test` run a part of a suite that `npm run test:all` runs completely. */
const PROOFS = 'test/proofs.ts';

/**
 * @param {readonly string[]} files Test files and folders to run instead of all; restricts the Mocha stages on Node.
 * @param {boolean} isAll True for new random cases, as in a complete run.
 * @returns {Promise<Stage[]>}
 */
export async function allStages(files, isAll) {
  const node = [node24, '--disable-warning=ExperimentalWarning'];
  const jobs = Math.min(availableParallelism(), 4);
  /** @param {number} workers @param {readonly string[]} options */
  const mocha = (workers, ...options) => [
    ...node,
    'node_modules/mocha/bin/mocha.js',
    ...['--reporter', 'scripts/reporter.mjs', '--parallel', '--jobs', String(workers)],
    ...options,
  ];
  const unit = mocha(jobs, '--timeout', '90000', '--require', './test/unit/seed.ts');
  const unitEnvironment = {
    NODE_COMPILE_CACHE: '.cache/compiled',
    ...(isAll && { PARTNER_LOGS_SEEDS: 'new' }),
  };
  const browserOptions = ['--timeout', '180000', '--require', './test/browser/hooks.ts'];
  // Browsers and editors wait a fifth of the time.
  const browser = mocha(jobs + 1, ...browserOptions);
  /** @param {readonly string[]} files */
  const browserAgain = (files) => [...browser, ...files];
  /** @param {string} area @param {(file: string) => boolean} isWanted */
  const tests = (area, isWanted = () => true) => {
    const named = files.filter((file) => file.startsWith(`test/${area}/`));
    const all = filesIn(`test/${area}`, '.test.ts');
    const wanted = (/** @type {string} */ file) =>
      named.some((name) => `${file}/`.startsWith(`${name.replace(/\/$/, '')}/`));
    return all.filter(named.length > 0 ? wanted : isWanted).sort(bySize);
  };
  const isProof = (/** @type {string} */ file) => testsReaching([file], (each) => each === PROOFS).length > 0;
  const changed = await changedFiles();
  return [
    { name: 'format', title: 'format and lint', minutes: 2, commands: [['biome', 'ci', '.']] },
    {
      name: 'types',
      title: 'types',
      minutes: 3,
      beside: true,
      commands: [
        ['tsc', '-p', '.'],
        ['tsc', '-p', 'src/page'],
      ],
    },
    { name: 'manifest', title: 'manifest', minutes: 1, commands: [[...node, 'scripts/check-manifest.mjs']] },
    { name: 'unused', title: 'unused code', minutes: 2, beside: true, commands: [['knip']] },
    {
      name: 'notices',
      title: 'third-party notices',
      minutes: 1,
      beside: true,
      commands: [[...node, 'scripts/notices.mjs', '--check']],
    },
    {
      name: 'build',
      title: 'build',
      minutes: 3,
      commands: [
        [...node, 'scripts/package.mjs'],
        [...node, 'esbuild.js', '--tests'],
      ],
    },
    {
      name: 'unit',
      title: 'unit tests',
      minutes: 30,
      mocha: true,
      env: unitEnvironment,
      commands: [[...unit, ...tests('unit')]],
    },
    {
      name: 'changed',
      title: 'unit tests that reach a changed file',
      minutes: 10,
      mocha: true,
      beside: true,
      only: 'name',
      env: unitEnvironment,
      commands: [[...unit, ...testsReaching(tests('unit'), (file) => changed.has(file))]],
    },
    {
      name: 'editor',
      title: 'tests in the editor',
      minutes: 30,
      beside: true,
      mocha: true,
      needs: ['editor', 'chromium'],
      commands: [
        [...node, 'scripts/test-editor.mjs', ...files.filter((file) => file.startsWith('test/editor/'))],
      ],
    },
    {
      name: 'oldest',
      title: 'browser tests in the oldest editor',
      minutes: 30,
      beside: true,
      mocha: true,
      env: { PARTNER_LOGS_EDITOR: 'oldest' },
      needs: ['oldest', 'chromium'],
      commands: [[...mocha(jobs, ...browserOptions), ...oldestTests]],
      again: browserAgain,
    },
    {
      name: 'browser',
      title: 'browser tests',
      minutes: 60,
      mocha: true,
      needs: ['editor', 'chromium'],
      commands: [[...browser, ...tests('browser', (file) => !variants.includes(file))]],
      again: browserAgain,
    },
    ...clocks().map(({ title, clock }) => ({
      name: 'days',
      title: `unit tests ${title}`,
      minutes: 30,
      mocha: true,
      only: /** @type {const} */ ('all'),
      env: {
        ...unitEnvironment,
        PARTNER_LOGS_CLOCK: clock,
        NODE_OPTIONS: `--require ${JSON.stringify(path.join(root, 'test/unit/clock.ts'))}`,
      },
      commands: [[...unit, ...testsWithClock(tests('unit'))]],
    })),
    {
      name: 'variants',
      title: 'browser tests of variants, and in full, what is tried in part before',
      minutes: 120,
      mocha: true,
      only: 'all',
      env: { PARTNER_LOGS_PROOFS: 'all' },
      needs: ['editor', 'chromium'],
      commands: [
        [
          ...browser,
          ...tests('unit', isProof),
          ...tests('browser', (file) => variants.includes(file) || isProof(file)),
        ],
      ],
      again: browserAgain,
    },
    {
      name: 'editorInFull',
      title: 'in full, what is tried in part in the editor before',
      minutes: 30,
      mocha: true,
      only: 'all',
      env: { PARTNER_LOGS_PROOFS: 'all' },
      needs: ['editor', 'chromium'],
      commands: [[...node, 'scripts/test-editor.mjs', ...tests('editor', isProof)]],
    },
  ];
}

/**
 * Returns groups of stages that run at the same time. No stage runs at the same time as `build`, because the next ones
 * need its results.
 * @param {readonly Stage[]} stages
 */
export function groupsOf(stages) {
  /** @type {Stage[][]} */
  const groups = [];
  for (const stage of stages) {
    const last = groups.at(-1);
    const isBesideBuild = last?.some(({ name }) => name === 'build');
    if (stage.beside && last && !isBesideBuild) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
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

/** Orders large files first: they tend to take longer, and no worker has to run one on its own at the end. */
function bySize(/** @type {string} */ one, /** @type {string} */ other) {
  return statSync(other).size - statSync(one).size;
}
