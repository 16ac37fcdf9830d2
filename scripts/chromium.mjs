/** Finds and installs Chromium, in which the tests and `npm start` run the editor. */
import process from 'node:process';
import { findProgram, isExecutable } from './run.mjs';
import { aptInstall } from './system-packages.mjs';

/** The build without windows is first, because it needs a fifth less work to render the editor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The advice to show if Chromium is not installed. */
export const chromiumAdvice =
  'install Chromium (Debian, Ubuntu: apt-get install chromium) or set PARTNER_LOGS_CHROMIUM to its path';

/** Arguments that restrict Chromium to the page it is given. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | undefined} The path of Chromium: `PARTNER_LOGS_CHROMIUM`, or else the first one on PATH. */
export function findChromium() {
  const named = process.env['PARTNER_LOGS_CHROMIUM'];
  if (named) return isExecutable(named) ? named : undefined;
  return findProgram(names);
}

/**
 * Installs Chromium if it is missing.
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} The problem and its solution, or undefined if Chromium is installed.
 */
export async function installChromium(say) {
  if (!findChromium() && !process.env['PARTNER_LOGS_CHROMIUM']) {
    say('Installing Chromium …');
    for (const name of ['chromium-headless-shell', 'chromium']) if (await aptInstall([name])) break;
  }
  return findChromium() ? undefined : `no Chromium: ${chromiumAdvice}`;
}
