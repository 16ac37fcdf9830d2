import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { filesIn, root } from '../../scripts/run.mjs';
import { readText } from '../../src/browse/lookUp/readText.ts';
import { parameter } from '../../src/http/fields/separated.ts';
import { defaultConventions } from '../../src/service/differences.ts';
import { keywordTest } from '../../src/service/queries/filter.ts';
import { isWhole } from '../proofs.ts';

/** Limits of steps instead of time, because recheck calls an expression slow if a busy computer is. */
const LIMITS = { timeout: 180_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** Beginnings of expressions that recheck cannot check or calls slow although no text makes them slow, with reasons. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '/(?<name>[\\p{L}_@]':
    'A value ends at the first quote and has at most 2,000 units, which are read once for each start.',
};

/** Text that a user might type, with every character that has a meaning in an expression. */
const SIGNS = 'a .*+?^$()|[]{}\\/-äaa  %';

/** Build the expressions that a file of src assembles from parts, if loading it does not. */
const BUILDERS: Readonly<Record<string, () => unknown>> = {
  'src/http/fields/separated.ts': () => ['boundary', 'name', 'filename'].map((name) => parameter('', name)),
  'src/service/queries/filter.ts': () => keywordTest(SIGNS),
  'src/browse/lookUp/readText.ts': () => readText('https://service.example/log', [defaultConventions]),
};

/** The expressions in the source by their text, literals and those assembled from parts. */
const expressions = new Map<string, RegExp>();
function add(expression: RegExp): void {
  expressions.set(String(expression), expression);
}

/** Returns the expressions that a file assembles when it is loaded or used. */
async function builtBy(file: string): Promise<RegExp[]> {
  const built: RegExp[] = [];
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
    await import(`../../${file}?expressions`);
    BUILDERS[file]?.();
  } finally {
    globalThis.RegExp = original;
  }
  assert.ok(built.length > 0, `Loading ${file} builds no expression: add it to BUILDERS.`);
  return built;
}

describe('regular expressions', () => {
  before(async () => {
    for (const file of filesIn('src')) {
      const text = readFileSync(path.join(root, file), 'utf8');
      new Visitor({
        Literal(node) {
          if ('regex' in node) add(new RegExp(node.regex.pattern, node.regex.flags));
        },
      }).visit(parseSync(file, text).program);
      if (/\bRegExp\(/.test(text)) for (const expression of await builtBy(file)) add(expression);
    }
  });

  it('are quick, whatever the text (npm run test:all)', async function () {
    if (!isWhole) this.skip();
    this.timeout(0);
    const slow: string[] = [];
    for (const [text, { source, flags }] of expressions) {
      const short = withBounds(source, (least) => `{${Math.min(least, SHORT)},${SHORT}}`);
      const open = withBounds(source, (least) => (least > 0 ? '+' : '*'));
      // A bound multiplies the time; within it, a text is read once for each start.
      if ((await degree(short, flags)) > 1 || (await degree(open, flags)) > 2) slow.push(text);
    }
    const reasons = Object.keys(EXCEPTIONS);
    assert.deepEqual(
      slow.filter((text) => !reasons.some((start) => text.startsWith(start))),
      [],
    );
    assert.deepEqual(
      reasons.filter((start) => !slow.some((text) => text.startsWith(start))),
      [],
    );
  });

  it('repeat without bound single characters only: the engine keeps each repetition of more on its stack', () => {
    const deep = [...expressions].filter(([, { source, flags }]) => hasDeepRepeat(source, flags));
    assert.deepEqual(deep.map(String), []);
  });

  for (const [source, flags, expected] of [
    ['(?:a|b)*', '', true],
    ['[a]{4,}', '', true],
    ['(a{1,3}){2,}', '', true],
    ['[(a)*]+', '', false],
    ['\\)+', '', false],
    ['(?:ab){1,9}', '', false],
    ['a{3,}', '', false],
    ['[^a]+', 'u', true],
    ['[a-z]+', 'u', false],
  ] as const) {
    it(`${source} with the flags “${flags}” repeats more without bound: ${expected}`, () => {
      assert.equal(hasDeepRepeat(source, flags), expected);
    });
  }
});

/** A bound that repetitions have instead of a higher one, because recheck takes the longer, the higher bounds are. */
const SHORT = 3;

/** Replaces the repetitions of an expression with a higher bound than `SHORT`. */
function withBounds(source: string, to: (least: number) => string): string {
  const token = /\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d+))?\}/g;
  return source.replace(token, (all, least?: string, most = least) =>
    Number(most) > SHORT ? to(Number(least)) : all,
  );
}

/** Returns the degree of the time in the length of a text: 1 if linear, infinite if exponential or unknown. */
async function degree(source: string, flags: string): Promise<number> {
  // recheck does not support the flag for indices, which does not affect matching.
  const found = await check(source, flags.replace('d', ''), LIMITS);
  if (found.status === 'safe') return 1;
  if (found.status === 'unknown' || found.complexity.type === 'exponential') return Number.POSITIVE_INFINITY;
  return found.complexity.degree;
}

/** The engine unrolls repetitions of up to at least this many characters. */
const MOST_UNROLLED = 3;

/** Returns true if the engine uses its stack for each iteration of an unlimited repetition. */
function hasDeepRepeat(source: string, flags: string): boolean {
  const atom = /\\[pP]\{[^}]*\}|\\.|\[(?:[^\]\\]|\\.)*\]|\{(\d+),\}|[*+]|[\s\S]/g;
  let before = '';
  for (const { 0: token, 1: least = '0' } of source.matchAll(atom)) {
    const isRepeat = token === '*' || token === '+' || token.endsWith(',}');
    if (isRepeat && (before === ')' || Number(least) > MOST_UNROLLED)) return true;
    if (isRepeat && /[uv]/.test(flags) && mayBeTwoUnits(before, flags)) return true;
    before = token;
  }
  return false;
}

function mayBeTwoUnits(atom: string, flags: string): boolean {
  return new RegExp(`^(?:${atom})$`, flags).test('\u{1f600}') || /\\p|\\P/.test(atom);
}
