import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name) => ({
  name,
  lines: readFileSync(new URL(name, folder), 'utf8').split(/\r?\n/),
}));

/** Returns the steps of a workflow's jobs, each as its lines. */
function steps(lines: readonly string[]): readonly string[][] {
  const found: string[][] = [];
  for (const line of lines) {
    if (/^ {6}- /.test(line)) found.push([]);
    if (/^ {6}/.test(line)) found.at(-1)?.push(line.trim());
  }
  return found;
}

describe('The workflows', () => {
  for (const { name, lines } of workflows) {
    const all = steps(lines);

    it(`${name} pins each action to a commit and names its version`, () => {
      const used = lines.flatMap((line) => /uses: (?!\.\/)(.+)/.exec(line)?.[1] ?? []);
      for (const each of used) assert.match(each, /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
      const versions = new Set(used.map((each) => each.replace(/@.*# /, '@')));
      assert.equal(versions.size, new Set(used.map((each) => each.split('@')[0])).size);
    });

    it(`${name} keeps no credentials in the clone`, () => {
      for (const step of all.filter((each) => each[0]?.includes('actions/checkout@'))) {
        assert.ok(step.includes('persist-credentials: false'), step.join('\n'));
      }
    });

    it(`${name} gives a secret to the step that needs it only, which installs nothing`, () => {
      const secret = /\$\{\{ (?:secrets\.|github\.token)/;
      const holding = all.filter((step) => step.some((line) => secret.test(line)));
      assert.equal(
        lines.filter((line) => secret.test(line)).length,
        holding.flat().filter((line) => secret.test(line)).length,
      );
      for (const step of holding) {
        assert.equal(step.filter((line) => secret.test(line)).length, 1);
        assert.doesNotMatch(step.join('\n'), /npm (?:ci|install|run|test|rebuild)|npx (?!--no-install)/);
      }
    });

    it(`${name} reads the repository and no more, but for the job that makes the release`, () => {
      assert.ok(lines.join('\n').includes('\npermissions:\n  contents: read\n'));
      const writing = lines.flatMap((line, at) => (/: write$/.test(line) ? [at] : []));
      assert.equal(writing.length, name === 'release.yml' ? 1 : 0);
      for (const at of writing) {
        const start = lines.slice(0, at).findLastIndex((line) => /^ {2}\w+:$/.test(line));
        const end = lines.findIndex((line, index) => index > start && /^ {2}\w+:$/.test(line));
        const job = lines.slice(start, end);
        assert.equal(job[0], '  release:');
        assert.doesNotMatch(job.join('\n'), /checkout|setup-node|npm|npx|node /);
      }
    });
  }
});
