/**
 * Packs the extension into its .vsix, producing identical bytes for the same commit, and rejects a file that is too
 * large.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { must, root, run, toolEnvironment } from './run.mjs';

/** Maximum size, in bytes, of the package. */
export const limit = 430_000;

/** Maximum size, in bytes, of the code that the editor loads at activation. */
export const activationLimit = 32_000;

const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
const { name, version } = JSON.parse(manifest);

/** The path of the packed extension. */
export const vsix = path.join(root, `${name}-${version}.vsix`);

/** Builds for production and packs. Rejects with the reason if this fails or the file exceeds the limit. */
export async function packExtension() {
  // The time of all files in the package, in seconds since 1970; outside a clone, 2000-01-01.
  const time = await must('git', ['log', '-1', '--format=%ct']).catch(() => '946684800');
  const files = ['--out', vsix, '--readme-path', 'dist/README.md'];
  const { code } = await run(
    'vsce',
    ['package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', ...files],
    { env: { ...toolEnvironment, SOURCE_DATE_EPOCH: time.trim() }, show: true },
  );
  if (code !== 0) throw new Error('The extension could not be packed; see above.');
  const lacking = await missingFiles();
  if (lacking.length > 0)
    throw new Error(`.vscodeignore excludes files that package.json names: ${lacking.join(', ')}.`);
  const { size } = statSync(vsix);
  const kilobytes = (/** @type {number} */ bytes) => `${Math.ceil(bytes / 1000)} KB`;
  console.log(`${path.basename(vsix)}: ${kilobytes(size)} of at most ${kilobytes(limit)}`);
  if (size > limit)
    throw new Error(
      'The package is too large: see the files that "vsce ls" lists, and the contents of the bundles.',
    );
  const activation = statSync(path.join(root, 'dist/extension.cjs')).size;
  console.log(`dist/extension.cjs: ${kilobytes(activation)} of at most ${kilobytes(activationLimit)}`);
  if (activation > activationLimit)
    throw new Error('The activation bundle is too large: load what can wait with a dynamic import.');
}

/** @returns {Promise<string[]>} The files that package.json refers to but that are not in the package. */
async function missingFiles() {
  const packed = new Set(
    (await must('vsce', ['ls', '--no-dependencies'], { env: toolEnvironment })).split(/\r?\n/),
  );
  const named = [...manifest.matchAll(/": "(?:\.\/)?((?:dist|media|syntaxes)\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  return named.filter((file) => !packed.has(file));
}

if (import.meta.filename === process.argv[1]) {
  await packExtension().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
