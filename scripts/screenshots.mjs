/** `npm run screenshots`: updates the screenshots in README.md, using the packaged extension in the real editor. */
import process from 'node:process';
import { packExtension } from './package.mjs';
import { node24, run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';

const missing = Object.values(await setUp());
if (missing.length > 0) throw new Error(`Cannot take screenshots: ${missing.join('; ')}.`);
await packExtension();
const mocha = ['node_modules/mocha/bin/mocha.js', '--exit'];
const { code } = await run(node24, [...mocha, 'test/browser/screenshots.ts'], {
  env: toolEnvironment,
  show: true,
});
process.exitCode = code;
