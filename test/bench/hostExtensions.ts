/** Packs the extensions used for comparisons. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { must, toolEnvironment } from '../../scripts/run.mjs';

interface Contents {
  readonly code: string;
  readonly commands?: readonly { readonly command: string; readonly title: string }[];
}

/** @returns the `.vsix` of an extension that does nothing and is activated at the same time as Partner Logs */
export function packEmpty(folder: string): Promise<string> {
  return pack(folder, 'empty', { code: 'exports.activate = () => {};' });
}

/** @returns the `.vsix` of an extension with the command `Bench: Empty Webview` */
export function packWebview(folder: string): Promise<string> {
  const command = 'partnerLogsBench.emptyWebview';
  const code = `const { commands, window } = require('vscode');
exports.activate = () => commands.registerCommand('${command}', () => {
  window.createWebviewPanel('partnerLogsBench.empty', 'Empty', 1).webview.html = '<!doctype html><body>painted</body>';
});`;
  return pack(folder, 'webview', { code, commands: [{ command, title: 'Bench: Empty Webview' }] });
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
