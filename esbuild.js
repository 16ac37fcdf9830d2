// Builds dist/: the activation bundle, the bundles that it loads on demand, the code of the panels, and, with --tests,
// the suite that runs inside the editor. Flags: --watch, --production (minified), --tests.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { iconFont } from './scripts/icon-font.mjs';
import { ICONS } from './src/page/icons.ts';

const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

/**
 * Maps source files to bundles. A dynamic `import()` of one of these files loads its bundle; any other dynamic import
 * is a build error.
 * @type {Readonly<Record<string, string>>}
 */
const hostBundles = {
  'src/extension.ts': 'extension',
  'src/app.ts': 'main',
  'src/service/client.ts': 'client',
  'src/worker.ts': 'worker',
  'src/sample/server.ts': 'sample',
};

/** The suite that runs inside the editor: its entry point and each of its test files. */
const testBundles = Object.fromEntries(
  (await readdir(path.join(root, 'test/editor')))
    .filter((name) => name === 'index.ts' || name.endsWith('.test.ts'))
    .map((name) => [`test/editor/${name}`, `test/${path.basename(name, '.ts')}`]),
);

const webviewBundles = {
  'src/detection/page/detectionPage.ts': 'webview/detectionPanel',
  'src/counts/page/countsPage.ts': 'webview/countsPanel',
  'src/table/page/tablePage.ts': 'webview/tablePanel',
  'src/share/page/reportPage.ts': 'webview/reportPanel',
  'media/panel.css': 'webview/panel',
  'media/detectionPanel.css': 'webview/detectionPanel',
  'media/countsPanel.css': 'webview/countsPanel',
  'media/tablePanel.css': 'webview/tablePanel',
  'media/reportPanel.css': 'webview/reportPanel',
};

/** @type {esbuild.Plugin} */
const lazyBundles = {
  name: 'lazy-bundles',
  setup(build) {
    build.onResolve({ filter: /^\./ }, (args) => {
      if (args.kind !== 'dynamic-import') return undefined;
      const source = path.relative(root, path.resolve(args.resolveDir, args.path)).replaceAll(path.sep, '/');
      const bundle = hostBundles[source];
      return bundle
        ? { path: `./${bundle}.cjs`, external: true }
        : { errors: [{ text: `${source} is imported dynamically but is not listed in hostBundles` }] };
    });
  },
};

/**
 * Bundles only the parts of undici that send a request without a body over HTTP/1.1, which is the protocol it uses by
 * default. Of its two parsers, one for computers with SIMD and one for those without, which would each take 30 KB in the
 * package, the one that runs everywhere is sufficient for small responses.
 * @type {esbuild.Plugin}
 */
const undiciParts = {
  name: 'undici-parts',
  setup(build) {
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, (args) => ({
      path: path.resolve(args.resolveDir, path.dirname(args.path), 'llhttp-wasm.js'),
    }));
    build.onResolve({ filter: /\/(?:client-h2|web\/fetch\/body)\.js$/ }, ({ path: unused }) => ({
      path: unused,
      namespace: 'unused',
    }));
    build.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = undefined;' }));
  },
};

/** @param {Readonly<Record<string, string>>} bundles */
const entries = (bundles) => Object.entries(bundles).map(([source, out]) => ({ in: source, out }));

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  outdir: 'dist',
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  logLevel: 'info',
};

/** @type {esbuild.BuildOptions} */
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: ['vscode'],
  supported: { 'dynamic-import': false },
  plugins: [lazyBundles, undiciParts],
};

/** The bundles of the extension host and its thread. @type {esbuild.BuildOptions} */
export const host = { ...node, entryPoints: entries(hostBundles) };

/** @type {esbuild.BuildOptions} */
const tests = {
  ...node,
  entryPoints: entries(testBundles),
  external: ['vscode', 'mocha'],
};

/** @type {esbuild.BuildOptions} */
const webview = {
  ...common,
  entryPoints: entries(webviewBundles),
  platform: 'browser',
  target: 'chrome122',
  format: 'iife',
  plugins: [iconFont(ICONS)],
};

/** All bundles of the package. */
export const builds = [host, webview];

if (import.meta.filename === process.argv[1]) {
  await rm(path.join(root, production ? 'dist' : 'dist/test'), { recursive: true, force: true });
  const wanted = flags.has('--tests') ? [...builds, tests] : builds;
  if (flags.has('--watch')) {
    for (const options of wanted) await (await esbuild.context(options)).watch();
  } else {
    await Promise.all(wanted.map((options) => esbuild.build(options)));
  }
}
