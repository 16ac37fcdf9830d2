/**
 * `npm test`: installs missing dependencies, runs every stage, and ends with the line "N passed, N failed".
 * `npm test -- unit browser` runs only these stages; paths of tests and folders restrict their stages to them.
 * `npm test -- all` runs all of the tests that `npm test` runs partially, and the tests with shifted clocks.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root, run, screenshots, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';
import { allStages } from './stages.mjs';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures The details of each failure.
 * @property {string} [remark]
 */

/** @type {Result} */
const NO_TESTS = { passed: 0, failed: 0, skipped: 0, failures: [] };

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
  if (unknown.length > 0)
    throw new Error(
      `Unknown stage ${unknown.join(', ')}. The stages are ${known.map(({ name }) => name).join(', ')}.`,
    );
  const stages = known.filter(({ name, only }) =>
    names.length > 0 ? names.includes(name) : !only || (isAll && only === 'all'),
  );
  const missing = await setUp(stages.flatMap(({ needs = [] }) => needs));

  await rm(screenshots, { recursive: true, force: true });
  /** @type {string[]} */
  const lines = [];
  /** @type {Result[]} */
  const results = [];
  /** @param {import('./stages.mjs').Stage} stage */
  const perform = async (stage) => {
    console.log(`\n── ${stage.title}`);
    const started = Date.now();
    const lacking = stage.needs?.map((need) => missing[need]).find(Boolean);
    const result = lacking
      ? { ...NO_TESTS, failed: 1, remark: `skipped: ${lacking}` }
      : await runStage(stage);
    results.push(result);
    const line = `${result.failed > 0 ? '✘' : '✔'} ${stage.title}: ${counted(result)}, ${((Date.now() - started) / 1000).toFixed(1)} s`;
    lines.push(line);
    console.log(line);
  };
  for (const turn of new Set(stages.map((stage) => stage.turn)))
    await Promise.all(stages.filter((stage) => stage.turn === turn).map(perform));

  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n── What failed\n\n${failures.join('\n\n')}`);
  if (existsSync(screenshots))
    console.log(`\nThe pages of failed tests: ${path.relative(root, screenshots)}`);
  const total = { ...NO_TESTS };
  for (const { passed, failed, skipped } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  console.log(`\n${lines.join('\n')}\n\n${counted(total)}`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {Result} result */
function counted({ passed, failed, skipped, remark }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${remark ? ` (${remark})` : ''}`;
}

/** @param {import('./stages.mjs').Stage} stage @returns {Promise<Result>} */
async function runStage({ name, commands = [], runner, files = [], minutes, env }) {
  if (name === 'changed' && files.length === 0) return { ...NO_TESTS, remark: 'no test reaches one' };
  const counts = path.join(folder, `${name}.json`);
  await rm(counts, { force: true });
  /** @type {string[]} */
  const problems = [];
  for (const [program = '', ...args] of runner ? [[...runner, ...files]] : commands) {
    const { code, timedOut } = await run(program, args, {
      env: { ...toolEnvironment, ...env, PARTNER_LOGS_COUNTS: counts },
      show: true,
      timeout: minutes * 60_000,
    });
    if (timedOut) problems.push(`ended after ${minutes} minutes: something hangs`);
    else if (code !== 0) problems.push(`exit code ${code}`);
  }
  /** @type {Result} */
  const result = existsSync(counts) ? JSON.parse(await readFile(counts, 'utf8')) : NO_TESTS;
  if (result.failed > 0) return result;
  if (problems.length > 0) return { ...result, failed: 1, remark: problems.join('; ') };
  if (!runner) return { ...result, passed: 1 };
  return result.passed > 0 ? result : { ...result, failed: 1, remark: 'no test ran' };
}
