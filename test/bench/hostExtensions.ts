/** Packs the extensions used for comparisons, and times clicks. */
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { must, toolEnvironment } from '../../scripts/run.mjs';

interface Contents {
  readonly code: string;
  /** Its part of the manifest, if any. */
  readonly contributes?: object;
}

/** @returns the `.vsix` of an extension that does nothing and is activated at the same time as Partner Logs */
export function packEmpty(): Promise<string> {
  return pack('empty', { code: 'exports.activate = () => {};' });
}

/** @returns the `.vsix` of an extension whose view `Bench` has a row, with an icon, that opens an empty webview */
export function packWebview(): Promise<string> {
  const code = `const { commands, TreeItem, window } = require('vscode');
exports.activate = () => {
  commands.registerCommand('partnerLogsBench.open', () => {
    const panel = window.createWebviewPanel('partnerLogsBench.empty', 'Empty', 1, { enableScripts: true });
    panel.webview.html = '<!doctype html><p>painted</p>';
  });
  window.registerTreeDataProvider('partnerLogsBench.rows', {
    getChildren: (row) => (row ? [] : ['Empty Webview']),
    getTreeItem: (row) => Object.assign(new TreeItem(row), { command: { command: 'partnerLogsBench.open', title: row } }),
  });
};`;
  const contributes = {
    views: { partnerLogs: [{ id: 'partnerLogsBench.rows', name: 'Bench' }] },
    commands: [{ command: 'partnerLogsBench.open', title: 'Open Empty Webview', icon: '$(table)' }],
    menus: {
      'view/item/context': [
        { command: 'partnerLogsBench.open', when: 'view == partnerLogsBench.rows', group: 'inline' },
      ],
    },
  };
  return pack('webview', { code, contributes });
}

/** Clicks where the pointer is, and returns the milliseconds until a panel has painted an element. */
export async function timeClick(page: Page, selector: string): Promise<number> {
  await page.evaluate(`void (globalThis.painted = new Promise((resolve) => {
    let start;
    addEventListener('mousedown', () => { start = performance.now(); }, { capture: true, once: true });
    const look = () => {
      const panel = document.querySelector('iframe.webview.ready')?.contentDocument?.getElementById('active-frame');
      if (start === undefined || !panel?.contentDocument?.querySelector('${selector}')) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    };
    look();
  }))`);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate<number>('globalThis.painted');
}

async function pack(name: string, { code, contributes = {} }: Contents): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const manifest = {
    name,
    displayName: `Bench ${name}`,
    version: '1.0.0',
    publisher: 'partner-logs-bench',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
    contributes,
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), code);
  const file = path.join(folder, `${name}.vsix`);
  const quiet = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await must('vsce', ['package', ...quiet, '--out', file], { cwd: folder, env: toolEnvironment });
  return file;
}
