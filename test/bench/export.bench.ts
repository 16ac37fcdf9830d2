/** Compares exports with a loop that runs curl on the same pages, and measures their memory use. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clockTimeOf, report, timesOf } from './compare.ts';
import type { Measured, MeasuredExport } from './measureExport.ts';

const LATENCY = 20;
const ROWS = 100_000;
const MANY_ROWS = 1_000_000;
const PER_PAGE = 100;
const DOMAIN = 1001;
const ROUNDS = 3;
const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const workerFile = built('worker.cjs');

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
    const exported = (content: MeasuredExport['content']) =>
      measure(service, content, path.join(folder, `${content}.csv`), ROWS);
    const variants = {
      'curl, one page after the other': () => clockTimeOf(() => runCurl(service, path.join(folder, 'pages'))),
      'export to CSV, exact': async () => (await exported('exact')).milliseconds,
      'export to CSV, essential': async () => (await exported('essential')).milliseconds,
    };
    const times = await timesOf(variants, ROUNDS, async (run) => Number(await run()));
    report('The same 1 000 pages', times);
    service.process.kill();
  });

  it(`no more memory for ${count(MANY_ROWS)} rows`, async () => {
    for (const rows of [ROWS, MANY_ROWS]) {
      const service = await startService(rows);
      for (const content of ['exact', 'essential'] as const) {
        const measured = await measure(service, content, path.join(folder, 'rows.csv'), rows);
        printMemory(content, measured, rows);
      }
      service.process.kill();
    }
  });
});

/** Starts the sample service in a separate process. */
async function startService(logs: number): Promise<Service> {
  const script = fileURLToPath(new URL('./sampleProcess.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(LATENCY), String(logs)]);
  const [said] = await once(child.stdout, 'data');
  return { ...JSON.parse(String(said)), process: child };
}

/** Reads the pages one after the other. */
async function runCurl({ baseUrl, key }: Service, target: string): Promise<void> {
  const env = { ...process.env, BASE: baseUrl, KEY: key, TARGET: target };
  const loop = spawn('sh', ['-c', curlLoop], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  assert.deepEqual(await once(loop, 'exit'), [0, null]);
}

/** Runs and measures an export in a separate process. */
async function measure(
  { baseUrl, key }: Service,
  content: MeasuredExport['content'],
  target: string,
  rows: number,
): Promise<Measured> {
  const script = fileURLToPath(new URL('./measureExport.ts', import.meta.url));
  const wanted: MeasuredExport = { baseUrl, key, domain: DOMAIN, content, target, workerFile };
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(wanted)]);
  const measured: Measured = JSON.parse(stdout);
  assert.equal(measured.logs, rows);
  return measured;
}

function printMemory(title: string, measured: Measured, rows: number): void {
  const above = (bytes: number) => ((bytes - measured.idle) / 2 ** 20).toFixed(0);
  const most = above(measured.peak).padStart(4);
  process.stdout.write(
    `    ${most} MiB above idle for ${count(rows)} rows, blocked for ${measured.blocked.toFixed(0)} ms at most: ${title}\n`,
  );
}

function count(value: number): string {
  return value.toLocaleString('en');
}
