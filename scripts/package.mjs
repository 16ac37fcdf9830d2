/** Packs the extension into its .vsix and refuses one that has grown too large. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run, toolEnvironment } from './run.mjs';

const limit = 400_000;

const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Where the packed extension lies. */
export const vsix = path.join(root, `${name}-${version}.vsix`);

/** Builds for production and packs. Rejects with the reason when it cannot or when the file is above the limit. */
export async function packExtension() {
  const { code } = await run(
    'vsce',
    ['package', '--no-dependencies', '--allow-missing-repository', '--out', vsix],
    {
      env: toolEnvironment,
      show: true,
    },
  );
  if (code !== 0) throw new Error('The extension could not be packed; see above.');
  const { size } = statSync(vsix);
  const kilobytes = (/** @type {number} */ bytes) => `${Math.ceil(bytes / 1000)} KB`;
  console.log(`${path.basename(vsix)}: ${kilobytes(size)} of at most ${kilobytes(limit)}`);
  if (size > limit)
    throw new Error('The package is too large: see what "vsce ls" lists and what the bundles hold.');
}

if (import.meta.filename === process.argv[1]) {
  await packExtension().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
