/** Installs the shells into which unit tests paste commands. */
import { findProgram } from './run.mjs';
import { aptInstall } from './system-packages.mjs';

/** Programs, each in the package of the same name. dash and bash are always installed. */
const programs = ['busybox', 'zsh', 'python3'];

/**
 * Installs the shells that are missing and can be installed. Without one of them, its tests are skipped, which is
 * reported.
 * @param {(line: string) => void} say
 */
export async function installShells(say) {
  const missing = () => programs.filter((program) => !findProgram([program]));
  if (missing().length === 0) return;
  say(`Installing ${missing().join(', ')} …`);
  await aptInstall(missing());
  if (missing().length === 0) return;
  say(`Not installed: ${missing().join(', ')}. Tests that paste commands into a shell are skipped.`);
}
