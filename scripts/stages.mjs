/** The stages of `npm test`, in order. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { clocks, testsWithClock } from './days.mjs';
import { filesIn, node24, root } from './run.mjs';

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
 * @property {boolean} [onDemand] Runs only if specified by name, because another stage covers it.
 * @property {boolean} [inFull] Runs only if specified by name or in `npm run test:all`, because an earlier
 *   stage runs part of it.
 * @property {readonly ('editor' | 'oldest' | 'chromium')[]} [needs] The programs that it requires.
 */

/** The tests that the oldest editor must pass: onboarding, and the areas where editors differ the most. */
const oldestTests = [
  'test/browser/activation.test.ts',
  'test/browser/story.test.ts',
  'test/browser/walkthrough.test.ts',
  'test/browser/documents.test.ts',
];

/** The longest tests, which start first so that no worker has to run one on its own at the end. */
export const longTests = [
  'test/unit/whole/hostilePlaces.test.ts',
  'test/unit/redaction/redactGrowth.test.ts',
  'test/unit/redaction/corpus.measure.test.ts',
  'test/unit/share/export/exportLogs.test.ts',
  'test/unit/textGrowth.test.ts',
  'test/unit/files/roundTrip.test.ts',
  'test/unit/formats/curl.paste.test.ts',
  'test/unit/formats/badInput.test.ts',
  'test/unit/service/answers/answerThread.test.ts',
  'test/browser/canaryKey.test.ts',
  'test/browser/table.test.ts',
  'test/browser/counts.test.ts',
  'test/browser/hostileEditor.test.ts',
  'test/browser/hostilePlaces.test.ts',
  'test/browser/documents.test.ts',
  'test/browser/panelThemes.test.ts',
  'test/browser/filter.test.ts',
];

/**
 * Unit tests that take half a second or more because they use many inputs or large ones, wait for time limits, or start
 * programs or threads.
 */
export const slowTests = [
  'test/unit/activation.test.ts',
  'test/unit/detection/detectionExtract.test.ts',
  'test/unit/detection/documents/decodedDocument.test.ts',
  'test/unit/http/findMatch.test.ts',
  'test/unit/formats/curl.test.ts',
  'test/unit/formats/jsonCopy.test.ts',
  'test/unit/formats/reference.test.ts',
  'test/unit/sample/lists.test.ts',
  'test/unit/service/answers/decodeDetail.test.ts',
  'test/unit/redaction/edits.test.ts',
  'test/unit/lm/toolAnswers.test.ts',
  'test/unit/lm/agentQuestions.test.ts',
  'test/unit/lm/tools.test.ts',
  'test/unit/redaction/corpus.measure.test.ts',
  'test/unit/redaction/redact.test.ts',
  'test/unit/redaction/essentialReport.test.ts',
  'test/unit/redaction/sameInEveryForm.test.ts',
  'test/unit/whole/translatedBrowse.test.ts',
  'test/unit/whole/translatedLogs.test.ts',
  'test/unit/whole/translatedRooms.test.ts',
  'test/unit/formats/report/matchInReport.test.ts',
  'test/unit/formats/report/reproduce.test.ts',
  'test/unit/redaction/redactGrowth.test.ts',
  'test/unit/redaction/everyPlace.property.test.ts',
  'test/unit/connections/sharedList.test.ts',
  'test/unit/share/export/exportLogs.test.ts',
  'test/unit/share/export/killed.test.ts',
  'test/unit/lm/hostileService.test.ts',
  'test/unit/formats/badInput.test.ts',
  'test/unit/formats/bugReport.test.ts',
  'test/unit/formats/curl.paste.test.ts',
  'test/unit/formats/curl.replay.test.ts',
  'test/unit/formats/curlPowerShell.replay.test.ts',
  'test/unit/http/fields/fieldList.test.ts',
  'test/unit/formats/formulas.test.ts',
  'test/unit/formats/har.test.ts',
  'test/unit/work/logWork.test.ts',
  'test/unit/redaction/longSecrets.test.ts',
  'test/unit/work/readLog.test.ts',
  'test/unit/formats/shellText.test.ts',
  'test/unit/sample/main.test.ts',
  'test/unit/sample/rules.test.ts',
  'test/unit/sample/server.test.ts',
  'test/unit/service/answers/answerThread.test.ts',
  'test/unit/service/drippingBody.test.ts',
  'test/unit/service/faults.test.ts',
  'test/unit/service/network/flights.test.ts',
  'test/unit/service/fuzz.test.ts',
  'test/unit/base/pieces.test.ts',
  'test/unit/service/network/retry.test.ts',
  'test/unit/service/timeLimit.test.ts',
  'test/unit/syntaxes/growth.test.ts',
  'test/unit/textGrowth.test.ts',
  'test/unit/counts/countsScale.test.ts',
  'test/unit/whole/activations.test.ts',
  'test/unit/whole/faultMatrix.test.ts',
  'test/unit/whole/finding.test.ts',
  'test/unit/whole/hostilePlaces.test.ts',
  'test/unit/whole/interleaving.test.ts',
  'test/unit/whole/languages.test.ts',
];

