/** Tests that each sentence of README.md about privacy and networks names tests in SECURITY.md, and that these exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const exists = (file: string) => existsSync(new URL(`../${file}`, import.meta.url));

/** The text below a heading of the second level, up to the next one. */
function section(file: string, heading: string): string {
  const [, text] = read(file).split(`\n## ${heading}\n`);
  return text?.split('\n## ')[0] ?? assert.fail(`${file} has no section “${heading}”`);
}

/** The sentences of a section, without line breaks and marks of lists. */
function sentences(text: string): string[] {
  const paragraphs = text.split(/\n(?:- |\n)/).map((each) => each.replaceAll(/\s+/g, ' ').trim());
  return paragraphs.flatMap((each) => each.split(/(?<=\.)\s(?=[A-Z*])/)).filter((each) => each !== '');
}

const rows = section('SECURITY.md', 'Claims and their tests')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| claim '))
  .map((line) => line.slice(2, -2).split(' | '));

describe('SECURITY.md', () => {
  it('has each sentence of Privacy and Networks in README.md among its claims, and no other', () => {
    const claimed = ['Privacy', 'Networks'].flatMap((heading) => sentences(section('README.md', heading)));
    assert.deepEqual(
      rows.map(([claim]) => claim),
      claimed,
    );
  });

  for (const [claim = '', tests = ''] of rows) {
    it(`names tests that exist: ${claim.slice(0, 60)}`, () => {
      const named = tests.split('<br>').map((each) => /^`(.+)` › (.+)$/.exec(each) ?? assert.fail(each));
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
      named.filter((file) => file.includes('/') && !exists(file)),
      [],
    );
  });
});
