/**
 * `npm run bench`: measures durations and compares them with other tools, one at a time. Asserts no durations.
 * `npm run bench -- search` runs only test/bench/search.bench.ts.
 */
import process from 'node:process';
import { packExtension } from './package.mjs';
import { filesIn, node24, run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';

const names = process.argv.slice(2);
const files =
  names.length > 0 ? names.map((name) => `test/bench/${name}.bench.ts`) : filesIn('test/bench', '.bench.ts');
for (const line of Object.values(await setUp())) console.error(line);
await packExtension().catch((error) => console.error(error.message));
const mocha = ['node_modules/mocha/bin/mocha.js', '--exit', '--timeout', '0'];
const { code } = await run(node24, ['--disable-warning=ExperimentalWarning', ...mocha, ...files], {
  env: toolEnvironment,
  show: true,
});
process.exitCode = code;