/** Suites that `npm test` runs partially; PARTNER_LOGS_PROOFS=all runs all of them. */
const proofs = [
  'test/unit/expressions.test.ts',
  'test/unit/formats/badInput.test.ts',
  'test/unit/formats/bugReport.test.ts',
  'test/unit/formats/curl.paste.test.ts',
  'test/unit/formats/curl.replay.test.ts',
  'test/unit/formats/report/matchInReport.test.ts',
  'test/unit/formats/report/reproduce.test.ts',
  'test/unit/lm/toolAnswers.test.ts',
  'test/unit/redaction/corpus.measure.test.ts',
  'test/unit/redaction/everyPlace.property.test.ts',
  'test/unit/redaction/sameInEveryForm.test.ts',
  'test/unit/redaction/redactGrowth.test.ts',
  'test/unit/service/answers/answerThread.test.ts',
  'test/unit/base/pieces.test.ts',
  'test/unit/share/export/killed.test.ts',
  'test/unit/textGrowth.test.ts',
  'test/unit/whole/activations.test.ts',
  'test/unit/whole/faultMatrix.test.ts',
  'test/unit/whole/hostilePlaces.test.ts',
  'test/unit/whole/interleaving.test.ts',
  'test/browser/canaryKey.test.ts',
  'test/browser/countsPanel.test.ts',
  'test/browser/detectionPanelAccess.test.ts',
  'test/browser/hostilePanel.test.ts',
  'test/browser/hostilePlaces.test.ts',
  'test/browser/hostileTable.test.ts',
  'test/browser/panelContrast.test.ts',
  'test/browser/panelThemes.test.ts',
  'test/browser/sharing.test.ts',
];

/**
 * Browser tests that repeat others in many variants: themes, languages, sizes, hostile texts, services, and forty logs;
 * and those that `npm test` runs in the oldest editor. In the current editor, only `npm run test:all` runs them, which
 * the workflow "Weekly" does.
 */
const variants = [
  ...oldestTests,
  'test/browser/activationCost.test.ts',
  'test/browser/attackFirst.test.ts',
  'test/browser/hostileEditor.test.ts',
  'test/browser/hostilePanel.test.ts',
  'test/browser/hostilePlaces.test.ts',
  'test/browser/languages.test.ts',
  'test/browser/manyDomains.test.ts',
  'test/browser/panelContrast.test.ts',
  'test/browser/panelLayout.test.ts',
  'test/browser/panelThemes.test.ts',
  'test/browser/pseudoLanguage.test.ts',
  'test/browser/twoWindows.test.ts',
];

/**
 * @param {readonly string[]} files Test files to run instead of all; restricts the Mocha stages on Node.
 * @param {boolean} isAll True for new random cases, as in a complete run.
 * @returns {Stage[]}
 */
