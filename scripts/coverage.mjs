/**
 * `npm run coverage`: runs the unit tests, the tests in the editor, and the tests of the panels' pages, and prints the share
 * of branches that they took in each room. Fails if the share is below its bound. `-- --list lists` also prints the other
 * branches of a room, `-- --last` uses the last run, and `-- test/unit/lists/pager.test.ts` adds some tests to it.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { branchesOf, countsOfBundle, countsOfModule, isTaken } from './coverage-branches.mjs';
import { cache, node24, root, run } from './run.mjs';

/** @typedef {import('./coverage-branches.mjs').Branch} Branch */

const folder = path.join(cache, 'coverage');

/** The smallest percentage of branches, by room. @type {Readonly<Record<string, number>>} */
const bounds = {
  'http/fields': 95,
  'http/decode': 95,
  redaction: 95,
  formats: 95,
  'service/answers': 95,
  'service/queries': 95,
  lists: 95,
  all: 88,
};

/** The tests that open the page of a panel without the editor. */
const pageTests = [
  'test/browser/countsPanel.test.ts',
  'test/browser/detectionPanel.test.ts',
  'test/browser/detectionPanelAttack.test.ts',
  'test/browser/detectionPanelRawData.test.ts',
  'test/browser/hostileReport.test.ts',
  'test/browser/tablePanel.test.ts',
];

const { values, positionals } = parseArgs({
  options: { list: { type: 'string' }, last: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** @type {Map<string, { text: string, changed: number, branches: Branch[], taken: Set<Branch>, offset: (line: number, column: number) => number }>} */
const modules = new Map(
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => {
      const file = path.join(root, 'src', name);
      const text = readFileSync(file, 'utf8');
      const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
      return [
        file,
        {
          text,
          branches: branchesOf(file, text),
          changed: statSync(file).mtimeMs,
          taken: new Set(),
          offset: (line, column) => (starts[line - 1] ?? 0) + column,
        },
      ];
    }),
);

if (!values.last) {
  if (positionals.length === 0) await rm(folder, { recursive: true, force: true });
  process.exitCode =
    positionals.length > 0
      ? await runTests(new Set(positionals.map((file) => file.split('/')[1] ?? '')), positionals)
      : await runTests(new Set(['unit', 'editor', 'browser']), pageTests);
}
readdirSync(folder)
  .map((name) => path.join(folder, name))
  .forEach(addRun);
show();

/**
 * @param {ReadonlySet<string>} stages @param {readonly string[]} files Restrict their stages.
 * @returns {Promise<number>} The exit code.
 */
async function runTests(stages, files) {
  if (stages.has('editor') || stages.has('browser')) {
    const { code } = await run(node24, ['scripts/test.mjs', 'build'], { show: true });
    if (code !== 0) return code;
  }
  const { code } = await run(node24, ['scripts/test.mjs', ...stages, ...files], {
    // Counts of compiled code from a cache are imprecise.
    env: { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
    show: true,
  });
  return code;
}

/**
 * Adds the counts of a run, except those of bundles that were built again since.
 * @param {string} file Written by Node when a process or thread ended, or by a test of a page.
 */
function addRun(file) {
  const { result, 'source-map-cache': maps = {} } = JSON.parse(readFileSync(file, 'utf8'));
  const written = statSync(file).mtimeMs;
  for (const script of result) {
    if (!script.url.startsWith(pathToFileURL(root).href)) continue;
    const own = fileURLToPath(script.url);
    if (modules.has(own)) {
      addCounts(own, countsOfModule(script), written);
    } else if (own.startsWith(path.join(root, 'dist')) && maps[script.url]) {
      const { lineLengths, data } = maps[script.url];
      const text = existsSync(own) ? readFileSync(own, 'utf8') : '';
      const isSame = text.split('\n').every((line, index) => line.length === lineLengths[index]);
      if (!isSame) continue;
      /** @param {string} source */
      const sourceFile = (source) => path.resolve(path.dirname(own), source.replace(/^file:\/\//, ''));
      const counts = countsOfBundle(script, text, data, (source) => modules.get(sourceFile(source))?.offset);
      for (const [source, countAt] of counts) addCounts(sourceFile(source), countAt, written);
    }
  }
}

/**
 * Adds the counts of a module, unless it was changed since.
 * @param {string} file @param {import('./coverage-branches.mjs').CountAt} countAt @param {number} written
 */
function addCounts(file, countAt, written) {
  const known = modules.get(file);
  if (!known || known.changed > written) return;
  const { branches, taken } = known;
  for (const branch of branches) if (!taken.has(branch) && isTaken(branch, countAt)) taken.add(branch);
}

function show() {
  /** @type {Map<string, { branches: number, taken: number }>} */
  const rooms = new Map();
  for (const [file, { branches, taken, text, offset }] of modules) {
    const name = path.relative(path.join(root, 'src'), file).replaceAll(path.sep, '/');
    for (const room of [...roomsOf(name), 'all']) {
      const sum = rooms.get(room) ?? { branches: 0, taken: 0 };
      rooms.set(room, { branches: sum.branches + branches.length, taken: sum.taken + taken.size });
    }
    if (values.list === undefined || !`${name}/`.startsWith(values.list)) continue;
    const lines = text.split('\n');
    for (const branch of branches.filter((each) => !taken.has(each))) {
      const line = text.slice(0, branch.within ?? branch.start).split('\n').length;
      const column = (branch.within ?? branch.start) - offset(line, 0);
      console.log(`src/${name}:${line}:${column + 1}  ${branch.kind}  ${lines[line - 1]?.trim()}`);
    }
  }
  for (const [room, { branches, taken }] of [...rooms].sort()) {
    const bound = bounds[room];
    const isLow = bound !== undefined && 100 * taken < bound * branches;
    if (isLow) process.exitCode = 1;
    const remark = isLow ? `, less than ${bound} %` : '';
    console.log(
      `${percent(taken, branches).padStart(7)}  ${`${taken} of ${branches}`.padEnd(13)}  ${room}${remark}`,
    );
  }
}

/** @param {string} name @returns {string[]} Its room, and its folder in the room. */
function roomsOf(name) {
  const [room = '', folder = '', ...rest] = name.split('/');
  if (folder === '') return ['(entry points)'];
  return rest.length > 0 ? [room, `${room}/${folder}`] : [room];
}

/** @param {number} part @param {number} all */
function percent(part, all) {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
}
