import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { branchesOf, countsOfBundle, countsOfModule, isTaken } from '../../../scripts/coverage-branches.mjs';

const text = `export function sign(value: number, text?: string) {
  if (value < 0) return -1;
  if (value > 0) {
    return text ? 1 : 2;
  }
  try {
    return text || 0;
  } catch {
    return text && 3;
  }
}
`;

/** The counts that V8 records for `counts` at the places that start with these texts. */
const recorded = (ranges: Readonly<Record<string, number>>) => ({
  url: '',
  functions: Object.entries(ranges).map(([code, count]) => {
    const startOffset = text.indexOf(code);
    return { ranges: [{ startOffset, endOffset: startOffset + code.length, count }] };
  }),
});

describe('branchesOf', () => {
  const branches = branchesOf('sign.ts', text);

  it('lists the branches of a module in order, with those of an if without an else', () => {
    assert.deepEqual(
      branches.map(({ kind }) => kind),
      ['if', 'no else', 'if', 'no else', '?', ':', '||', 'catch', '&&'],
    );
  });

  it('is compared with a run: an else that is not written is taken if its code runs less often', () => {
    const countAt = countsOfModule(
      recorded({
        [text]: 3,
        'return -1;': 0,
        '{\n    return text ?': 1,
        ' : 2': 0,
        '{\n    return text && 3': 0,
      }),
    );
    assert.deepEqual(
      branches.filter((branch) => isTaken(branch, countAt)).map(({ kind }) => kind),
      ['no else', 'if', 'no else', '?', '||'],
    );
  });
});

describe('countsOfBundle', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'partner-logs-coverage-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('counts the branches of a module in a bundle that a process and its thread ran', () => {
    const main = `
      import { isMainThread, Worker } from 'node:worker_threads';
      import { sign } from './sign.ts';
      sign(isMainThread ? -1 : 0);
      if (isMainThread) new Worker(__filename);`;
    const [entry, bundle] = [path.join(folder, 'main.ts'), path.join(folder, 'main.cjs')];
    writeFileSync(entry, main);
    writeFileSync(path.join(folder, 'sign.ts'), text);
    buildSync({
      entryPoints: [entry],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      sourcemap: 'linked',
      logLevel: 'silent',
    });
    execFileSync(process.execPath, [bundle], { env: { NODE_V8_COVERAGE: path.join(folder, 'runs') } });
    const branches = branchesOf('sign.ts', text);
    const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    const taken = readdirSync(path.join(folder, 'runs')).map((run) => {
      const recorded = JSON.parse(readFileSync(path.join(folder, 'runs', run), 'utf8'));
      const script = recorded.result.find(({ url }: { url: string }) => url.endsWith('main.cjs'));
      const { data } = recorded['source-map-cache'][script.url];
      const counts = countsOfBundle(script, readFileSync(bundle, 'utf8'), data, (source) =>
        source.endsWith('sign.ts') ? (line, column) => (lineStarts[line - 1] ?? 0) + column : undefined,
      );
      const countAt = [...counts.values()][0] ?? assert.fail('no counts');
      return branches.filter((branch) => isTaken(branch, countAt)).map(({ kind }) => kind);
    });
    assert.deepEqual(taken.sort(), [['if'], ['no else', 'no else', '||']]);
  });
});
