/** Installs operating system programs with apt-get, if possible without a password. */
import process from 'node:process';
import { findProgram, run } from './run.mjs';

/**
 * Installs the missing ones of these programs, each from the Debian or Ubuntu package with the same name.
 * @param {readonly string[]} programs
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} The programs that are still missing: apt-get needs a password, fails, or does not exist.
 */
export async function installPrograms(programs, say) {
  const missing = () => programs.filter((program) => !findProgram([program]));
  if (missing().length > 0) {
    say(`Installing ${missing().join(', ')} …`);
    await aptInstall(missing());
  }
  return missing();
}

/**
 * Tries to install Debian or Ubuntu packages.
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} True if apt-get succeeded.
 */
export async function aptInstall(packages) {
  if (!findProgram(['apt-get'])) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !findProgram(['sudo'])) return false;
  /** @param {string[]} args */
  const apt = async (...args) => {
    const [command = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return (await run(command, rest)).code === 0;
  };
  const install = () => apt('install', '--yes', '--no-install-recommends', ...packages);
  return (await install()) || ((await apt('update')) && (await install()));
}
