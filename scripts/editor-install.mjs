/** Installs the editors in editors.mjs into `.cache`, using only a package registry. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { cache, must, node24, toolEnvironment } from './run.mjs';
import { installPrograms } from './system-packages.mjs';

/** @typedef {import('./editors.mjs').Editor} Editor */

/**
 * Installs an editor if it is missing, which takes about a minute and 600 MB.
 * @param {Editor} editor
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} The problem and its solution, or undefined if the editor is installed.
 */
export async function installEditor(editor, say) {
  if (existsSync(editor.folder)) return undefined;
  if (process.platform === 'win32')
    return 'no editor: its server cannot be built on Windows: use the desktop editor';
  const missing = await installPrograms(['python3', 'make', 'g++'], say);
  if (missing.length > 0)
    return `no editor: install ${missing.join(', ')} (Debian, Ubuntu: apt-get install ${missing.join(' ')})`;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, 'installing-'));
  try {
    await assemble(editor, work, say);
    await rename(path.join(work, 'package'), editor.folder);
  } catch (error) {
    // Another run might have been faster; its result is just as good.
    if (!existsSync(editor.folder)) return `no editor: ${error}`;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return undefined;
}

/**
 * @param {Editor} editor
 * @param {string} work An empty folder; the editor is placed in its `package` folder.
 * @param {(line: string) => void} say
 */
async function assemble(editor, work, say) {
  say(`Downloading the editor (code-server ${editor.version}, 600 MB installed) …`);
  await unpack(work, `code-server@${editor.version}`, 'package');
  const outer = path.join(work, 'package');
  say('Installing its npm packages …');
  for (const cwd of [outer, path.join(outer, 'lib/vscode')]) {
    await must('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  }
  const node = await unpackNode(editor, work);
  for (const [folder, names] of Object.entries(editor.nativeModules)) {
    say(
      `Building ${names.join(' and ')} for ${editor.nodeVersion ? `Node ${editor.nodeVersion}` : 'Node 24'} …`,
    );
    const cwd = path.join(outer, folder);
    await must('npm', ['rebuild', '--ignore-scripts=false', ...names], {
      cwd,
      env: {
        ...toolEnvironment,
        PATH: [path.dirname(node.program), toolEnvironment.PATH].join(path.delimiter),
        // Two names for one setting, for older and newer versions of npm.
        npm_config_nodedir: node.headers,
        npm_package_config_node_gyp_nodedir: node.headers,
        // Since npm 12, install scripts run only if allowed. The only ones here belong to the specified modules.
        npm_config_dangerously_allow_all_scripts: 'true',
      },
    });
    for (const name of names) await must(node.program, ['-e', `require('${name}')`], { cwd });
  }
}

/**
 * Unpacks the Node that runs an editor, and the headers for building native modules. Both are in the npm package of
 * Node for this computer. If it is not the project's Node, it is stored with the editor.
 * @param {Editor} editor @param {string} work
 */
async function unpackNode(editor, work) {
  if (editor.nodeVersion) {
    const folder = path.join(work, 'package/node');
    await unpack(work, nodePackage(editor.nodeVersion), 'package', folder);
    return { program: path.join(folder, 'bin/node'), headers: folder };
  }
  const exact = (await must(node24, ['--version'])).trim().slice(1);
  const headers = path.join(work, 'headers');
  await unpack(work, nodePackage(exact), 'package/include', headers);
  return { program: node24, headers };
}

/**
 * Downloads an npm package and unpacks one of its folders, without installing anything.
 * @param {string} work @param {string} specifier @param {string} member
 * @param {string} [target] The folder to create in place of `package`; defaults to `package` in `work`.
 */
async function unpack(work, specifier, member, target = path.join(work, 'package')) {
  const output = await must('npm', ['pack', specifier, '--silent', '--pack-destination', work], {
    cwd: work,
  });
  const file = output.trim().split('\n').at(-1) ?? '';
  await mkdir(target, { recursive: true });
  await must('tar', ['-xzf', file, '-C', target, '--strip-components=1', member], { cwd: work });
  await rm(path.join(work, file));
}

/** @param {string} version @returns The npm package that contains this version of Node for this computer. */
function nodePackage(version) {
  const name = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${name}-${process.platform}-${process.arch}@${version}`;
}
