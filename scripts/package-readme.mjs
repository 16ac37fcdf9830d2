/**
 * Writes the README of the package, dist/README.md: the users' part of README.md, without the screenshots, which would weigh
 * more than the program, and with the paths of files that only the source has instead of links to them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const [users = ''] = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n## Developing\n');
const text = users
  .replaceAll(/^!\[.*\n\n?/gm, '')
  .replaceAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, '$1 ($2 in the source)');
writeFileSync(path.join(root, 'dist/README.md'), text);
