/**
 * Installs missing dependencies of the project's commands. Safe to run again; a second run takes well under a second.
 */
import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { installChromium } from './chromium.mjs';
import { installEditor } from './editor-install.mjs';
import { editors } from './editors.mjs';
import { must, node24, root, run } from './run.mjs';
import { installPrograms } from './system-packages.mjs';

/** The shells that unit tests paste commands into. dash and bash are always installed. */
const shellPrograms = ['busybox', 'zsh', 'python3'];

/** @param {string} line */
const say = (line) => console.log(`[setup] ${line}`);

/** @typedef {'editor' | 'oldest' | 'chromium' | 'shells'} Need */

/**
 * Installs a program, if it is missing, and returns the problem and its solution if that is not possible.
 * @type {Readonly<Record<Need, () => Promise<string | undefined>>>}
 */
const installers = {
  editor: () => installEditor(editors.newest, say),
  oldest: () => installEditor(editors.oldest, say),
  chromium: () => installChromium(say),
  shells: async () => {
    const missing = await installPrograms(shellPrograms, say);
    if (missing.length > 0) say(`Tests with these shells are skipped: ${missing.join(', ')}.`);
    return undefined;
  },
};

/**
 * @param {readonly Need[]} needs The programs required in addition to the npm packages.
 * @returns {Promise<Partial<Record<Need, string | undefined>>>} The problem and its solution for each program that could
 * not be installed. Rejects if the npm packages cannot be installed, because nothing works without them.
 */
export async function setUp(needs) {
  await installDependencies();
  /** @type {Partial<Record<Need, string | undefined>>} */
  const missing = {};
  for (const need of new Set(needs)) missing[need] = await installers[need]();
  return missing;
}

/**
 * Runs `npm ci` if `node_modules` is missing or older than the lock file, and ensures that Node 24 is installed. If
 * `node_modules` is a link, as in a work tree, it is left alone, because npm would empty the folder that contains the
 * packages.
 */
async function installDependencies() {
  const folder = path.join(root, 'node_modules');
  const installed = path.join(folder, '.package-lock.json');
  const modified = (/** @type {string} */ file) => statSync(file).mtimeMs;
  const isCurrent =
    existsSync(installed) && modified(installed) >= modified(path.join(root, 'package-lock.json'));
  if (!isCurrent && !lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    say('Installing the npm packages of package-lock.json …');
    await must('npm', ['ci', '--no-audit', '--no-fund']);
  }
  if (await hasNode24()) return;
  say('Installing Node 24, which the editor runs extensions on …');
  // Its install script, which downloads the program, might be disabled in the user's npm configuration.
  await must('npm', ['rebuild', 'node', '--ignore-scripts=false']);
  if (!(await hasNode24()))
    throw new Error(
      'Node 24 is missing from node_modules. Delete node_modules, allow npm to run install scripts, and run npm ci.',
    );
}

async function hasNode24() {
  return existsSync(node24) && (await run(node24, ['--version'])).output.startsWith('v24.');
}
