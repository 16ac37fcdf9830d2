/** Tests that each claim of SECURITY.md and docs/limits.md names tests, and that these exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const exists = (file: string) => existsSync(new URL(`../${file}`, import.meta.url));

/** The rows of the tables in a text, each with its cells; the first row of a table is its head. */
function rowsOf(text: string): string[][] {
  const lines = text
    .split('\n')
    .filter((line, at, all) => line.startsWith('| ') && all[at - 1]?.startsWith('|'));
  return lines.map((line) => line.slice(2, -2).split(' | '));
}

/** The text below a heading of the second level. */
const section = (file: string, heading: string) =>
  read(file).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? assert.fail(heading);

describe('SECURITY.md', () => {
  const sections = ['Ways of a key', 'Claims and their tests'].map((each) =>
    rowsOf(section('SECURITY.md', each)),
  );

  it('has ways of a key, and claims', () => {
    for (const rows of sections) assert.ok(rows.length > 10, `${rows.length} rows`);
  });

  for (const row of sections.flat()) {
    it(`names tests that exist: ${row[0]?.slice(0, 60)}`, () => {
      const named = (row.at(-1) ?? '')
        .split('<br>')
        .map((each) => /^`(.+?)` › (.+)$/.exec(each) ?? assert.fail(each));
      for (const [, file = '', title = ''] of named) {
        const text = read(`test/${file}`).replaceAll("\\'", "'");
        const isThere = text.split('\n').some((line) => /\bit\(/.test(line) && line.includes(title));
        assert.ok(isThere, `${file} has no test “${title}”`);
      }
    });
  }

  it('names files of tests that exist', () => {
    const named = Array.from(read('SECURITY.md').matchAll(/`([\w/.]+\.test\.ts)`/g), ([, file = '']) => file);
    assert.ok(named.length > 50, `${named.length} files`);
    assert.deepEqual(
      named.filter((file) => !exists(file)),
      [],
    );
  });
});

describe('docs/limits.md', () => {
  const rows = rowsOf(read('docs/limits.md'));

  it('has limits', () => assert.ok(rows.length > 50, `${rows.length} limits`));

  for (const [index, row] of rows.entries()) {
    it(`names tests that exist: ${row[0]?.slice(0, 60)}`, () => {
      const cells = rows.slice(0, index + 1).map((each) => each.at(-1) ?? '');
      const own = cells.findLast((cell) => !cell.startsWith('as above')) ?? '';
      const named = Array.from(`${own} ${row.at(-1)}`.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
      const files = named.filter((name) => !name.startsWith('src/'));
      assert.ok(files.length > 0, 'It names no test.');
      for (const name of files) {
        const file = name.startsWith('test/') ? name.slice('test/'.length) : `unit/${name}`;
        assert.ok(exists(`${file}.test.ts`), name);
      }
    });
  }
});
