import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { findProgram } from '../../../scripts/run.mjs';
import { toCurlPowerShell } from '../../../src/formats/curl.ts';
import { replay, type Sendable, sendable, wire } from './curlReplay.ts';
import { aLog } from './logs.ts';

/** True if a missing shell is a failure; the workflow's Windows computers have both. */
const required = process.env['PARTNER_LOGS_POWERSHELL'] === 'required';
const windows = process.platform === 'win32';

const plain: Sendable = {
  method: 'POST',
  target: '/login?a=%00&b="\\\'`$(id)"',
  version: 'HTTP/1.1',
  lines: [
    'Host: shop.example',
    'User-Agent: "x" \\" é 日本',
    "X-Test: it's $HOME `n %PATH% ^& |",
    'X-Empty:',
  ],
  body: '',
};

const fixed: readonly Sendable[] = [
  plain,
  { ...plain, method: 'HEAD', version: 'HTTP/1.0' },
  { ...plain, body: 'a\0b\x1ac\r\nd\n' },
  { ...plain, body: '\ufeffé 日本 👍 \u202e' },
  { ...plain, body: `"'\`\\"$(id) @/etc/passwd` },
  { ...plain, body: `${'é'.repeat(5_000)}\0"` },
];

const scriptOf = (request: Sendable) => toCurlPowerShell(aLog({ rawData: wire(request) }));

/** Runs the scripts in a PowerShell, with the server's address inserted. */
const run = (shell: string) => async (scripts: string, port: number, folder: string) => {
  const script = path.join(folder, 'script.ps1');
  await writeFile(script, scripts.replaceAll('REPLACE-ME', `127.0.0.1:${port}`));
  const flags = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', script];
  await promisify(execFile)(shell, flags, { env: environment(folder) });
};

/**
 * Returns an environment that uses Windows's own curl, a folder with a space in its name for temporary files, and no
 * modules of another PowerShell.
 */
function environment(folder: string): NodeJS.ProcessEnv {
  const { SystemRoot, PATH, PSModulePath: _, ...rest } = process.env;
  const system = SystemRoot === undefined ? [] : [path.join(SystemRoot, 'System32')];
  const own = { TEMP: folder, TMP: folder, TMPDIR: folder, NO_PROXY: '*' };
  return { ...rest, SystemRoot, PATH: [...system, PATH].join(path.delimiter), ...own };
}

describe('toCurlPowerShell, run by PowerShell', function () {
  this.timeout(120_000);

  for (const [version, name] of [
    ['5.1', 'powershell'],
    ['7', 'pwsh'],
  ] as const) {
    it(`sends the requests line by line as they were logged, in ${version} where it is installed`, async function () {
      const shell = findProgram([name]);
      const curl = findProgram([windows ? 'curl' : 'curl.exe']);
      if (!required && !(shell && curl)) return this.skip();
      if (!shell) throw new Error(`${name} is not on the path.`);
      const head = ({ target, lines }: Sendable) => [target, ...lines].join('');
      const arbitrary = sendable.filter((request) => !head(request).includes('\x1a'));
      await replay([...fixed, ...fc.sample(arbitrary, 30)], scriptOf, run(shell));
    });
  }
});
