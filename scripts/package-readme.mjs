/**
 * Writes the README of the package, dist/README.md: the users' part of README.md, without the screenshots, which would weigh
 * more than the program.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const [users = ''] = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n## Developing\n');
writeFileSync(path.join(root, 'dist/README.md'), users.replaceAll(/^!\[.*\n\n?/gm, ''));
