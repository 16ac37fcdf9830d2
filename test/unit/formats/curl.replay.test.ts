import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { curlConfig, curlRequest, toCurl } from '../../../src/formats/curl.ts';
import { amount } from '../../proofs.ts';
import { replay, type Sendable, sendable, wire } from './curlReplay.ts';
import { aLog } from './logs.ts';

/** Runs the scripts in bash, with `curl` directed to the port, and fails if they print an error. */
const bash = async (scripts: string, port: number, cwd: string) => {
  const wrapper = `curl() { command curl --disable --silent --max-time 5 --expect100-timeout 0.01 --connect-to ::127.0.0.1:${port} "$@" >/dev/null; }\n`;
  await writeFile(path.join(cwd, 'script'), wrapper + scripts);
  const env = { PATH: process.env['PATH'] };
  const { stderr } = await promisify(execFile)('bash', ['script'], { cwd, env }).catch((error) => error);
  assert.equal(stderr, '');
};

const posix = (request: Sendable) => toCurl(aLog({ rawData: wire(request) }));

describe('toCurl, run by curl', function () {
  this.timeout(60_000);

  it(`sends ${amount(300)} arbitrary requests line by line as they were logged`, async () => {
    await replay(fc.sample(sendable, amount(300)), posix, bash);
  });

  it('sends the same from a configuration file, as PowerShell has it', async () => {
    const bodiless = sendable.filter(({ body }) => body === '');
    const script = (request: Sendable) => {
      const { options } = curlRequest(aLog({ rawData: wire(request) }));
      const config = Buffer.from(curlConfig(options)).toString('base64');
      return `base64 -d <<< '${config}' | curl --config - http://REPLACE-ME\n`;
    };
    await replay(fc.sample(bodiless, 50), script, bash);
  });
});
