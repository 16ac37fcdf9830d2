/** Runs the built suite of test/editor inside the editor: its development server, shown in headless Chromium. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from './chromium.mjs';
import { startDevelopmentServer } from './editor-server.mjs';
import { root } from './run.mjs';

const suite = path.join(root, 'dist/test/index.cjs');

/** @returns {Promise<number>} 0 when all tests passed. Rejects when the suite could not be run to its end. */
async function runSuite() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(`No Chromium: ${chromiumAdvice}.`);
  if (!existsSync(suite)) throw new Error('The suite is not built: run "node esbuild.js --tests".');
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-suite-'));
  const workspace = path.join(folder, 'workspace');
  const output = path.join(folder, 'output.txt');
  await mkdir(workspace);
  const server = await startDevelopmentServer({
    data: path.join(folder, 'server'),
    env: { PARTNER_LOGS_OUTPUT: output },
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const showing = showGrowing(output);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    /** @type {Promise<number>} */
    const ended = new Promise((resolve, reject) => {
      page.on('crash', () => reject(new Error("The editor's page crashed.")));
      // The editor calls this when the suite has ended.
      page.exposeFunction('codeAutomationExit', resolve).catch(reject);
    });
    await page.goto(`${server.url}/?folder=${encodeURIComponent(workspace)}&payload=${payload(server.url)}`);
    return await Promise.race([ended, server.died]);
  } finally {
    await browser.close();
    await server.stop();
    await showing.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What tells the editor to load the extension from its folder and to run the suite.
 * @param {string} url
 */
function payload(url) {
  const remote = `vscode-remote://${new URL(url).host}`;
  const paths = { extensionDevelopmentPath: remote + root, extensionTestsPath: remote + suite };
  return encodeURIComponent(JSON.stringify(Object.entries(paths)));
}

/**
 * Prints what is appended to a file, as it comes.
 * @param {string} file
 */
function showGrowing(file) {
  let shown = 0;
  const show = async () => {
    const text = await readFile(file, 'utf8').catch(() => '');
    process.stdout.write(text.slice(shown));
    shown = Math.max(shown, text.length);
  };
  const timer = setInterval(show, 300);
  return {
    stop: async () => {
      clearInterval(timer);
      await show();
    },
  };
}

try {
  process.exitCode = await runSuite();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
