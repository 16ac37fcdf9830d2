/**
 * The suite that runs inside the editor: every `*.test.ts` in this folder, each built as a bundle next to this one. The
 * editor calls `run()` because the launcher specifies this bundle as its `extensionTestsPath`.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import mocha from 'mocha';

// Node 20 returns a required ES module as a namespace, and Node 24 as its class.
const Mocha = 'default' in mocha ? (mocha.default as typeof mocha) : mocha;

/** Resolves if all tests passed; rejects if one failed or none were found. */
export async function run(): Promise<void> {
  const suite = new Mocha({
    timeout: 180_000,
    forbidOnly: true,
    reporter: path.join(__dirname, '../../scripts/reporter.mjs'),
  });
  const only = process.env['PARTNER_LOGS_ONLY'] ?? '';
  const files = readdirSync(__dirname).filter(
    (name) => name.endsWith('.test.cjs') && (only === '' || only.split(',').includes(name)),
  );
  if (files.length === 0) throw new Error(`No tests in ${__dirname}.`);
  for (const file of files.sort()) suite.addFile(path.join(__dirname, file));
  try {
    await suite.loadFilesAsync();
  } catch (error) {
    // The editor would not show the reason.
    Mocha.reporters.Base.consoleLog(error);
    throw error;
  }
  const failed = await new Promise<number>((resolve) => suite.run(resolve));
  if (failed > 0) throw new Error(`${failed} tests failed.`);
}
