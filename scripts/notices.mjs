/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md, which contains the licenses of the npm packages whose code or font
 * is in the bundles. With `--check`, only compares it, and fails if the file is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { builds } from '../esbuild.js';
import { root } from './run.mjs';

const file = path.join(root, 'THIRD-PARTY-NOTICES.md');

const introduction = `# Third-party notices

Partner Logs itself is under the MIT licence (LICENSE). Its package holds parts of the following software, each under the
licence given with it. Of the icon font of @vscode/codicons it holds the icons in use only. This file is written by
\`npm run notices\`.
`;

/** @returns {Promise<string[]>} The names of the packages that have code in a bundle. */
export async function bundledPackages() {
  const names = new Set();
  for (const options of builds) {
    const { metafile } = await esbuild.build({ ...options, metafile: true, write: false, logLevel: 'error' });
    for (const { inputs } of Object.values(metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
        if (name && bytesInOutput > 0) names.add(name);
      }
    }
  }
  return [...names].sort();
}

/** @param {string} name */
function notice(name) {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|notice)/i.test(entry))
    .sort()
    .map((entry) => readFileSync(path.join(folder, entry), 'utf8').replaceAll('\r\n', '\n').trim());
  const body =
    texts.length > 0
      ? texts.map((text) => `\`\`\`text\n${text}\n\`\`\``).join('\n\n')
      : `Licence: ${license}`;
  return `## ${name} ${version}\n\n${body}\n`;
}

const text = [introduction, ...(await bundledPackages()).map(notice)].join('\n');
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('THIRD-PARTY-NOTICES.md is out of date: run "npm run notices" and commit it.');
  process.exitCode = 1;
}
