/**
 * Checks the regular expressions in the source for attack strings that make them slow (`npm run expressions`). recheck
 * analyzes new expressions, and expressions.json stores the results. `npm test` compares the two.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { defaultConventions } from '../src/service/conventions.ts';
import { root } from './run.mjs';

/** @typedef {{ source: string, flags: string, places: readonly string[] }} Expression */
/**
 * @typedef {object} Results
 * @property {readonly string[]} safe Hashes of expressions for which recheck finds no string that makes them slow.
 * @property {readonly Exception[]} exceptions Expressions that recheck rejects but that are harmless.
 */
/** @typedef {{ expression: string, reason: string, test: string }} Exception `test`: a file that proves the claim. */

const RESULTS = path.join(root, 'scripts', 'expressions.json');

/** Text that a user might type, with every character that has a meaning in an expression. */
const SIGNS = 'a .*+?^$()|[]{}\\/-äaa  %';

/**
 * Builds the expressions that a file assembles from parts, by its path below src. Loading the file is sufficient unless
 * a function is specified.
 * @type {Readonly<Record<string, (module: any) => unknown>>}
 */
const builders = {
  'http/decode/base64.ts': () => {},
  'http/decode/bytes.ts': () => {},
  'http/decode/characterCodes.ts': () => {},
  'http/fields/separated.ts': ({ parameter }) => {
    for (const name of ['boundary', 'name', 'filename']) parameter('', name);
  },
  'redaction/tokenShapes.ts': () => {},
  'text/visible.ts': () => {},
  'sample/sampleRoutes.ts': ({ SampleRoutes }) =>
    new SampleRoutes({ seed: 1, now: () => new Date(), logsPerDomain: 0, conventions: defaultConventions }),
  'service/queries/filter.ts': ({ keywordTest }) => keywordTest(SIGNS),
  'detection/page/find.ts': ({ findMatches }) => findMatches('', SIGNS, true),
};

/** Returns every regular expression in the source: literals and those assembled from parts. */
export async function collectExpressions() {
  /** @type {Map<string, { source: string, flags: string, places: string[] }>} */
  const found = new Map();
  /** @param {string} source @param {string} flags @param {string} place */
  const add = (source, flags, place) => {
    const expression = found.get(textOf({ source, flags })) ?? { source, flags, places: [] };
    expression.places.push(place);
    found.set(textOf(expression), expression);
  };
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(root, 'src', file), 'utf8');
    let builds = false;
    /** @param {{ callee: import('oxc-parser').Expression | import('oxc-parser').Super }} node */
    const noteCall = ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') builds = true;
    };
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        add(node.regex.pattern, node.regex.flags, `${file}:${text.slice(0, node.start).split('\n').length}`);
      },
      NewExpression: noteCall,
      CallExpression: noteCall,
    }).visit(parseSync(file, text).program);
    if (!builds) continue;
    for (const { source, flags } of await builtBy(file)) add(source, flags, file);
  }
  return [...found.values()];
}

/** @param {string} file @returns {Promise<RegExp[]>} */
async function builtBy(file) {
  const build = builders[file];
  if (build === undefined) throw new Error(`Add src/${file} to the builders of scripts/expressions.mjs.`);
  /** @type {RegExp[]} */
  const built = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args) {
      const made = Reflect.construct(target, args);
      built.push(made);
      return made;
    },
  });
  try {
    // The query string makes this load a separate copy of the module.
    await build(await import(`${pathToFileURL(path.join(root, 'src', file)).href}?expressions`));
  } finally {
    globalThis.RegExp = original;
  }
  if (built.length === 0) throw new Error(`Loading src/${file} builds no expression.`);
  return built;
}

function sourceFiles() {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort();
}

/** @returns {Results} */
export function readResults() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/** @param {Pick<Expression, 'source' | 'flags'>} expression */
export function textOf({ source, flags }) {
  return `/${source}/${flags}`;
}

/** @param {Pick<Expression, 'source' | 'flags'>} expression */
export function hashOf(expression) {
  return createHash('sha256').update(textOf(expression)).digest('hex').slice(0, 16);
}

/** Checks new expressions and removes the results of deleted ones. */
async function refresh() {
  const { check } = await import('recheck');
  const expressions = await collectExpressions();
  const known = readResults();
  const exceptions = known.exceptions.filter(({ expression }) =>
    expressions.some((each) => textOf(each) === expression),
  );
  const excepted = new Set(exceptions.map(({ expression }) => expression));
  const safe = new Set();
  for (const expression of expressions.filter((each) => !excepted.has(textOf(each)))) {
    const hash = hashOf(expression);
    if (!known.safe.includes(hash)) {
      const { source, flags, places } = expression;
      // recheck does not support the flag for indices, which does not affect matching.
      const result = await check(source, flags.replace('d', ''), { timeout: 60_000 });
      console.log(`${result.status}: ${textOf(expression)} (${places.join(', ')})`);
      if (result.status !== 'safe') {
        if (result.status === 'vulnerable')
          console.log(`  ${result.complexity.summary}: ${result.attack.pattern}`);
        process.exitCode = 1;
        continue;
      }
    }
    safe.add(hash);
  }
  writeFileSync(RESULTS, `${JSON.stringify({ safe: [...safe].sort(), exceptions }, undefined, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) await refresh();
