/**
 * Installs missing dependencies of the project's commands. Safe to run again; a second run takes well under a second.
 */
import process from 'node:process';
import { chromiumAdvice, installChromium } from './chromium.mjs';
import { installDependencies } from './dependencies.mjs';
import { installEditor } from './editor-install.mjs';
import { editors } from './editors.mjs';
import { installShells } from './shells.mjs';

/** @param {string} line */
const say = (line) => console.log(`[setup] ${line}`);

/**
 * @param {{ editor?: boolean, oldest?: boolean, chromium?: boolean, shells?: boolean }} [wanted] The programs required
 * in addition to the npm packages. By default, the newest editor, the oldest editor, and Chromium; shells are for
 * tests.
 * @returns {Promise<{ editor?: string, oldest?: string, chromium?: string }>} The solution for each program that could
 * not be installed. Rejects if the npm packages cannot be installed, because nothing works without them.
 */
export async function setUp({ editor = true, oldest = true, chromium = true, shells = false } = {}) {
  await installDependencies(say);
  const missingEditor = editor ? await installEditor(editors.newest, say) : undefined;
  const missingOldest = oldest ? await installEditor(editors.oldest, say) : undefined;
  const hasChromium = chromium ? await installChromium(say) : true;
  if (shells) await installShells(say);
  return {
    ...(missingEditor !== undefined && { editor: `no editor: ${missingEditor}` }),
    ...(missingOldest !== undefined && { oldest: `no oldest editor: ${missingOldest}` }),
    ...(!hasChromium && { chromium: `no Chromium: ${chromiumAdvice}` }),
  };
}

if (import.meta.filename === process.argv[1]) {
  const missing = Object.values(await setUp());
  for (const line of missing) say(line);
  say(missing.length > 0 ? 'Something is missing; see above.' : 'Everything is installed.');
  process.exitCode = missing.length > 0 ? 1 : 0;
}
