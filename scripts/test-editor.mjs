/**
 * Runs the built suite of test/editor, or only the specified files, in the editor: its development server, opened in
 * headless Chromium.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from './chromium.mjs';
import { startDevelopmentServer } from './editor-server.mjs';
import { root } from './run.mjs';

const suite = path.join(root, 'dist/test/index.cjs');

/**
 * @param {readonly string[]} files Test files; all if empty.
 * @returns {Promise<number>} 0 if all tests passed. Rejects if the suite could not be run to completion.
 */
async function runSuite(files) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(`No Chromium: ${chromiumAdvice}.`);
  if (!existsSync(suite)) throw new Error('The suite is not built: run "node esbuild.js --tests".');
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-suite-'));
  const workspace = path.join(folder, 'workspace');
  const output = path.join(folder, 'output.txt');
  mkdirSync(workspace);
  writeFileSync(output, '');
  let shown = 0;
  const show = () => {
    const text = readFileSync(output, 'utf8');
    process.stdout.write(text.slice(shown));
    shown = text.length;
  };
  const showing = setInterval(show, 300);
  const server = await startDevelopmentServer({
    data: path.join(folder, 'server'),
    env: {
      PARTNER_LOGS_OUTPUT: output,
      PARTNER_LOGS_ONLY: files.map((file) => `${path.basename(file, '.ts')}.cjs`).join(),
    },
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    /** @type {Promise<number>} */
    const ended = new Promise((resolve, reject) => {
      page.on('crash', () => reject(new Error("The editor's page crashed.")));
      // The editor calls this when the suite has ended.
      page.exposeFunction('codeAutomationExit', resolve).catch(reject);
    });
    await page.goto(`${server.url}/?folder=${encodeURIComponent(workspace)}&payload=${payload(server.url)}`, {
      timeout: 180_000,
    });
    return await Promise.race([ended, server.died]);
  } finally {
    await browser.close();
    await server.stop();
    clearInterval(showing);
    show();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the payload that makes the editor load the extension from its folder and run the suite.
 * @param {string} url
 */
function payload(url) {
  const remote = `vscode-remote://${new URL(url).host}`;
  const settings = {
    extensionDevelopmentPath: remote + root,
    extensionTestsPath: remote + suite,
    // Otherwise, the welcome page would open at some point while the tests run.
    skipWelcome: 'true',
  };
  return encodeURIComponent(JSON.stringify(Object.entries(settings)));
}

process.exitCode = await runSuite(process.argv.slice(2));