export function allStages(files, isAll) {
  const node = [node24, '--disable-warning=ExperimentalWarning'];
  const jobs = Math.min(availableParallelism(), 4);
  /** @param {number} workers */
  const mocha = (workers) => [
    ...node,
    'node_modules/mocha/bin/mocha.js',
    '--reporter',
    'scripts/reporter.mjs',
    '--parallel',
    '--jobs',
    String(workers),
  ];
  const unitMocha = [...mocha(jobs), '--timeout', '90000', '--require', './test/unit/seed.ts'];
  const unitEnvironment = {
    NODE_COMPILE_CACHE: '.cache/compiled',
    ...(isAll && { PARTNER_LOGS_SEEDS: 'new' }),
  };
  const browserOptions = ['--timeout', '180000', '--require', './test/browser/hooks.ts'];
  // Browsers and editors wait a fifth of the time.
  const browserMocha = [...mocha(jobs + 1), ...browserOptions];
  /** @param {readonly string[]} files */
  const browserAgain = (files) => [...browserMocha, ...files];
  /** @param {string} area */
  const named = (area) => files.filter((file) => file.startsWith(`test/${area}/`));
  /** @param {string} area */
  const tests = (area) =>
    named(area).length > 0
      ? named(area)
      : testFiles(`test/${area}/`).filter((file) => !variants.includes(file));
  return [
    {
      name: 'format',
      title: 'format and lint',
      minutes: 2,
      commands: [['biome', 'ci', '.']],
    },
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
      commands: [[...unitMocha, ...tests('unit')]],
    },
    {
      name: 'quick',
      title: 'unit tests, without the slow ones',
      minutes: 5,
      mocha: true,
      beside: true,
      onDemand: true,
      env: unitEnvironment,
      commands: [[...unitMocha, ...tests('unit').filter((file) => !slowTests.includes(file))]],
    },
    {
      name: 'editor',
      title: 'tests in the editor',
      minutes: 30,
      beside: true,
      mocha: true,
      needs: ['editor', 'chromium'],
      commands: [[...node, 'scripts/test-editor.mjs', ...named('editor')]],
    },
    {
      name: 'oldest',
      title: 'browser tests in the oldest editor',
      minutes: 30,
      beside: true,
      mocha: true,
      env: { PARTNER_LOGS_EDITOR: 'oldest' },
      needs: ['oldest', 'chromium'],
      commands: [[...mocha(jobs), ...browserOptions, ...oldestTests]],
      again: browserAgain,
    },
    {
      name: 'browser',
      title: 'browser tests',
      minutes: 60,
      mocha: true,
      needs: ['editor', 'chromium'],
      commands: [[...browserMocha, ...tests('browser')]],
      again: browserAgain,
    },
    ...clocks().map(({ title, clock }) => ({
      name: 'days',
      title: `unit tests ${title}`,
      minutes: 30,
      mocha: true,
      inFull: true,
      env: {
        ...unitEnvironment,
        PARTNER_LOGS_CLOCK: clock,
        NODE_OPTIONS: `--require ${JSON.stringify(path.join(root, 'test/unit/clock.ts'))}`,
      },
      commands: [[...unitMocha, ...testsWithClock(tests('unit'))]],
    })),
    {
      name: 'variants',
      title: 'browser tests of variants',
      minutes: 60,
      mocha: true,
      inFull: true,
      needs: ['editor', 'chromium'],
      commands: [[...browserMocha, ...variants.filter((file) => !proofs.includes(file))]],
      again: browserAgain,
    },
    {
      name: 'proofs',
      title: 'in full, what is tried in part before',
      minutes: 90,
      mocha: true,
      inFull: true,
      env: { PARTNER_LOGS_PROOFS: 'all' },
      needs: ['editor', 'chromium'],
      commands: [[...browserMocha, ...proofs]],
    },
    {
      name: 'proofsInEditor',
      title: 'in full, what is tried in part in the editor before',
      minutes: 30,
      mocha: true,
      inFull: true,
      env: { PARTNER_LOGS_PROOFS: 'all' },
      needs: ['editor', 'chromium'],
      commands: [
        [
          ...node,
          'scripts/test-editor.mjs',
          'test/editor/copyCommands.test.ts',
          'test/editor/detectionPanels.test.ts',
        ],
      ],
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

/** @param {string} folder */
function testFiles(folder) {
  return filesIn(folder, '.test.ts').sort((one, other) => rank(one) - rank(other));
}

/** @param {string} file */
function rank(file) {
  const long = longTests.indexOf(file);
  return long < 0 ? longTests.length : long;
}
