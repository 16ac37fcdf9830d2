/**
 * `npm run test:desktop [-- <version>]`: runs the in-editor suite in a desktop VS Code, which is downloaded from
 * Microsoft.
 */
import path from 'node:path';
import { must, node24, root } from './run.mjs';
import { setUp } from './setup.mjs';

await setUp([]);
await must(node24, ['esbuild.js', '--tests'], { show: true });
const { runTests } = await import('@vscode/test-electron');
await runTests({
  version: process.argv[2] ?? 'stable',
  extensionDevelopmentPath: root,
  extensionTestsPath: path.join(root, 'dist/test/index.cjs'),
  launchArgs: ['--disable-extensions', '--disable-workspace-trust'],
});
