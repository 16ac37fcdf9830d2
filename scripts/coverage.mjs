/**
 * `npm run coverage`: runs the unit tests and the tests in the editor, and prints the share of branches that they took in
 * each room. `-- --list lists` also prints the other branches of a room, and `-- --last` uses the last run.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { branchesOf, countsOfBundle, countsOfModule, isTaken } from './coverage-branches.mjs';
import { cache, node24, root, run } from './run.mjs';

/** @typedef {import('./coverage-branches.mjs').Branch} Branch */

const folder = path.join(cache, 'coverage');

const { values } = parseArgs({
  options: { list: { type: 'string' }, last: { type: 'boolean', default: false } },
});

/** @type {Map<string, { text: string, branches: Branch[], taken: Set<Branch>, offset: (line: number, column: number) => number }>} */
const modules = new Map(
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !/(?:^|[\\/])page[\\/]/.test(name))
    .map((name) => {
      const file = path.join(root, 'src', name);
      const text = readFileSync(file, 'utf8');
      const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
      return [
        file,
        {
          text,
          branches: branchesOf(file, text),
          taken: new Set(),
          offset: (line, column) => (starts[line - 1] ?? 0) + column,
        },
      ];
    }),
);

if (!values.last) {
  await rm(folder, { recursive: true, force: true });
  const { code } = await run(node24, ['scripts/test.mjs', 'unit', 'build', 'editor'], {
    // Counts of compiled code from a cache are imprecise.
    env: { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
    show: true,
  });
  process.exitCode = code;
}
const recorded = readdirSync(folder).map((name) => path.join(folder, name));
const oldest = Math.min(...recorded.map((file) => statSync(file).mtimeMs));
const changed = [...modules.keys()].filter((file) => statSync(file).mtimeMs > oldest);
if (changed.length > 0) {
  console.error(`Changed since the run, so that their branches are wrong:\n${changed.join('\n')}\n`);
}
recorded.forEach(addRun);
show();

/** @param {string} file Written by Node when a process or thread ended. */
function addRun(file) {
  const { result, 'source-map-cache': maps = {} } = JSON.parse(readFileSync(file, 'utf8'));
  for (const script of result) {
    if (!script.url.startsWith(pathToFileURL(root).href)) continue;
    const own = fileURLToPath(script.url);
    if (modules.has(own)) {
      addCounts(own, countsOfModule(script));
    } else if (own.startsWith(path.join(root, 'dist')) && maps[script.url]) {
      /** @param {string} source */
      const sourceFile = (source) => path.resolve(path.dirname(own), source.replace(/^file:\/\//, ''));
      const counts = countsOfBundle(
        script,
        maps[script.url],
        (source) => modules.get(sourceFile(source))?.offset,
      );
      for (const [source, countAt] of counts) addCounts(sourceFile(source), countAt);
    }
  }
}

/** @param {string} file @param {import('./coverage-branches.mjs').CountAt} countAt */
function addCounts(file, countAt) {
  const known = modules.get(file);
  if (!known) return;
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
    console.log(`${percent(taken, branches).padStart(7)}  ${`${taken} of ${branches}`.padEnd(13)}  ${room}`);
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
