/** The built extension, running in a fake editor. */
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { host } from '../../esbuild.js';
import type * as Editor from './vscode.ts';

/** Returns the bundles of the package by file name, built as for production. */
export async function builtBundles(): Promise<ReadonlyMap<string, string>> {
  const made = { minify: true, sourcemap: false, write: false, logLevel: 'silent' } as const;
  const { outputFiles = [] } = await esbuild.build({ ...host, ...made });
  return new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
}

/**
 * Loads bundles with `vscode` as their editor, returns the exports of `extension.cjs`, and reports which bundles were
 * loaded.
 * @param failing the bundles whose next load fails; each is removed when that happens
 */
export function loadExtension(
  bundles: ReadonlyMap<string, string>,
  vscode: unknown,
  failing = new Set<string>(),
) {
  const node = createRequire(import.meta.url);
  const modules = new Map<string, { exports: Record<string, unknown> }>();
  const load = (request: string): unknown => {
    if (request === 'vscode') return vscode;
    const name = request.replace('./', '');
    const text = bundles.get(name);
    if (text === undefined) return node(request);
    if (failing.delete(name))
      throw Object.assign(new Error(`too many open files: ${name}`), { code: 'EMFILE' });
    const module = modules.get(name) ?? { exports: {} };
    if (modules.has(name)) return module.exports;
    modules.set(name, module);
    new Function('require', 'module', 'exports', text)(load, module, module.exports);
    return module.exports;
  };
  const { activate } = load('./extension.cjs') as { activate: (context: unknown) => unknown };
  return { activate, loaded: () => [...modules.keys()] };
}

let copies = 0;

/** Returns a separate fake editor, whose parts a test can remove, and the content that it shows. */
export async function freshEditor() {
  const { fake, ...vscode }: typeof Editor = await import(
    new URL(`vscode.ts?alone=${++copies}`, import.meta.url).href
  );
  return { vscode, fake };
}
