/** Finds and installs Chromium, in which the tests and `npm start` show the editor. */
import process from 'node:process';
import { findProgram, isExecutable } from './run.mjs';
import { aptInstall, installedSize } from './system-packages.mjs';

/** The one without windows first, because it needs a fifth less work to render the editor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The advice when there is no Chromium. */
export const chromiumAdvice =
  'install Chromium (Debian, Ubuntu: apt-get install chromium) or set PARTNER_LOGS_CHROMIUM to its path';

/** Arguments that keep Chromium to the page it is given. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | undefined} The path of Chromium: `PARTNER_LOGS_CHROMIUM`, otherwise the first on PATH. */
export function findChromium() {
  const named = process.env['PARTNER_LOGS_CHROMIUM'];
  if (named) return isExecutable(named) ? named : undefined;
  return findProgram(names);
}

/**
 * Installs Chromium if it is missing and can be installed.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} True if it is installed.
 */
export async function installChromium(say) {
  if (findChromium()) return true;
  if (process.env['PARTNER_LOGS_CHROMIUM']) return false;
  say('Installing Chromium …');
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!(await aptInstall([name]))) continue;
    say(`Installed ${name}: ${await installedSize(name)} and the libraries that it needs.`);
    break;
  }
  return findChromium() !== undefined;
}
