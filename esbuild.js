// Builds dist/: the activation bundle, the bundles it loads on demand, the code that runs in panels, and,
// with --tests, the suite that runs inside the editor. Flags: --watch, --production (minified), --tests.
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
 * Source file → bundle. A dynamic `import()` of one of these loads the bundle; any other is a build error.
 * @type {Readonly<Record<string, string>>}
 */
const hostBundles = {
  'src/extension.ts': 'extension',
  'src/parts.ts': 'parts',
  'src/commands.ts': 'commands',
  'src/service/client.ts': 'service',
  'src/service/answers/answerWorker.ts': 'answerWorker',
  'src/counts/countsPanels.ts': 'countsPanels',
  'src/detection/detectionPanels.ts': 'detectionPanels',
  'src/table/tablePanels.ts': 'tablePanels',
  'src/share/export/exportRun.ts': 'export',
  'src/share/export/exportWorker.ts': 'exportWorker',
  'src/share/export/runJob.ts': 'exportJob',
  'src/lm/toolInvocations.ts': 'tools',
  'src/detection/documents/documentFeatures.ts': 'documents',
  'src/targets/links.ts': 'links',
  'src/work/logJobs.ts': 'jobs',
  'src/work/logThread.ts': 'worker',
  'src/redaction/redact.ts': 'redaction',
  'src/text/l10n.ts': 'l10n',
  'src/service/faults.ts': 'faults',
  'src/http/rawHttp.ts': 'rawHttp',
  'src/sample/server.ts': 'sample',
};

/** The suite that runs inside the editor: its entry and each of its test files. */
const testBundles = Object.fromEntries(
  (await readdir(path.join(root, 'test/editor')))
    .filter((name) => name === 'index.ts' || name.endsWith('.test.ts'))
    .map((name) => [`test/editor/${name}`, `test/${path.basename(name, '.ts')}`]),
);

const webviewBundles = {
  'src/detection/page/detectionPage.ts': 'webview/detectionPanel',
  'src/counts/page/countsPage.ts': 'webview/countsPanel',
  'src/table/page/tablePage.ts': 'webview/tablePanel',
  'node_modules/@vscode/codicons/dist/codicon.css': 'webview/codicon',
  'node_modules/uplot/dist/uPlot.min.css': 'webview/uplot',
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

/** Bundles that several others load at once with themselves, by their import. */
const shared = [
  'src/redaction/redact.ts',
  'src/text/l10n.ts',
  'src/service/faults.ts',
  'src/http/rawHttp.ts',
];

/**
 * The package holds large code that several bundles need once, and the extension host has one language.
 * @type {esbuild.Plugin}
 */
const sharedBundles = {
  name: 'shared-bundles',
  setup(build) {
    build.onResolve({ filter: /^\./ }, (args) => {
      if (args.kind !== 'import-statement') return undefined;
      const source = path.relative(root, path.resolve(args.resolveDir, args.path)).replaceAll(path.sep, '/');
      return shared.includes(source) ? { path: `./${hostBundles[source]}.cjs`, external: true } : undefined;
    });
  },
};

/**
 * undici carries its parser twice, for machines with and without SIMD: 30 KB of the package each. Ours parses small answers
 * and takes the one that runs everywhere.
 * @type {esbuild.Plugin}
 */
const oneParser = {
  name: 'one-parser',
  setup(build) {
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, (args) => ({
      path: path.resolve(args.resolveDir, path.dirname(args.path), 'llhttp-wasm.js'),
    }));
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
const host = {
  ...common,
  entryPoints: entries(hostBundles),
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: ['vscode'],
  supported: { 'dynamic-import': false },
  plugins: [lazyBundles, sharedBundles, oneParser],
};

/** @type {esbuild.BuildOptions} */
const tests = {
  ...host,
  entryPoints: entries(testBundles),
  external: ['vscode', 'mocha'],
  plugins: [lazyBundles, oneParser],
};

/** @type {esbuild.BuildOptions} */
const webview = {
  ...common,
  entryPoints: entries(webviewBundles),
  platform: 'browser',
  target: 'chrome122',
  format: 'iife',
  assetNames: 'webview/[name]',
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
