/** Installs the npm packages in the lock file, including Node 24. */
import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { must, node24, root, run } from './run.mjs';

const wantedMajor = 24;

/**
 * Runs `npm ci` if `node_modules` is missing or older than the lock file, and ensures that Node 24 is installed. If
 * `node_modules` is a link, as in a work tree, it is left alone, because npm would empty the folder that contains the
 * packages.
 * @param {(line: string) => void} say
 */
export async function installDependencies(say) {
  const installed = path.join(root, 'node_modules/.package-lock.json');
  const linked = lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink();
  if (
    !linked &&
    (!existsSync(installed) || modified(installed) < modified(path.join(root, 'package-lock.json')))
  ) {
    say('Installing the npm packages of package-lock.json …');
    await must('npm', ['ci', '--no-audit', '--no-fund']);
  }
  if (await hasNode24()) return;
  say(`Installing Node ${wantedMajor}, which the editor runs extensions on …`);
  // Its install script, which downloads the program, might be disabled in the user's npm configuration.
  await must('npm', ['rebuild', 'node', '--ignore-scripts=false']);
  if (await hasNode24()) return;
  throw new Error(
    `Node ${wantedMajor} is missing from node_modules. Delete node_modules, allow npm to run install scripts, and run npm ci.`,
  );
}

/** @param {string} file */
const modified = (file) => statSync(file).mtimeMs;

async function hasNode24() {
  if (!existsSync(node24)) return false;
  const { code, output } = await run(node24, ['--version']);
  return code === 0 && output.startsWith(`v${wantedMajor}.`);
}
