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
import { report } from './compare.ts';
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
    const variants = {
      'curl, one page after the other': () => runCurl(service, path.join(folder, 'pages')),
      'export to CSV, exact': () => runExport(exportOf(service, 'exact', path.join(folder, 'exact.csv'))),
      'export to CSV, essential': () =>
        runExport(exportOf(service, 'essential', path.join(folder, 'essential.csv'))),
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
      for (const content of ['exact', 'essential'] as const) {
        const measured = await measure(exportOf(service, content, path.join(folder, 'rows.csv')));
        tellMemory(content, measured, rows);
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

/** Returns how long the loop takes, in milliseconds. */
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

function exportOf(
  { baseUrl, key }: Service,
  content: MeasuredExport['content'],
  target: string,
): MeasuredExport {
  return { baseUrl, key, domain: DOMAIN, content, target, workerFile };
}

/** Returns how long the export takes, in milliseconds. */
async function runExport(wanted: MeasuredExport): Promise<number> {
  const measured = await measure(wanted);
  assert.equal(measured.logs, ROWS);
  return measured.milliseconds;
}

/** Runs and measures an export in a separate process. */
async function measure(wanted: MeasuredExport): Promise<Measured> {
  const script = fileURLToPath(new URL('./measureExport.ts', import.meta.url));
  return JSON.parse((await promisify(execFile)(process.execPath, [script, JSON.stringify(wanted)])).stdout);
}

function tellMemory(title: string, measured: Measured, rows: number): void {
  assert.equal(measured.logs, rows);
  const above = (bytes: number) => ((bytes - measured.idle) / 2 ** 20).toFixed(0);
  const early = rows > ROWS ? `, ${above(measured.early)} during the first ${count(ROWS)}` : '';
  const most = above(measured.peak).padStart(4);
  process.stdout.write(
    `    ${most} MiB above idle for ${count(rows)} rows${early}, blocked for ${measured.blocked.toFixed(0)} ms at most: ${title}\n`,
  );
}

function count(value: number): string {
  return value.toLocaleString('en');
}
