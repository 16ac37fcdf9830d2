/** Finds the tests that reach a file through their imports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/**
 * Returns the tests that are, or import directly or indirectly, a file for which `isWanted` returns true.
 * @param {readonly string[]} tests Paths relative to the project's folder, as for `isWanted`.
 * @param {(file: string, text: string) => boolean} isWanted
 */
export function testsReaching(tests, isWanted) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @param {string} file @returns {boolean} */
  const reaches = (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Files that import each other.
    known.set(file, false);
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(IMPORT)].map(([, one, other]) =>
      path.posix.join(path.posix.dirname(file), one ?? other ?? ''),
    );
    const found = isWanted(file, text) || imports.some(reaches);
    known.set(file, found);
    return found;
  };
  return tests.filter(reaches);
}
