/**
 * Loads a module that Stryker changed as JavaScript, as built by esbuild: Node cannot remove the types of all of its
 * conditional expressions.
 */
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** @typedef {(url: string, context: object) => object} Load */

// The types are those of Node 20, which lacks this function.
const { registerHooks } =
  /** @type {{ registerHooks: (hooks: { load: (url: string, context: object, nextLoad: Load) => object }) => void }} */ (
    /** @type {unknown} */ (module)
  );

registerHooks({
  load(url, context, nextLoad) {
    const built = url.startsWith('file:') ? `${fileURLToPath(url)}.js` : '';
    return built.endsWith('.ts.js') && existsSync(built)
      ? { format: 'module', source: readFileSync(built, 'utf8'), shortCircuit: true }
      : nextLoad(url, context);
  },
});
