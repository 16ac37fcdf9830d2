/**
 * Loads a module that Stryker changed as JavaScript, as built by esbuild: Node cannot remove the types of all of its
 * conditional expressions. A module that is imported by one with a query, such as `pager.ts?2`, gets the same query, so
 * that all modules of a test can be loaded again.
 */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

/** @typedef {{ url: string, format?: string, source?: string, shortCircuit?: boolean }} Loaded */
/** @typedef {(name: string, context: { parentURL?: string }) => Loaded} Next */
/** @typedef {(name: string, context: { parentURL?: string }, next: Next) => Loaded} Hook */

// The types are those of Node 20, which lacks this function.
const { registerHooks } = /** @type {{ registerHooks: (hooks: { resolve: Hook, load: Hook }) => void }} */ (
  /** @type {unknown} */ (module)
);

/** Modules as JavaScript; empty for those that Stryker did not change. @type {Map<string, string>} */
const changed = new Map();

registerHooks({
  resolve(name, context, next) {
    const resolved = next(name, context);
    const [, query = ''] = context.parentURL?.split('?') ?? [];
    return query && resolved.url.endsWith('.ts')
      ? { ...resolved, url: `${resolved.url}?${query}` }
      : resolved;
  },
  load(url, context, next) {
    const [file = ''] = url.split('?');
    if (!changed.has(file)) {
      const source = file.endsWith('.ts') ? readFileSync(fileURLToPath(file), 'utf8') : '';
      const isChanged = source.includes('stryMutAct');
      changed.set(file, isChanged ? transformSync(source, { loader: 'ts' }).code : '');
    }
    const source = changed.get(file);
    return source ? { url, format: 'module', source, shortCircuit: true } : next(url, context);
  },
});
