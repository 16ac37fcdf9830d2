/** Exports beside a loop of curl over the same pages, and the memory that they need. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RouteName } from '../../src/service/api.ts';
import { report } from './compare.ts';
import type { Measured } from './exportProcess.ts';

const LATENCY = 20;
const ROWS = 100_000;
const MANY_ROWS = 1_000_000;
const PER_PAGE = 100;
const DOMAIN = 1001;
const ROUNDS = 3;

const curlLoop = `for page in $(seq 1 ${ROWS / PER_PAGE}); do
  curl -sf -H "X-Service-Key: $KEY" "$BASE/partner/logs/attack_logs/${DOMAIN}?page=$page&per_page=${PER_PAGE}" || exit 1
done > "$TARGET"`;

interface Service {
  readonly baseUrl: string;
  readonly key: string;
  readonly process: ChildProcess;
}

describe(`Export of ${count(ROWS)} rows, ${LATENCY} ms before each answer`, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-bench-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('a third of the time of curl, one page after the other', async () => {
    const service = await startService(ROWS);
    const variants = {
      'curl, one page after the other': () => runCurl(service, path.join(folder, 'pages')),
      'export to CSV, exact': () => runExport(service, 'exact', path.join(folder, 'exact.csv')),
      'export to CSV, redacted': () => runExport(service, 'redacted', path.join(folder, 'redacted.csv')),
    };
    const times = new Map<string, number[]>(Object.keys(variants).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, run] of Object.entries(variants)) times.get(name)?.push(await run());
    }
    report('The same 1 000 pages', times);
    service.process.kill();
  });

  it(`no more memory for ${count(MANY_ROWS)} rows`, async () => {
    for (const rows of [ROWS, MANY_ROWS]) {
      const service = await startService(rows);
      for (const content of ['exact', 'redacted']) {
        await tellMemory(service, content, rows, 'direct');
        if (rows === ROWS) await tellMemory(service, content, rows, 'editor');
      }
      service.process.kill();
    }
  });

  async function tellMemory(
    service: Service,
    content: string,
    rows: number,
    route: RouteName,
  ): Promise<void> {
    const { idle, peak } = await measure(service, content, path.join(folder, 'rows.csv'), rows, route);
    const above = ((peak - idle) / 2 ** 20).toFixed(0).padStart(4);
    process.stdout.write(`    ${above} MiB above idle for ${count(rows)} rows, ${content}, ${route} route\n`);
  }
});

/** Starts the sample service in a process of its own. */
async function startService(logs: number): Promise<Service> {
  const script = fileURLToPath(new URL('../../src/sample/main.ts', import.meta.url));
  const child = spawn(process.execPath, [script, '--latency', String(LATENCY), '--logs', String(logs)]);
  const [said] = await once(child.stdout, 'data');
  const [, baseUrl = '', key = ''] = /Base URL +(\S+)\s+API key +(\S+)/.exec(String(said)) ?? [];
  return { baseUrl, key, process: child };
}

/** Milliseconds of the loop. */
async function runCurl({ baseUrl, key }: Service, target: string): Promise<number> {
  const started = performance.now();
  const env = { ...process.env, BASE: baseUrl, KEY: key, TARGET: target };
  const [code] = await once(
    spawn('sh', ['-c', curlLoop], { env, stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  );
  assert.equal(code, 0, 'curl failed');
  return performance.now() - started;
}

async function runExport(service: Service, content: string, target: string): Promise<number> {
  return (await measure(service, content, target, ROWS, 'direct')).milliseconds;
}

async function measure(
  { baseUrl, key }: Service,
  content: string,
  target: string,
  rows: number,
  route: RouteName,
): Promise<Measured> {
  const script = fileURLToPath(new URL('./exportProcess.ts', import.meta.url));
  const words = [script, baseUrl, key, String(DOMAIN), content, target, route];
  const measured: Measured = JSON.parse((await promisify(execFile)(process.execPath, words)).stdout);
  assert.equal(measured.logs, rows);
  return measured;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
