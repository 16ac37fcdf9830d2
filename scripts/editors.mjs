/** The editors used by tests and `npm start`: VS Code's server, from the npm package code-server. */
import path from 'node:path';
import process from 'node:process';
import { cache, node24 } from './run.mjs';

/**
 * @typedef {object} Editor
 * @property {string} version The version of code-server; VS Code's own version has 1 in place of the leading 4.
 * @property {string} folder The folder it is installed in.
 * @property {string} node The program that runs it and its extensions.
 * @property {string} [nodeVersion] Set if that is not the project's Node 24 but a version installed with the editor.
 * @property {Readonly<Record<string, readonly string[]>>} nativeModules The modules to build for its Node, by folder.
 */

/** @param {string} version */
const folderOf = (version) => path.join(cache, `editor-${version}`);

/** @type {Readonly<Record<'newest' | 'oldest', Editor>>} */
export const editors = {
  newest: {
    version: '4.139.1',
    folder: folderOf('4.139.1'),
    node: node24,
    // Without these, the extension host starts no extensions.
    nativeModules: { 'lib/vscode': ['@vscode/spdlog', '@vscode/native-watchdog'] },
  },
  /** The oldest version that `engines.vscode` in package.json allows, with its own Node. */
  oldest: {
    version: '4.100.3',
    folder: folderOf('4.100.3'),
    node: path.join(folderOf('4.100.3'), 'node/bin/node'),
    nodeVersion: '20.20.2',
    nativeModules: { '.': ['argon2'], 'lib/vscode': ['@vscode/spdlog', 'native-watchdog'] },
  },
};

/** The editor of this process: the one specified by `PARTNER_LOGS_EDITOR`, or else the newest. */
export const editor = editors[process.env['PARTNER_LOGS_EDITOR'] === 'oldest' ? 'oldest' : 'newest'];
