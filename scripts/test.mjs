/**
 * `npm test`: installs what is missing, runs every stage, and ends with the line "N passed, N failed".
 * `npm test -- unit browser` runs these stages only; a test file's path narrows its stage to that file.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';
import { allStages } from './stages.mjs';

/** @typedef {{ passed: number, failed: number, remark?: string }} Result */

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
  const names = words.filter((word) => !word.includes('/'));
  const known = allStages(words.filter((word) => word.includes('/')));
  const unknown = names.filter((name) => !known.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    console.error(`No stage ${unknown.join(', ')}: there are ${known.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const stages =
    names.length > 0
      ? known.filter(({ name }) => names.includes(name))
      : known.filter(({ onDemand }) => !onDemand);
  const needs = stages.flatMap((stage) => stage.needs ?? []);
  const missing = await setUp({
    editor: needs.includes('editor'),
    oldest: needs.includes('oldest'),
    chromium: needs.includes('chromium'),
  });

  const lines = [];
  const total = { passed: 0, failed: 0 };
  for (const stage of stages) {
    console.log(`\n── ${stage.title}`);
    const started = Date.now();
    const lacking = stage.needs?.map((need) => missing[need]).find(Boolean);
    const result = lacking ? { passed: 0, failed: 1, remark: `skipped: ${lacking}` } : await runStage(stage);
    total.passed += result.passed;
    total.failed += result.failed;
    const outcome = `${result.passed} passed, ${result.failed} failed${result.remark ? ` (${result.remark})` : ''}`;
    lines.push(
      `${result.failed > 0 ? '✘' : '✔'} ${stage.title}: ${outcome}, ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
    console.log(lines.at(-1));
  }
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<Result>}
 */
async function runStage(stage) {
  const counts = path.join(folder, `${stage.name}.json`);
  const problems = [];
  for (const [command = '', ...args] of stage.commands) {
    const problem = await runCommand(command, args, counts, stage);
    if (problem) problems.push(problem);
  }
  const remark = problems.join('; ');
  if (!stage.mocha) return remark ? { passed: 0, failed: 1, remark } : { passed: 1, failed: 0 };
  const { passed, failed } = await readCounts(counts);
  if (failed > 0) return { passed, failed };
  if (remark) return { passed, failed: 1, remark };
  return passed > 0 ? { passed, failed } : { passed, failed: 1, remark: 'no test ran' };
}

/**
 * @param {string} command @param {readonly string[]} args @param {string} counts
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<string | undefined>} What went wrong.
 */
async function runCommand(command, args, counts, { minutes, env }) {
  try {
    const { code, timedOut } = await run(command, args, {
      env: { ...toolEnvironment, ...env, PARTNER_LOGS_COUNTS: counts },
      show: true,
      timeout: minutes * 60_000,
    });
    if (timedOut) return `ended after ${minutes} minutes: something hangs`;
    return code === 0 ? undefined : `exit code ${code}`;
  } catch (error) {
    return String(error);
  }
}

/** @param {string} file @returns {Promise<Result>} Zeros when the tests did not come to their end. */
async function readCounts(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
