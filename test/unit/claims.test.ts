/**
 * Tests that each claim in SECURITY.md, docs/limits.md, and docs/accessibility.md refers to tests that exist, as `file › title` or part of the
 * title. If the title is composed from values, such as cases in a loop, the file must also contain the values.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** Returns the rows of all tables in a text, as cells; the first row of a table is its header. */
function rowsOf(text: string): string[][] {
  const lines = text
    .split('\n')
    .filter((line, at, all) => line.startsWith('| ') && all[at - 1]?.startsWith('|'));
  return lines.map((line) => line.slice(2, -2).split(' | '));
}

/** Fails unless each line of a cell is a source file or the `file › title` of an existing test in `test/`. */
function checkTests(cell: string): void {
  const named = cell
    .split('<br>')
    .filter((line) => !existsSync(new URL(`../../${line.slice(1, -1)}`, import.meta.url)));
  assert.ok(named.length > 0, 'It names no test.');
  for (const line of named) {
    const [, file = '', title = ''] = /^`(.+?)` › (.+)$/.exec(line) ?? assert.fail(line);
    const text = read(`test/${file}`).replaceAll("\\'", "'");
    const cases = text.split('\n').filter((each) => /\bit\(/.test(each));
    const isThere = cases.some((each) => each.includes(title) || isMade(title, each, text));
    assert.ok(isThere, `${file} has no test “${title}”`);
  }
}

/** Returns true if the template in a line produces a title from values in the text. */
function isMade(title: string, line: string, text: string): boolean {
  const template = /`([^`]+)`/.exec(line)?.[1] ?? '';
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const values = new RegExp(`^${parts.join('(.+)')}$`).exec(title)?.slice(1);
  return parts.length > 1 && values !== undefined && values.every((value) => text.includes(value));
}

for (const [file, least] of [
  ['SECURITY.md', 40],
  ['docs/limits.md', 60],
] as const) {
  describe(file, () => {
    const rows = rowsOf(read(file));

    it('has claims', () => assert.ok(rows.length > least, `${rows.length} rows`));

    for (const row of rows) {
      it(`names tests that exist: ${row[0]?.slice(0, 60)}`, () => checkTests(row.at(-1) ?? ''));
    }
  });
}

/** The criteria of WCAG 2.2 of the levels A and AA; the others are of level AAA. */
const CRITERIA = [
  ['1.1', 1],
  ['1.2', 1, 2, 3, 4, 5],
  ['1.3', 1, 2, 3, 4, 5],
  ['1.4', 1, 2, 3, 4, 5, 10, 11, 12, 13],
  ['2.1', 1, 2, 4],
  ['2.2', 1, 2],
  ['2.3', 1],
  ['2.4', 1, 2, 3, 4, 5, 6, 7, 11],
  ['2.5', 1, 2, 3, 4, 7, 8],
  ['3.1', 1, 2],
  ['3.2', 1, 2, 3, 4, 6],
  ['3.3', 1, 2, 3, 4, 7, 8],
  ['4.1', 2, 3],
].flatMap(([guideline, ...numbers]) => numbers.map((number) => `${guideline}.${number}`));

describe('docs/accessibility.md', () => {
  const rows = rowsOf(read('docs/accessibility.md'));

  it('has each criterion of WCAG 2.2 of the levels A and AA', () => {
    const numberOf = (level: string) => rows.filter((row) => row[1] === level).length;
    assert.deepEqual([numberOf('A'), numberOf('AA')], [31, 24]);
    assert.deepEqual(
      rows.map(([criterion]) => criterion?.split(' ')[0]),
      CRITERIA,
    );
  });

  for (const row of rows) {
    const tests = row.at(-1) ?? '';
    if (/^(?:Does not apply|No test): ./.test(tests)) continue;
    it(`names tests that exist: ${row[0]}`, () => checkTests(tests));
  }
});

describe('docs/privacy.md', () => {
  it('claims what SECURITY.md has tests of, and nothing else', () => {
    const claims = read('docs/privacy.md')
      .split('\n')
      .flatMap((line) => /^- (.+)/.exec(line)?.[1] ?? []);
    const section = read('SECURITY.md').split('\n## Claims and their tests\n')[1]?.split('\n## ')[0];
    assert.deepEqual(
      claims,
      rowsOf(section ?? '').map(([claim]) => claim),
    );
  });
});
