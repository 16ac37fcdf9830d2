import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Threads } from '../../src/base/thread.ts';
import { writeReport } from '../../src/formats/bugReport.ts';
import { doJob } from '../../src/jobs.ts';
import { aLog, essential } from '../unit/formats/logs.ts';

const SIZE = 5 * 1024 * 1024;
const form = 'name=value&token=s3cr3t-value&text=some+more+text&';

/** Prints the longest time that this thread was blocked while `work` ran, and returns its result. */
async function hold<T>(how: string, work: () => T | Promise<T>): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await setTimeout(20);
  const result = await work();
  await setTimeout(20);
  delay.disable();
  const milliseconds = (delay.max / 1e6).toFixed(0).padStart(6);
  process.stdout.write(`    ${milliseconds} ms longest hold of the event loop, ${how}\n`);
  return result;
}

it('makes a bug report of 5 MiB of form data full of secrets', async () => {
  const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${form.repeat(SIZE / form.length)}` });
  const copied = { log, row: undefined, link: 'vscode://x' };
  const request = { ...copied, detail: 'essential', redaction: essential, version: '1' } as const;
  const threads = new Threads(new URL('../../src/worker.ts', import.meta.url));
  const { signal } = new AbortController();
  const here = await hold('made here', () => writeReport(request));
  const there = await hold('made in a thread', () => doJob(threads, 'writeReport', request, signal));
  assert.deepEqual(there, here);
});
