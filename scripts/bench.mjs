/**
 * `npm run bench`: measures durations and compares them with other tools, one at a time. Asserts no durations.
 * `npm run bench -- search` runs only test/bench/search.bench.ts.
 * `npm run bench -- --save search` also stores the medians and ratios in `.cache/bench/<commit>.json`.
 * `npm run bench -- --compare A B search` runs a benchmark for two commits in turn and prints how they differ.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { packExtension } from './package.mjs';
import { cache, must, node24, root, run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';

/** @typedef {Readonly<Record<string, Readonly<Record<string, number>>>>} Medians Milliseconds by title and variant. */

/** The benchmarks that need only Node, which are the ones that two commits can be compared with. */
const inNode = ['client', 'counts', 'decode', 'export', 'largeLogs', 'redaction', 'search'];

/** Number of times that each of two commits is measured, in the order A B A B. */
const ROUNDS = 5;

const results = path.join(cache, 'bench');
await mkdir(results, { recursive: true });
process.exitCode = await main(process.argv.slice(2));

/** @param {readonly string[]} words @returns {Promise<number>} The exit code. */
async function main(words) {
  if (words[0] === '--compare') {
    const [, one, other, ...names] = words;
    if (!one || !other) throw new Error('Specify two commits: npm run bench -- --compare A B');
    return compare([one, other], filesOf(names.length > 0 ? names : inNode));
  }
  const isSaved = words.includes('--save');
  const files = filesOf(words.filter((word) => word !== '--save'));
  for (const line of Object.values(await setUp())) console.error(line);
  await packExtension().catch((error) => console.error(error.message));
  const { code, medians } = await measure(root, files);
  if (isSaved) {
    const { output } = await run('git', ['rev-parse', '--short', 'HEAD']);
    const file = path.join(results, `${output.trim()}.json`);
    await writeFile(file, `${JSON.stringify(medians, undefined, 2)}\n`);
    console.log(`\nSaved in ${path.relative(root, file)}.`);
  }
  return code;
}

/** @param {readonly string[]} names @returns {string[]} The files of these benchmarks, or of all if there are no names. */
function filesOf(names) {
  const known = readdirSync(path.join(root, 'test/bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No such benchmark: ${unknown.join(', ')}.`);
  return (names.length > 0 ? names : known).map((name) => `test/bench/${name}.bench.ts`);
}

/**
 * Runs benchmarks on the code in a folder.
 * @param {string} folder @param {readonly string[]} files
 * @returns {Promise<{ code: number, medians: Medians }>}
 */
async function measure(folder, files) {
  const output = path.join(results, `measured-${process.pid}.ndjson`);
  const mocha = ['node_modules/mocha/bin/mocha.js', '--exit', '--timeout', '0'];
  const { code } = await run(node24, ['--disable-warning=ExperimentalWarning', ...mocha, ...files], {
    cwd: folder,
    env: { ...toolEnvironment, PARTNER_LOGS_BENCH_RESULTS: output },
    show: true,
  });
  try {
    const lines = readFileSync(output, 'utf8').trim().split('\n');
    return { code, medians: Object.fromEntries(lines.map((line) => JSON.parse(line))) };
  } finally {
    rmSync(output, { force: true });
  }
}

/**
 * Measures two commits in turn, with the benchmarks of the current commit, and prints how they differ.
 * @param {readonly [string, string]} commits @param {readonly string[]} files
 * @returns {Promise<number>} The exit code.
 */
async function compare(commits, files) {
  /** @type {string[]} */
  const folders = [];
  for (const commit of commits) folders.push(await checkedOut(commit, folders.length));
  /** @type {Map<string, { times: number[][], ratios: number[][] }>} One number for each round, by variant. */
  const measured = new Map();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, folder] of folders.entries()) {
        const { code, medians } = await measure(folder, files);
        if (code !== 0) return code;
        for (const [title, variants] of Object.entries(medians)) {
          const [first = Number.NaN] = Object.values(variants);
          for (const [variant, milliseconds] of Object.entries(variants)) {
            const name = `${title}: ${variant}`;
            const { times, ratios } = measured.get(name) ?? { times: [[], []], ratios: [[], []] };
            times[index]?.push(milliseconds);
            ratios[index]?.push(milliseconds / first);
            measured.set(name, { times, ratios });
          }
        }
      }
    }
  } finally {
    for (const folder of folders) await run('git', ['worktree', 'remove', '--force', folder]);
  }
  console.log(`\n${commits.join(' → ')}, medians of ${ROUNDS} rounds, and ratios to the first variant\n`);
  for (const [name, { times, ratios }] of measured) {
    const [milliseconds, ratio] = [times, ratios].map((each) => each.map((all) => median(all)));
    const change = (/** @type {number[] | undefined} */ pair, /** @type {number} */ digits) =>
      pair?.map((value) => value.toFixed(digits)).join(' → ');
    console.log(`${change(ratio, 2)} ×, ${change(milliseconds, 1)} ms  ${name}`);
  }
  return 0;
}

/**
 * @param {string} commit @param {number} index Distinguishes the folders.
 * @returns {Promise<string>} A folder with the commit's files and the current benchmarks.
 */
async function checkedOut(commit, index) {
  const folder = path.join(results, `commit-${index}`);
  await rm(folder, { recursive: true, force: true });
  await must('git', ['worktree', 'add', '--force', '--detach', folder, commit]);
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  cpSync(path.join(root, 'test/bench'), path.join(folder, 'test/bench'), { recursive: true });
  return folder;
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
