/**
 * `npm start`: installs missing dependencies, builds, and opens the extension with its sample service in an editor: the
 * desktop one if the command `code` exists, and otherwise one in the browser. `npm start -- --host browser` (or
 * `desktop`) selects one.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { quietSettings, startPackagedServer } from './editor-server.mjs';
import { packExtension, vsix } from './package.mjs';
import { cache, findProgram, must, node24, root } from './run.mjs';
import { setUp } from './setup.mjs';

/** Makes the extension open its sample data as soon as it starts. */
const sample = { PARTNER_LOGS_SAMPLE: '1' };

try {
  const { values } = parseArgs({ options: { host: { type: 'string' } } });
  const host = values.host ?? (hasDesktop() ? 'desktop' : 'browser');
  if (host === 'desktop') await startDesktop();
  else if (host === 'browser') await startBrowser();
  else throw new Error(`--host is desktop or browser, not ${host}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Returns true if `code` opens a desktop window, which it does not in a terminal of a remote window. */
function hasDesktop() {
  const { DISPLAY, WAYLAND_DISPLAY, VSCODE_IPC_HOOK_CLI } = process.env;
  const screen = process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY;
  return Boolean(screen) && !VSCODE_IPC_HOOK_CLI && findProgram(['code']) !== undefined;
}

async function startDesktop() {
  await setUp([]);
  await must(node24, ['esbuild.js'], { show: true });
  const profile = path.join(cache, 'start-desktop');
  await writeSettings(profile);
  const folders = ['--user-data-dir', profile, '--extensions-dir', path.join(profile, 'extensions')];
  await must('code', ['--new-window', `--extensionDevelopmentPath=${root}`, ...folders], {
    env: { ...process.env, ...sample },
    show: true,
  });
  console.log('\nThe desktop editor is opening with sample data. Close its window to end.');
}

async function startBrowser() {
  const missing = await setUp(['editor']);
  if (missing.editor) throw new Error(`Cannot start: ${missing.editor}.`);
  const data = path.join(cache, 'start-browser');
  await rm(path.join(data, 'extensions'), { recursive: true, force: true });
  await writeSettings(data);
  await packExtension();
  const server = await startPackagedServer({ data, vsix, env: sample });
  process.once('SIGINT', async () => {
    console.log('\nStopping.');
    await server.stop();
    process.exit(0);
  });
  console.log('\nThe editor is running with sample data. Ctrl-C stops it.');
  console.log(`Open ${server.url}/ in a browser.`);
  await server.died;
}

/** @param {string} profile Existing settings are kept as the user left them. */
async function writeSettings(profile) {
  const file = path.join(profile, 'User/settings.json');
  if (existsSync(file)) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(quietSettings, undefined, 2)}\n`);
}
