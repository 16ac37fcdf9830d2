/**
 * Runs the built suite of test/editor, or only the specified files, in the editor: its development server, opened in
 * headless Chromium.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from './chromium.mjs';
import { startDevelopmentServer } from './editor-server.mjs';
import { root } from './run.mjs';
import { sightOf, sights } from './sights.mjs';

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
  const sight = path.join(folder, 'sight.json');
  await mkdir(workspace);
  const server = await startDevelopmentServer({
    data: path.join(folder, 'server'),
    env: {
      PARTNER_LOGS_OUTPUT: output,
      PARTNER_LOGS_SIGHT: sight,
      PARTNER_LOGS_ONLY: files.map((file) => `${path.basename(file, '.ts')}.cjs`).join(),
    },
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const showing = every(300, growing(output));
  const looking = every(300, () => keepSight(page, sight));
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
    await looking.stop();
    await browser.close();
    await server.stop();
    await showing.stop();
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

/**
 * Returns a function that prints the text appended to a file since the last call.
 * @param {string} file
 */
function growing(file) {
  let shown = 0;
  return async () => {
    const text = await readFile(file, 'utf8').catch(() => '');
    process.stdout.write(text.slice(shown));
    shown = Math.max(shown, text.length);
  };
}

/**
 * Stores the visible page when the suite requests it by creating the file `sight`, which is then removed.
 * @param {import('playwright-core').Page} page @param {string} sight
 */
async function keepSight(page, sight) {
  if (!existsSync(sight)) return;
  const { file, title } = JSON.parse(await readFile(sight, 'utf8'));
  const target = sightOf(file, title);
  await mkdir(sights, { recursive: true });
  await page.screenshot({ path: `${target}.png`, timeout: 10_000 }).catch(() => {});
  const texts = page
    .frames()
    .map((frame) => frame.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String));
  await writeFile(`${target}.txt`, (await Promise.all(texts)).join('\n'));
  await rm(sight);
}

/**
 * Calls `work` repeatedly, and once more at the end.
 * @param {number} pause Milliseconds between calls. @param {() => Promise<void>} work
 */
function every(pause, work) {
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working.then(work);
  }, pause);
  return {
    stop: async () => {
      clearInterval(timer);
      await working.then(work);
    },
  };
}

try {
  process.exitCode = await runSuite(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
