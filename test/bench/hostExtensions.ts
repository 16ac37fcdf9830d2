/**
 * Packs the extensions used for comparisons: an empty one, and one that takes measurements inside the extension host.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { must, root, toolEnvironment } from '../../scripts/run.mjs';

interface Contents {
  readonly code: string;
  readonly commands?: readonly { readonly command: string; readonly title: string }[];
}

/** @returns the `.vsix` of an extension that does nothing and is activated at the same time as Partner Logs */
export function packEmpty(folder: string): Promise<string> {
  return pack(folder, 'empty', { code: 'exports.activate = () => {};' });
}

/** @returns the `.vsix` of an extension that only loads the editor's API */
export function packApi(folder: string): Promise<string> {
  return pack(folder, 'api', { code: "require('vscode'); exports.activate = () => {};" });
}

/** @returns the `.vsix` of host/measure.ts */
export async function packMeasure(folder: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(root, 'test/bench/host/measure.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    write: false,
  });
  const commands = [
    { command: 'partnerLogsBench.emptyWebview', title: 'Bench: Empty Webview' },
    { command: 'partnerLogsBench.requests', title: 'Bench: Requests' },
    { command: 'partnerLogsBench.exports', title: 'Bench: Exports' },
  ];
  return pack(folder, 'measure', { code: outputFiles[0]?.text ?? '', commands });
}

async function pack(parent: string, name: string, { code, commands = [] }: Contents): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder);
  const manifest = {
    name,
    displayName: `Bench ${name}`,
    version: '1.0.0',
    publisher: 'partner-logs-bench',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
    contributes: { commands },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), code);
  const file = path.join(parent, `${name}.vsix`);
  const quiet = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await must('vsce', ['package', ...quiet, '--out', file], { cwd: folder, env: toolEnvironment });
  return file;
}
