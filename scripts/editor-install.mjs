/**
 * The editor that tests and `npm start` run: VS Code's server from the npm package code-server, so that a package registry is
 * all it takes. It lies in `.cache/editor-<version>`.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { cache, findProgram, must, node24, toolEnvironment } from './run.mjs';
import { aptInstall } from './system-packages.mjs';

const version = '4.139.1';

/** Where the editor lies once installed. */
export const editorFolder = path.join(cache, `editor-${version}`);

/** The editor's own server inside it. */
export const serverFolder = path.join(editorFolder, 'lib/vscode');

/** Without these the extension host starts no extension. */
const nativeModules = ['@vscode/spdlog', '@vscode/native-watchdog'];

const compilers = ['python3', 'make', 'g++'];

/**
 * Installs the editor where it is missing: about a minute and 600 MB.
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} What stands in the way and what to do, or undefined when it is there.
 */
export async function installEditor(say) {
  if (existsSync(editorFolder)) return undefined;
  if (process.platform === 'win32')
    return 'the editor server cannot be built on Windows: use the desktop editor';
  const missing = compilers.filter((name) => !findProgram([name]));
  if (missing.length > 0) {
    say(`Installing ${missing.join(', ')} …`);
    await aptInstall(missing);
    const still = compilers.filter((name) => !findProgram([name]));
    if (still.length > 0) {
      return `install ${still.join(', ')} (Debian, Ubuntu: apt-get install ${still.join(' ')})`;
    }
  }
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, 'installing-'));
  try {
    await assemble(work, say);
    await rename(path.join(work, 'package'), editorFolder);
  } catch (error) {
    // Another run may have been first: what it made is as good.
    if (!existsSync(editorFolder)) return `the editor could not be installed: ${error}`;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return undefined;
}

/**
 * @param {string} work An empty folder; the editor comes to be in `package` inside it.
 * @param {(line: string) => void} say
 */
async function assemble(work, say) {
  say(`Downloading the editor (code-server ${version}) …`);
  await unpack(work, `code-server@${version}`, 'package');
  const outer = path.join(work, 'package');
  const server = path.join(outer, 'lib/vscode');
  say('Installing its npm packages …');
  for (const cwd of [outer, server]) {
    await must('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  }
  say(`Building ${nativeModules.join(' and ')} for Node 24 …`);
  const headers = path.join(work, 'headers');
  await mkdir(headers);
  await unpack(headers, await nodePackage(), 'package/include');
  const nodeFolder = path.join(headers, 'package');
  await must('npm', ['rebuild', '--ignore-scripts=false', ...nativeModules], {
    cwd: server,
    env: {
      ...toolEnvironment,
      // Two names of one setting, for older and newer versions of npm.
      npm_config_nodedir: nodeFolder,
      npm_package_config_node_gyp_nodedir: nodeFolder,
      // From npm 12 on, install scripts run only where allowed; here they are those of the modules named.
      npm_config_dangerously_allow_all_scripts: 'true',
    },
  });
  for (const name of nativeModules) await must(node24, ['-e', `require('${name}')`], { cwd: server });
}

/**
 * Downloads an npm package and unpacks one folder of it, without installing anything.
 * @param {string} folder @param {string} specifier @param {string} member
 */
async function unpack(folder, specifier, member) {
  const output = await must('npm', ['pack', specifier, '--silent', '--pack-destination', folder], {
    cwd: folder,
  });
  const file = output.trim().split('\n').at(-1) ?? '';
  await must('tar', ['-xzf', file, member], { cwd: folder });
  await rm(path.join(folder, file));
}

/** The npm package of this machine's Node 24, which has the headers that native modules are built with. */
async function nodePackage() {
  const name = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const exact = (await must(node24, ['--version'])).trim().slice(1);
  return `${name}-${process.platform}-${process.arch}@${exact}`;
}
