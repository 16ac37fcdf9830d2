/** Measures the cost of starting inside the extension host, compared with the minimum for any extension. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../../scripts/run.mjs';
import { openEditor } from '../browser/host.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { until } from '../until.ts';
import { report } from './compare.ts';
import { packEmpty } from './hostExtensions.ts';
import type { Activation } from './timeActivations.ts';

const STARTS = 10;
const TITLES: Readonly<Record<string, string>> = {
  empty: 'an empty extension',
  'partner-logs': 'Partner Logs',
};
const names = Object.keys(TITLES);

describe('Activation', () => {
  let folder: string;
  let editor: EditorWindow;
  let times: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-bench-'));
    times = path.join(folder, 'activations.ndjson');
    const preload = path.join(folder, 'timeActivations.cjs');
    await esbuild.build({
      entryPoints: [path.join(root, 'test/bench/timeActivations.ts')],
      bundle: true,
      platform: 'node',
      target: 'node22',
      format: 'cjs',
      outfile: preload,
    });
    editor = await openEditor({
      extensions: [await packEmpty()],
      env: { NODE_OPTIONS: `--require ${preload}`, PARTNER_LOGS_BENCH_ACTIVATIONS: times },
    });
  });

  after(async () => {
    await editor?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('without a connection', async () => {
    await editor.reload();
    print('Without a connection', await startOften());
  });

  it('with a pinned domain', async () => {
    await editor.command('Explore Sample Data');
    await editor.tree('Domains').row('shop.example').waitFor();
    await editor.statusBarItem('partnerLogs.attackers').waitFor();
    await editor.command('Focus on Files Explorer', 'File');
    print('With a connection, a pinned domain and the views out of sight', await startOften());
  });

  /** Restarts the window repeatedly and returns the measurements of the last starts. */
  async function startOften(): Promise<readonly Activation[]> {
    const done = (await activations()).length;
    for (let start = 1; start <= STARTS; start++) {
      await editor.reload();
      await until('activations', async () => (await activations()).length >= done + start * names.length);
    }
    return (await activations()).slice(done);
  }

  async function activations(): Promise<Activation[]> {
    const text = await readFile(times, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  function print(title: string, measured: readonly Activation[]): void {
    for (const [what, part] of [
      ['loading the code', 'load'],
      ['activate()', 'activate'],
    ] as const) {
      const times = Object.entries(TITLES).map(([name, each]) => [
        each,
        measured.filter((one) => one.name === name).map((one) => one[part]),
      ]);
      report(`${title}: ${what}`, Object.fromEntries(times));
    }
  }
});
