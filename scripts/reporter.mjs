/**
 * The reporter for all tests. Prints a line for each file and the details of each failure. Writes the result as JSON to
 * the file specified by `PARTNER_LOGS_COUNTS`. Inside the editor, where there is no terminal, it prints to the file
 * specified by `PARTNER_LOGS_OUTPUT`.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { format, stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';

const { constants } = Mocha.Runner;
const { PARTNER_LOGS_COUNTS: counts, PARTNER_LOGS_OUTPUT: output } = process.env;
const root = path.dirname(import.meta.dirname);

/** @param {...unknown} parts */
function say(...parts) {
  if (output) appendFileSync(output, `${format(...parts)}\n`);
  else console.log(...parts);
}

export default class Reporter extends Mocha.reporters.Base {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    const { stats } = this;
    /** @type {string[]} */
    const failures = [];
    /** @type {string[]} */
    const again = [];
    let current = { file: '', passed: 0, failed: 0, skipped: 0, milliseconds: 0 };

    const showFile = () => {
      const { file, passed, failed, skipped, milliseconds } = current;
      if (passed + failed + skipped === 0) return;
      const rest = `${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
      const seconds = (milliseconds / 1000).toFixed(1);
      say(`${failed > 0 ? '✘' : '✔'} ${file}: ${passed} passed${rest}, ${seconds} s`);
    };
    /** @param {Mocha.Test | Mocha.Hook} test @param {'passed' | 'failed' | 'skipped'} [outcome] */
    const count = (test, outcome) => {
      const file = sourceOf(test);
      if (file !== current.file) {
        showFile();
        current = { file, passed: 0, failed: 0, skipped: 0, milliseconds: 0 };
      }
      if (outcome) current[outcome]++;
      current.milliseconds += test.duration ?? 0;
    };

    runner.on(constants.EVENT_HOOK_END, (hook) => fileOf(hook) && count(hook));
    runner.on(constants.EVENT_TEST_PASS, (test) => count(test, 'passed'));
    runner.on(constants.EVENT_TEST_PENDING, (test) => count(test, 'skipped'));
    runner.on(constants.EVENT_TEST_RETRY, (test, error) => {
      count(test);
      say(`↻ ${failureText(test, error)}`);
      again.push(nameOf(test));
    });
    runner.on(constants.EVENT_TEST_FAIL, (test, error) => {
      count(test, 'failed');
      const failure = `✘ ${failureText(test, error)}`;
      say(failure);
      failures.push(failure);
    });
    runner.once(constants.EVENT_RUN_END, () => {
      showFile();
      const { passes: passed, failures: failed, pending: skipped } = stats;
      const remark = again.length > 0 ? `ran twice: ${again.join(', ')}` : undefined;
      if (counts) writeFileSync(counts, JSON.stringify({ passed, failed, skipped, failures, remark }));
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
 * Returns the report for a failure: the test, the error with its location, and the command to run the test on its own.
 * @param {Mocha.Test | Mocha.Hook} test @param {{ message?: string, stack?: string }} error
 */
function failureText(test, error) {
  const file = sourceOf(test);
  const stage = file.split('/')[1] ?? '';
  return [
    nameOf(test),
    ...stripVTControlCharacters(error.stack ?? String(error.message ?? error)).split('\n'),
    `alone:    npm test -- ${stage === 'unit' ? '' : 'build '}${stage} ${file}`,
  ].join('\n    ');
}
