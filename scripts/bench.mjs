/**
 * `npm run bench`: measures durations and compares them with other tools, one at a time. Asserts no durations.
 * `npm run bench -- search` runs only test/bench/search.bench.ts.
 * `npm run bench -- --compare A B search` runs it for two commits in turn and prints the medians of both.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { packExtension } from './package.mjs';
import { filesIn, must, node24, root, run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';

/** Number of times that each of two commits is measured, in the order A B A B. */
const ROUNDS = 3;

const words = process.argv.slice(2);
const [one, other] = words[0] === '--compare' ? words.splice(0, 3).slice(1) : [];
const files =
  words.length > 0 ? words.map((name) => `test/bench/${name}.bench.ts`) : filesIn('test/bench', '.bench.ts');
for (const line of Object.values(await setUp(['editor', 'chromium']))) if (line) console.error(line);
if (one && other) process.exitCode = await compare([one, other]);
else {
  await packExtension().catch((error) => console.error(error.message));
  process.exitCode = await measure(root);
}

/** @param {string} folder @param {string} [results] The file for the medians. @returns {Promise<number>} The exit code. */
async function measure(folder, results) {
  const mocha = ['node_modules/mocha/bin/mocha.js', '--exit', '--timeout', '0'];
  const { code } = await run(node24, [...mocha, ...files], {
    cwd: folder,
    env: { ...toolEnvironment, ...(results && { PARTNER_LOGS_BENCH_RESULTS: results }) },
    show: true,
  });
  return code;
}

/**
 * Measures two commits in turn, with the benchmarks of the current files.
 * @param {readonly [string, string]} commits
 * @returns {Promise<number>} The exit code.
 */
async function compare(commits) {
  const parent = await mkdtemp(path.join(tmpdir(), 'partner-logs-commits-'));
  const folders = [path.join(parent, 'a'), path.join(parent, 'b')];
  const resultsOf = (/** @type {string} */ folder) => `${folder}.ndjson`;
  try {
    for (const [index, folder] of folders.entries()) {
      await must('git', ['worktree', 'add', '--detach', folder, commits[index] ?? '']);
      for (const name of ['node_modules', '.cache']) {
        await symlink(path.join(root, name), path.join(folder, name), 'junction');
      }
      cpSync(path.join(root, 'test/bench'), path.join(folder, 'test/bench'), { recursive: true });
      console.log(`Packing ${commits[index]}.`);
      // A package that exceeds the limit can be measured, too.
      await run(node24, ['scripts/package.mjs'], { cwd: folder, env: toolEnvironment });
    }
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [index, folder] of folders.entries()) {
        console.log(`\nRound ${round} of ${ROUNDS}: ${commits[index]}`);
        const code = await measure(folder, resultsOf(folder));
        if (code !== 0) return code;
      }
    }
    const [before = new Map(), after = new Map()] = folders.map((folder) => mediansIn(resultsOf(folder)));
    console.log(`\n${commits.join(' → ')}, medians of ${ROUNDS} rounds\n`);
    for (const [name, milliseconds] of before) {
      const now = after.get(name) ?? Number.NaN;
      const change = (now / milliseconds).toFixed(2);
      console.log(`${change} × (${milliseconds.toFixed(1)} → ${now.toFixed(1)} ms)  ${name}`);
    }
    return 0;
  } finally {
    for (const folder of folders) await run('git', ['worktree', 'remove', '--force', folder]);
    await rm(parent, { recursive: true, force: true });
  }
}

/**
 * @param {string} results The file with a line of medians for each comparison in each round.
 * @returns {Map<string, number>} The medians of the rounds, in milliseconds.
 */
function mediansIn(results) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : [];
  for (const line of lines) {
    const [title, byName] = JSON.parse(line);
    for (const [name, milliseconds] of Object.entries(byName)) {
      const key = `${title}: ${name}`;
      times.set(key, [...(times.get(key) ?? []), milliseconds]);
    }
  }
  return new Map(
    [...times].map(([key, all]) => [
      key,
      all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN,
    ]),
  );
}
