/**
 * `npm test`: installs missing dependencies, runs every stage, and ends with the line "N passed, N failed".
 * `npm test -- unit browser` runs only these stages; paths of tests and folders restrict their stages to them.
 * `npm test -- all` runs all of the tests that `npm test` runs partially, and the tests with shifted clocks.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';
import { sights } from './sights.mjs';
import { allStages } from './stages.mjs';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {readonly string[]} [failures] The details of each failure.
 * @property {string} [remark]
 */

/** @typedef {Readonly<Record<string, Result>>} Files */

/** Maximum number of failed files to run again; more failures are unlikely to be random. */
const MOST_AGAIN = 2;

const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-counts-'));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @param {readonly string[]} words @returns {Promise<number>} The exit code. */
async function main(words) {
  const isAll = words.includes('all');
  const paths = words.filter((word) => word.includes('/'));
  const names = words.filter((word) => word !== 'all' && !paths.includes(word));
  const known = await allStages(paths, isAll);
  const unknown = names.filter((name) => !known.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    console.error(
      `Unknown stage ${unknown.join(', ')}. The stages are ${known.map(({ name }) => name).join(', ')}.`,
    );
    return 1;
  }
  const stages = known.filter(({ name, only }) =>
    names.length > 0 ? names.includes(name) : !only || (isAll && only === 'all'),
  );
  const needs = stages.flatMap((stage) => stage.needs ?? []);
  const missing = await setUp({
    editor: needs.includes('editor'),
    oldest: needs.includes('oldest'),
    chromium: needs.includes('chromium'),
    shells: stages.some(({ name }) => name === 'unit' || name === 'changed'),
  });

  await rm(sights, { recursive: true, force: true });
  /** @type {string[]} */
  const lines = [];
  /** @type {Result[]} */
  const results = [];
  /** @param {import('./stages.mjs').Stage} stage */
  const perform = async (stage) => {
    console.log(`\n── ${stage.title}`);
    const started = Date.now();
    const lacking = stage.needs?.map((need) => missing[need]).find(Boolean);
    const result = lacking ? { passed: 0, failed: 1, remark: `skipped: ${lacking}` } : await runStage(stage);
    results.push(result);
    const line = `${result.failed > 0 ? '✘' : '✔'} ${stage.title}: ${counted(result)}, ${((Date.now() - started) / 1000).toFixed(1)} s`;
    lines.push(line);
    console.log(line);
  };
  for (const turn of new Set(stages.map((stage) => stage.turn)))
    await Promise.all(stages.filter((stage) => stage.turn === turn).map(perform));

  const total = sumOf(results);
  if (total.failures?.length) console.log(`\n── What failed\n\n${total.failures.join('\n\n')}`);
  console.log(`\n${lines.join('\n')}\n\n${counted(total)}`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {Result} result */
function counted({ passed, failed, skipped = 0, remark }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${remark ? ` (${remark})` : ''}`;
}

/**
 * Runs a stage. If only a few of its files fail and the stage allows it, those files are run once more.
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<Result>}
 */
async function runStage(stage) {
  const { commands = [], runner, files = [] } = stage;
  if (!runner) {
    const problems = [];
    for (const command of commands) problems.push(await runCommand(command, stage));
    const remark = problems.filter(Boolean).join('; ');
    return remark ? { passed: 0, failed: 1, remark } : { passed: 1, failed: 0 };
  }
  const problem = await runCommand([...runner, ...files], stage);
  const first = await readCounts(stage);
  const failed = Object.keys(first).filter((file) => first[file]?.failed);
  if (!stage.again || failed.length === 0 || failed.length > MOST_AGAIN) return resultOf(first, problem);
  console.log(`\n── again: ${failed.join(', ')}`);
  const problemAgain = await runCommand([...runner, ...failed], stage);
  const all = { ...first, ...(await readCounts(stage)) };
  const unsteady = failed.filter((file) => all[file]?.failed === 0);
  const result = resultOf(all, problemAgain);
  if (unsteady.length === 0) return result;
  return {
    ...result,
    remark: [`${unsteady.join(', ')} passed on the second run`, result.remark].filter(Boolean).join('; '),
  };
}

/** @param {Files} files @param {string} remark The problem of the command, if any. @returns {Result} */
function resultOf(files, remark) {
  const result = sumOf(Object.values(files));
  if (result.failed > 0) return result;
  const problem = remark || (result.passed === 0 && 'no test ran');
  return problem ? { ...result, failed: 1, remark: problem } : result;
}

/** @param {readonly Result[]} results @returns {Result} */
function sumOf(results) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped = 0 } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return { ...total, failures: results.flatMap(({ failures = [] }) => failures) };
}

/**
 * @param {readonly string[]} command @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<string>} The problem; empty if there is none.
 */
async function runCommand([program = '', ...args], stage) {
  const { minutes, env } = stage;
  try {
    const { code, timedOut } = await run(program, args, {
      env: { ...toolEnvironment, ...env, PARTNER_LOGS_COUNTS: countsOf(stage) },
      show: true,
      timeout: minutes * 60_000,
    });
    if (timedOut) return `ended after ${minutes} minutes: something hangs`;
    return code === 0 ? '' : `exit code ${code}`;
  } catch (error) {
    return String(error);
  }
}

/** @param {import('./stages.mjs').Stage} stage @returns {string} The file for the counts of its tests. */
function countsOf({ name }) {
  return path.join(folder, `${name}.json`);
}

/**
 * Reads the counts of a stage once.
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<Files>} Empty if the tests did not run to completion.
 */
async function readCounts(stage) {
  const file = countsOf(stage);
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  } finally {
    await rm(file, { force: true });
  }
}
