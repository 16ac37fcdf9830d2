/**
 * `npm run mutation -- lists`: lets Stryker change the code of a room in 200 random places, one at a time, and run the
 * room's unit tests. Prints the changes that no test detects, and the share of the others. `--seed 2` selects
 * other places. Fails below 80 %.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { parseSync, Visitor } from 'oxc-parser';
import { Random } from '../src/sample/random.ts';
import { filesIn, node24, root } from './run.mjs';

/** The types of expressions and blocks that are changed. */
const CHANGEABLE = [
  ...['ArrayExpression', 'BinaryExpression', 'BlockStatement', 'CallExpression', 'ConditionalExpression'],
  ...['LogicalExpression', 'ObjectExpression', 'TemplateLiteral', 'UnaryExpression', 'UpdateExpression'],
];

/** Number of changes. */
const COUNT = 200;

/** The lowest share of detected changes, in percent. */
const LOWEST = 80;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
process.chdir(root);
const room = positionals[0] ?? '';
const places = filesIn(`src/${room}`).flatMap(placesIn);
const mutants = await stryker(sampleOf(Number(values.seed)));
const detected = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
const share = (100 * detected) / mutants.length;
console.log(
  `${room}, seed ${values.seed}: detected ${detected} of ${mutants.length} changes, ${share.toFixed(1)} %`,
);
if (!(share >= LOWEST)) process.exitCode = 1;

/**
 * Returns the ranges of the expressions on one line that Stryker can change.
 * @param {string} file @returns {string[]} As Stryker's option `mutate`: `src/lists/pager.ts:10:5-10:20`.
 */
function placesIn(file) {
  const text = readFileSync(file, 'utf8');
  /** @type {string[]} */
  const ranges = [];
  /** @param {{ start: number, end: number }} node */
  const add = ({ start, end }) => {
    if (text.slice(start, end).includes('\n')) return;
    const before = text.slice(0, start).split('\n');
    const column = before.at(-1)?.length ?? 0;
    ranges.push(`${file}:${before.length}:${column}-${before.length}:${column + end - start}`);
  };
  const visitor = new Visitor(Object.fromEntries(CHANGEABLE.map((type) => [type, add])));
  visitor.visit(parseSync(file, text).program);
  return ranges;
}

/** @param {number} seed */
function sampleOf(seed) {
  const random = new Random(seed);
  const rest = [...places];
  return Array.from({ length: Math.min(COUNT, rest.length) }, () =>
    rest.splice(random.between(0, rest.length - 1), 1),
  ).flat();
}

/** @param {string[]} mutate */
function stryker(mutate) {
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const tests = filesIn(`test/unit/${room}`, '.test.ts');
  const words = [node24, mocha, '--bail', '--timeout', '90000', '--require', './test/unit/seed.ts', ...tests];
  return new Stryker({
    mutate,
    testRunner: 'command',
    commandRunner: { command: words.map((word) => JSON.stringify(word)).join(' ') },
    // Stryker's handling of tsconfig.json requires an older TypeScript.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    ignorePatterns: ['/.*', '/coverage', '/dist', '/docs/images', '*.vsix'],
    timeoutMS: 30_000,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, reportScoreTable: false },
    tempDirName: '.cache/mutation',
    cleanTempDir: 'always',
  }).runMutationTest();
}
