/** Compares opening a 1 GB file with counting its lines and with reading all of it, including memory use. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ndjsonFormat } from '../../src/formats/exportNdjson.ts';
import type { Header } from '../../src/service/model.ts';
import { report } from './compare.ts';
import type { MeasuredFile } from './filesProcess.ts';

const LOGS = 1_000_000;
const ROUNDS = 2;
const run = promisify(execFile);
const script = fileURLToPath(new URL('filesProcess.ts', import.meta.url));

describe(`A file of ${LOGS.toLocaleString('en')} exported logs`, function () {
  this.timeout(20 * 60_000);
  let folder: string;
  let file: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-bench-'));
    file = path.join(folder, 'logs.ndjson');
    await writeLogs(file);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is open while its lines are counted, in less memory than it has bytes', async () => {
    const times = new Map<string, number[]>();
    const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time]);
    const memory: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now();
      await run('wc', ['-l', file]);
      note('wc -l', performance.now() - from);
      const opened = await measure('open', file);
      assert.equal(opened.logs, LOGS);
      note('open: the first rows', opened.firstRows);
      note('open: all logs known', opened.all);
      note('a keyword in all logs', opened.filtered);
      const whole = await measure('whole', file);
      note('reading it whole', whole.all);
      memory.push(`open ${opened.memory.toFixed(0)} MiB, whole ${whole.memory.toFixed(0)} MiB`);
    }
    const { size } = await stat(file);
    report(`${(size / 1e9).toFixed(2)} GB`, times);
    process.stdout.write(`    memory: ${memory.join('; ')}\n`);
  });
});

async function measure(way: 'open' | 'whole', file: string): Promise<MeasuredFile> {
  const { stdout } = await run(process.execPath, ['--max-old-space-size=16000', script, way, file]);
  return JSON.parse(stdout);
}

/** Writes full logs of about a kilobyte each. */
async function writeLogs(file: string): Promise<void> {
  const out = createWriteStream(file);
  const content = { detail: true, level: 'exact' } as const;
  const date: Header = ['Date', 'Fri, 02 Jan 2026 03:04:05 GMT'];
  for (let idx = 0; idx < LOGS; idx++) {
    const key = { domain: 1001, idx, detectedType: 'WAF' };
    const uri = `/api/orders/${idx}?q=1%27%20or%201%3D1`;
    const headers = ['Host', 'User-Agent', 'Accept'].map((name) => [name, `${name} of a request`] as const);
    const log = {
      key,
      head: idx === 0 ? ({ level: 'exact' } as const) : undefined,
      row: {
        idx,
        time: '2026-01-02 03:04:05',
        rule: 'SQL Injection',
        action: 'Blocked',
        address: '192.0.2.1',
        uri,
        other: {},
      },
      detail: {
        key,
        virtualHost: 'shop.example:443',
        responseCode: 403,
        request: { firstLine: `GET ${uri} HTTP/1.1`, headers },
        response: {
          firstLine: 'HTTP/1.1 403 Forbidden',
          headers: [date],
        },
        rawData: `GET ${uri} HTTP/1.1\r\nHost: shop.example\r\nCookie: ${'c'.repeat(280)}\r\n\r\n`,
        description: 'Pattern: or 1=1',
        timeZone: 'UTC',
        other: {},
      },
    };
    if (!out.write(ndjsonFormat.record(log, content).text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}
