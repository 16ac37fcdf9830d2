import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { collectExpressions, hashOf, readResults, textOf } from '../../scripts/expressions.mjs';

const expressions = await collectExpressions();
const { safe, exceptions } = readResults();
const excepted = new Set(exceptions.map(({ expression }) => expression));

describe('regular expressions', () => {
  it('are all known to be quick, whatever the text: run "npm run expressions" for new ones', () => {
    const unknown = expressions.filter((each) => !safe.includes(hashOf(each)) && !excepted.has(textOf(each)));
    assert.deepEqual(
      unknown.map((each) => `${textOf(each)} ${each.places.join(' ')}`),
      [],
    );
  });

  it('have no results left of expressions that are gone: run "npm run expressions"', () => {
    assert.deepEqual(
      safe,
      expressions
        .filter((each) => !excepted.has(textOf(each)))
        .map(hashOf)
        .sort(),
    );
    for (const { expression, reason, test } of exceptions) {
      assert.ok(expressions.some((each) => textOf(each) === expression) && reason !== '' && existsSync(test));
    }
  });

  it('repeat without bound single characters only: the engine keeps each repetition of more on its stack', () => {
    const deep = expressions.filter(({ source, flags }) => hasDeepRepeat(source, flags));
    assert.deepEqual(
      deep.map((each) => `${textOf(each)} ${each.places.join(' ')}`),
      [],
    );
  });

  it('that repeat more without bound are recognised', () => {
    for (const deep of ['(?:a|b)*', '(ab)+?x', '[a]{4,}', '\\w{32,}', '(a{1,3}){2,}', '(?<=(a)+)']) {
      assert.ok(hasDeepRepeat(deep, ''), deep);
    }
    for (const flat of [
      '[(a)*]+',
      '\\)+',
      '(?:ab){1,9}',
      'a{3,}',
      '(a+)b*',
      '(?:a*)?',
      '\\p{L}+',
      'a\\{4,}',
    ]) {
      assert.ok(!hasDeepRepeat(flat, ''), flat);
    }
    assert.ok(hasDeepRepeat('[^a]+', 'u'), 'a character beyond the basic plane is two units');
    assert.ok(!hasDeepRepeat('[a-z]+', 'u'));
  });
});

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
