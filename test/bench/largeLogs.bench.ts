import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type CopyRequest, copyLogs } from '../../src/formats/logCopy.ts';
import { doJob } from '../../src/jobs.ts';
import { aLog, essential } from '../unit/formats/logs.ts';

const MiB = 1024 * 1024;
const form = 'name=value&token=s3cr3t-value&text=some+more+text&';

const sizes: Readonly<Record<string, string>> = {
  '1 MiB': form.repeat(MiB / form.length),
  '5 MiB': form.repeat((5 * MiB) / form.length),
  '64 MiB': 'nothing but a long text '.repeat((64 * MiB) / 24),
  '100 000 headers': '',
};

/** Returns the longest time that this thread was blocked while `work` ran, in milliseconds. */
async function longestHold(work: () => unknown): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await work();
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  return delay.max / 1e6;
}

describe('bug reports of large logs', () => {
  const workerFile = new URL('../../src/worker.ts', import.meta.url);
  const signal = new AbortController().signal;

  for (const [name, body] of Object.entries(sizes)) {
    it(`of ${name}`, async () => {
      const count = body === '' ? 100_000 : 10;
      const headers = Array.from({ length: count }, (_, index) => [`X-${index}`, `value ${index}`] as const);
      const log = aLog({
        rawData: `POST / HTTP/1.1\r\n\r\n${body}`,
        request: { firstLine: undefined, headers },
      });
      const request: CopyRequest = {
        format: 'bugReport',
        logs: [{ log, row: undefined, link: 'vscode://x' }],
        detail: 'essential',
        redaction: essential,
        version: '1',
      };
      let here = '';
      let there = '';
      const holds = {
        'made here': await longestHold(() => {
          here = copyLogs(request).text;
        }),
        'made in a thread': await longestHold(async () => {
          there = (await doJob('copyLogs', request, { workerFile, signal })).text;
        }),
      };
      for (const [how, hold] of Object.entries(holds)) {
        process.stdout.write(
          `    ${hold.toFixed(0).padStart(6)} ms longest hold of the event loop, ${how}\n`,
        );
      }
      assert.equal(there, here);
    });
  }
});
