import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { curlConfig, curlRequest, toCurl } from '../../../src/formats/curl.ts';
import { amount } from '../../proofs.ts';
import { assertSame, received, type Sendable, sendable, wire } from './curlReplay.ts';
import { aLog } from './logs.ts';

/** Runs the scripts in bash, with `curl` directed to a local server, and compares the requests received. */
async function replay(sent: readonly Sendable[], scriptOf: (request: Sendable) => string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curl-replay-'));
  try {
    const came = await received(sent, async (port) => {
      const wrapper = `curl() { command curl --disable --silent --max-time 5 --expect100-timeout 0.01 --connect-to ::127.0.0.1:${port} "$@" >/dev/null; }\n`;
      await writeFile(path.join(folder, 'script'), wrapper + sent.map(scriptOf).join(''));
      await new Promise<void>((resolve, reject) => {
        execFile(
          'bash',
          ['script'],
          { cwd: folder, env: { PATH: process.env['PATH'] } },
          (error, _, stderr) => (stderr === '' ? resolve() : reject(error ?? new Error(stderr))),
        );
      });
    });
    assertSame(came, sent, scriptOf);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const posix = (request: Sendable) => toCurl(aLog({ rawData: wire(request) }));

describe('toCurl, run by curl', function () {
  this.timeout(60_000);

  it(`sends ${amount(300)} arbitrary requests line by line as they were logged`, async () => {
    await replay(fc.sample(sendable, amount(300)), posix);
  });

  it('sends the same from a configuration file, as PowerShell has it', async () => {
    const bodiless = sendable.filter(({ body }) => body === '');
    await replay(fc.sample(bodiless, 50), (request) => {
      const { options } = curlRequest(aLog({ rawData: wire(request) }));
      const config = Buffer.from(curlConfig(options)).toString('base64');
      return `base64 -d <<< '${config}' | curl --config - http://REPLACE-ME\n`;
    });
  });
});
