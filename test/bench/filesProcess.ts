/** Reads a file of exported logs in a separate process and reports the times and the memory use. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { localSource } from '../../src/files/fileSource.ts';
import { openFile } from '../../src/files/openFile.ts';

/** Times in milliseconds, and the process's maximum resident set in MiB. */
export interface MeasuredFile {
  readonly firstRows: number;
  readonly all: number;
  readonly filtered: number;
  readonly memory: number;
  readonly logs: number;
}

const [way, file = ''] = process.argv.slice(2);
const workerFile = new URL('../../src/files/fileWorker.ts', import.meta.url);
const from = performance.now();
const since = () => performance.now() - from;

async function open(): Promise<Omit<MeasuredFile, 'memory'>> {
  const ending = new AbortController().signal;
  const { service, indexed, index } = await openFile({ source: await localSource(file), ending, workerFile });
  const [domain] = (await service.domains({ page: 1, perPage: 100 })).items;
  await service.logs(domain?.index ?? 0, { page: 1, perPage: 20 }, {});
  const firstRows = since();
  await indexed;
  const all = since();
  await service.logs(domain?.index ?? 0, { page: 1, perPage: 20 }, { keyword: 'needle' });
  return { firstRows, all, filtered: since() - all, logs: index.count };
}

function readWhole(): Omit<MeasuredFile, 'memory'> {
  const bytes = readFileSync(file);
  const logs: unknown[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    logs.push(JSON.parse(bytes.toString('utf8', start, end)));
    start = end + 1;
  }
  const all = since();
  return { firstRows: all, all, filtered: 0, logs: logs.length };
}

const measured = way === 'open' ? await open() : readWhole();
process.stdout.write(JSON.stringify({ ...measured, memory: process.resourceUsage().maxRSS / 1024 }));
