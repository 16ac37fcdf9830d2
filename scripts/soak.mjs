/**
 * `npm run soak`: walks at random through the extension in the real editor, and fails if memory or listeners increase.
 * `npm run soak -- --seed 7` repeats a walk; `--help` lists the options.
 */
import process from 'node:process';
import { packExtension } from './package.mjs';
import { node24, run, toolEnvironment } from './run.mjs';
import { setUp } from './setup.mjs';

const { editor, chromium } = await setUp({ oldest: false });
const missing = [editor, chromium].filter(Boolean);
for (const line of missing) console.error(line);
if (missing.length > 0) process.exit(1);
await packExtension();
const soak = ['--disable-warning=ExperimentalWarning', 'test/soak/soak.ts', ...process.argv.slice(2)];
const { code } = await run(node24, soak, { env: toolEnvironment, show: true });
process.exitCode = code;
