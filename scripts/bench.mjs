/**
 * `npm run bench`: measures durations and compares them with other tools, one at a time. Asserts no durations.
 * `npm run bench -- search` runs only test/bench/search.bench.ts.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { packExtension } from './package.mjs';
import { node24, root, run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';

const names = process.argv.slice(2);
const files = readdirSync(path.join(root, 'test/bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => names.length === 0 || names.includes(file.replace('.bench.ts', '')))
  .map((file) => `test/bench/${file}`);
if (files.length === 0) throw new Error(`No such benchmark: ${names.join(', ')}.`);

const missing = Object.values(await setUp());
for (const line of missing) console.error(line);
await packExtension().catch((error) => console.error(error.message));
const mocha = [
  '--disable-warning=ExperimentalWarning',
  'node_modules/mocha/bin/mocha.js',
  '--exit',
  '--timeout',
  '0',
];
const { code } = await run(node24, [...mocha, ...files], { env: toolEnvironment, show: true });
process.exitCode = code;
