/**
 * The reporter for all tests. Prints a line for each file and, at the end, the details of each failure. Writes the
 * counts and failures of each file as JSON to the file specified by `PARTNER_LOGS_COUNTS`. Inside the editor, where
 * there is no terminal, it prints to the file specified by `PARTNER_LOGS_OUTPUT`.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { format, stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';
import { sightOf } from './sights.mjs';

const { Base } = Mocha.reporters;
const { EVENT_HOOK_END, EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
  Mocha.Runner.constants;
const { PARTNER_LOGS_COUNTS: counts, PARTNER_LOGS_OUTPUT: output } = process.env;
const root = path.dirname(import.meta.dirname);

/** @typedef {{ passed: number, failed: number, skipped: number, milliseconds: number, failures: string[] }} FileCounts */

/** @param {...unknown} parts */
function say(...parts) {
  if (output) appendFileSync(output, `${format(...parts)}\n`);
  else console.log(...parts);
}

export default class Reporter extends Base {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {Map<string, FileCounts>} */
    const files = new Map();
    /** @type {string | undefined} */
    let current;

    /** @param {Mocha.Test | Mocha.Hook} test @param {'passed' | 'failed' | 'skipped'} [outcome] */
    const count = (test, outcome) => {
      const file = sourceOf(test);
      if (file !== current) showFile();
      current = file;
      const known = files.get(file) ?? { passed: 0, failed: 0, skipped: 0, milliseconds: 0, failures: [] };
      if (outcome) known[outcome]++;
      known.milliseconds += test.duration ?? 0;
      files.set(file, known);
      return known;
    };
    const showFile = () => {
      const of = current && files.get(current);
      if (!current || !of || of.passed + of.failed + of.skipped === 0) return;
      const skipped = of.skipped > 0 ? `, ${of.skipped} skipped` : '';
      const failed = of.failed > 0 ? `, ${of.failed} failed` : '';
      const seconds = (of.milliseconds / 1000).toFixed(1);
      say(`${of.failed > 0 ? '✘' : '✔'} ${current}: ${of.passed} passed${failed}${skipped}, ${seconds} s`);
    };

    runner.on(EVENT_HOOK_END, (hook) => fileOf(hook) && count(hook));
    runner.on(EVENT_TEST_PASS, (test) => count(test, 'passed'));
    runner.on(EVENT_TEST_PENDING, (test) => count(test, 'skipped'));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      const { failures } = count(test, 'failed');
      say(`✘ ${nameOf(test)}\n    ${String(error?.message ?? error).split('\n')[0]}`);
      failures.push(failureText(test, error));
    });
    runner.once(EVENT_RUN_END, () => {
      showFile();
      for (const { failures } of files.values()) for (const failure of failures) say(`\n${failure}`);
      if (counts) writeFileSync(counts, JSON.stringify(Object.fromEntries(files)));
    });
  }
}

/** @param {Mocha.Test | Mocha.Hook} test */
function fileOf(test) {
  let { file } = test;
  for (let suite = test.parent; !file && suite; suite = suite.parent) file = suite.file;
  return file;
}

/**
 * Returns the source file of a test, even if the test is bundled.
 * @param {Mocha.Test | Mocha.Hook} test
 */
function sourceOf(test) {
  const relative = path.relative(root, fileOf(test) ?? 'unknown file').replaceAll(path.sep, '/');
  return relative.replace(/^dist\/test\/(.*)\.cjs$/, 'test/editor/$1.ts');
}

/** @param {Mocha.Test | Mocha.Hook} test */
function nameOf(test) {
  /** @type {unknown} */
  const titles = test.titlePath();
  return [sourceOf(test), ...(Array.isArray(titles) ? titles : [titles])].join(' › ');
}

/**
 * Returns the report for a failure: the test, the error with its location, the command to run the test on its own, and
 * the stored screenshot.
 * @param {Mocha.Test | Mocha.Hook} test @param {{ message?: string, stack?: string }} error
 */
function failureText(test, error) {
  const file = sourceOf(test);
  const stage = file.split('/')[1] ?? '';
  const sight = sightOf(file, test.title);
  const lines = [
    `✘ ${nameOf(test)}`,
    ...stripVTControlCharacters(error.stack ?? String(error.message ?? error)).split('\n'),
    `alone:    npm test -- ${stage === 'unit' ? '' : 'build '}${stage} ${file}`,
    ...(existsSync(`${sight}.png`) ? [`in sight: ${path.relative(root, sight)}.png, .txt`] : []),
  ];
  return lines.join('\n    ');
}
