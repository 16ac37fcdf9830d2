/** Installs the shells that unit tests paste commands into. */
import { findProgram } from './run.mjs';
import { aptInstall } from './system-packages.mjs';

/** Programs, each from the package with the same name. dash and bash are always installed. */
const programs = ['busybox', 'zsh', 'python3'];

/**
 * Installs the missing shells that can be installed. If one remains missing, its tests are skipped, which is reported.
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
