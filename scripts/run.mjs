/** Project folders and child processes, for the other scripts in this folder. Runs on plain Node 20.19. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const windows = process.platform === 'win32';

/** The project's folder. */
export const root = path.dirname(import.meta.dirname);

/** Downloads, profiles, and screenshots. Ignored by git and safe to delete. */
export const cache = path.join(root, '.cache');

/** The pages that failed tests showed, as images and as text. Emptied on each run of `npm test`. */
export const screenshots = path.join(cache, 'screenshots/failed');

/** Node 24, from the npm package `node`. This is the version that runs extensions in the editor. */
export const node24 = path.join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

/** The environment for tools, with Node 24 and the project's tools first on PATH. */
export const toolEnvironment = {
  ...process.env,
  PATH: [path.dirname(node24), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
    path.delimiter,
  ),
};

/**
 * Runs a command until it ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, timeout?: number }} [options] `show`: prints the
 * output as it arrives; otherwise, it is collected. `timeout`: milliseconds after which the command is ended.
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} The exit code (1 if ended by a signal) and
 * the collected output. Rejects if the command cannot be started.
 */
export function run(command, args, { cwd = root, env = process.env, show = false, timeout } = {}) {
  return new Promise((resolve, reject) => {
    // Windows starts npm and other `.cmd` files only through its shell, which splits arguments at spaces.
    const shell = windows && !path.isAbsolute(command);
    const child = spawn(command, shell ? args.map((argument) => `"${argument}"`) : args, {
      cwd,
      env,
      shell,
      timeout,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? 1, output, timedOut: signal === 'SIGTERM' }));
  });
}

/**
 * Runs a command that must succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 * @returns {Promise<string>} Its output. Rejects with the output if the exit code is not 0.
 */
export async function must(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with code ${code}.\n${output.trim()}`);
  }
  return output;
}

/**
 * Returns the files in a folder and its subfolders, sorted.
 * @param {string} folder Relative to the project's folder, as are the returned paths.
 * @param {string} [end] The end of their names.
 */
export function filesIn(folder, end = '.ts') {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .sort();
}

/**
 * Returns the first of these programs found on PATH.
 * @param {readonly string[]} names
 * @returns {string | undefined} Its absolute path.
 */
export function findProgram(names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const suffixes = windows ? ['.exe', '.cmd'] : [''];
  return names
    .flatMap((name) => folders.flatMap((folder) => suffixes.map((end) => path.join(folder, name + end))))
    .find(isExecutable);
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
