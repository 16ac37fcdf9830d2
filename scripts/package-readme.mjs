/**
 * Writes the package's README, dist/README.md: the user section of README.md together with the user documentation,
 * without screenshots, which would take more space than the program. Links to files that exist only in the source are
 * replaced by their paths.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const included = ['docs/commands.md', 'docs/settings.md', 'docs/privacy.md'];
const [users = ''] = read('README.md').split('\n## Developing\n');
const text = [users, ...included.map((file) => read(file).replaceAll(/^#/gm, '##'))]
  .join('\n')
  .replaceAll(/^!\[.*\n\n?/gm, '')
  .replaceAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, (_, title, file) =>
    included.includes(file) ? `${title} (below)` : `${title} (${path.basename(file)} in the source)`,
  );
writeFileSync(path.join(root, 'dist/README.md'), text);
