/** Starts this process's editor as a server on 127.0.0.1, in either of two forms. Runs on plain Node 20.19. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { editor } from './editors.mjs';
import { must, toolEnvironment } from './run.mjs';

/**
 * @typedef {object} EditorServer
 * @property {string} url Its origin, with the port that the system assigned.
 * @property {() => Promise<void>} stop Stops it and the extension hosts it started.
 * @property {Promise<never>} died Rejects with its last output if it ends without having been stopped.
 */

/** Settings that hide everything except the extension and prevent network access. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.restoreWindows': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * Starts the server for a developer's window. It loads an extension from its folder and runs a test suite inside the
 * extension host, both specified in the page's address. It shows no notification toasts.
 * @param {{ data: string, env?: NodeJS.ProcessEnv }} options `data`: folder of its profile.
 * @returns {Promise<EditorServer>}
 */
export function startDevelopmentServer({ data, env = {} }) {
  const address = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  const quiet = ['--accept-server-license-terms', '--disable-telemetry', '--disable-workspace-trust'];
  const script = path.join(editor.folder, 'lib/vscode/out/server-main.js');
  return start(script, [...address, '--server-data-dir', data, ...quiet, '--enable-smoke-test-driver'], {
    env,
    ready: /Extension host agent listening on (\d+)/,
  });
}

/**
 * Starts the server for a user's window, with an extension installed from its .vsix. It keeps secrets across reloads.
 * @param {{ data: string, vsix: string | readonly string[], env?: NodeJS.ProcessEnv }} options `data`:
 * folder of its profile, with its settings in `User/settings.json`.
 * @returns {Promise<EditorServer>}
 */
export async function startPackagedServer({ data, vsix, env = {} }) {
  const entry = path.join(editor.folder, 'out/node/entry.js');
  await mkdir(data, { recursive: true });
  // Its own configuration file. Otherwise, it would write to the user's home folder.
  const config = path.join(data, 'config.yaml');
  await writeFile(config, 'auth: none\n');
  const extensions = path.join(data, 'extensions');
  const folders = ['--config', config, '--user-data-dir', data, '--extensions-dir', extensions];
  const installing = [vsix].flat().flatMap((file) => ['--install-extension', file]);
  await must(editor.node, [entry, ...folders, ...installing, '--force'], { env: environment(env) });
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
  const address = ['--auth', 'none', '--bind-addr', '127.0.0.1:0'];
  return start(entry, [...folders, ...address, ...quiet, '--disable-getting-started-override'], {
    env,
    ready: /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/,
  });
}

/** Ends this process in a way that runs its exit handlers, which stop the servers it started. */
const exit = () => process.exit(1);

/** @param {NodeJS.ProcessEnv} added */
function environment(added) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...toolEnvironment, ...added };
  // With the variables of an editor's terminal, the server would talk to that editor instead of starting.
  for (const name of Object.keys(env)) {
    if (/^(VSCODE_|CODE_SERVER_|ELECTRON_)|^(PORT|PASSWORD|HASHED_PASSWORD)$/.test(name)) delete env[name];
  }
  return env;
}

/**
 * @param {string} script @param {string[]} args @param {{ env: NodeJS.ProcessEnv, ready: RegExp }} options
 * @returns {Promise<EditorServer>}
 */
async function start(script, args, { env, ready }) {
  // Runs in a separate process group, so that stopping it also stops the extension hosts.
  const child = spawn(editor.node, [script, ...args], {
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It has already ended.
    }
  };
  const killAtExit = () => kill('SIGKILL');
  process.on('exit', killAtExit);
  process.once('SIGTERM', exit).once('SIGHUP', exit);
  let stopping = false;
  let output = '';
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => child.on('close', () => resolve()));
  /** @type {Promise<never>} */
  const never = new Promise(() => {});
  const died = closed.then(() => {
    process.off('exit', killAtExit);
    if (stopping) return never;
    throw new Error(`The editor's server exited unexpectedly.\n${output.slice(-2000)}`);
  });
  died.catch(() => {});
  /** @type {Promise<string>} */
  const port = new Promise((resolve, reject) => {
    child.on('error', reject);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-100_000);
        const found = ready.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
  });
  const url = `http://127.0.0.1:${await Promise.race([port, died])}`;
  return {
    url,
    died,
    stop: async () => {
      stopping = true;
      kill('SIGTERM');
      const hard = setTimeout(killAtExit, 5_000);
      await closed;
      clearTimeout(hard);
      killAtExit();
    },
  };
}
