import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { isServiceError } from '../../src/base/errors.ts';
import { Threads } from '../../src/base/thread.ts';
import { valueSize } from '../../src/base/values.ts';
import { writeReport } from '../../src/formats/bugReport.ts';
import { doJob, type JobRequest, readLog } from '../../src/jobs.ts';
import { english, message } from '../../src/text/l10n.ts';
import { aLog, essential } from './formats/logs.ts';

const never = new AbortController().signal;
const threads = new Threads(new URL('../../src/worker.ts', import.meta.url));
const missing = new Threads(new URL('nowhere.ts', import.meta.url));

function requestWith(rawData: string): JobRequest<'writeReport'> {
  const log = aLog({ rawData, request: { firstLine: undefined, headers: [['Cookie', 'sid=s3cr3t-value']] } });
  return { log, row: undefined, link: 'vscode://x', detail: 'essential', redaction: essential, version: '1' };
}

/** Returns a request of any size. */
const copyOf = (version: string) => ({ format: 'json', logs: [], version }) as const;

const long = `POST / HTTP/1.1\r\nCookie: sid=s3cr3t-value\r\n\r\n${'text & more \ud800'.repeat(300_000)}`;
const running = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;

describe('doJob', function () {
  this.timeout(120_000);

  it('returns the same in a thread as here', async () => {
    for (const request of [requestWith('GET / HTTP/1.1\r\n\r\n'), requestWith(long)])
      assert.deepEqual(await doJob(threads, 'writeReport', request, never), writeReport(request));
  });

  it('uses a thread beyond 16 Ki units, and beyond 8 Ki that are redacted', async () => {
    const text = (request: object, units: number) =>
      'x'.repeat(units - valueSize(request, Number.POSITIVE_INFINITY, 1));
    const copy = (units: number) => copyOf(text(copyOf(''), units));
    await doJob(missing, 'writeCopy', copy(16 * 1024), never);
    await assert.rejects(doJob(missing, 'writeCopy', copy(16 * 1024 + 1), never), /nowhere/);
    const request = (units: number) => requestWith(text(requestWith(''), units));
    await doJob(missing, 'writeReport', request(8 * 1024), never);
    await assert.rejects(doJob(missing, 'writeReport', request(8 * 1024 + 1), never), /nowhere/);
  });

  it('uses a thread if a small log contains much compressed data', async () => {
    const zipped = gzipSync('x'.repeat(64 * 1024)).toString('latin1');
    const rawData = `POST / HTTP/1.1\r\nContent-Encoding: gzip\r\n\r\n${zipped}`;
    const rows = [{ idx: 1, rawData, other: {} }];
    await assert.rejects(doJob(missing, 'redactRows', { rows, redaction: essential }, never), /nowhere/);
    await assert.rejects(doJob(missing, 'writeReport', requestWith(rawData), never), /nowhere/);
    const ofRow = { ...requestWith('GET / HTTP/1.1\r\n\r\n'), row: { idx: 1, rawData, other: {} } };
    await assert.rejects(doJob(missing, 'writeReport', ofRow, never), /nowhere/);
  });

  it('leaves the calling thread free', async () => {
    let turns = 0;
    const working = doJob(threads, 'writeReport', requestWith(long), never).finally(() => {
      turns = -turns;
    });
    while (turns >= 0) {
      turns++;
      await setTimeout(1);
    }
    await working;
    assert.ok(turns < -10, String(turns));
  });

  it('ends the thread when it is cancelled', async () => {
    const before = running();
    const controller = new AbortController();
    const work = doJob(threads, 'writeReport', requestWith(long), controller.signal);
    while (running() === before) await setImmediate();
    controller.abort();
    await assert.rejects(work, (error) => isServiceError(error, 'cancelled'));
    await assert.rejects(doJob(threads, 'writeCopy', copyOf('x'), controller.signal), (error) =>
      isServiceError(error, 'cancelled'),
    );
    while (running() > before) await setImmediate();
  });

  it('fails as the job fails', async () => {
    const broken = { ...requestWith(long), log: 7, padding: long };
    await assert.rejects(doJob(threads, 'writeReport', broken as never, never), TypeError);
    const cut = `{${' '.repeat(20_000)}`;
    await assert.rejects(doJob(threads, 'readLine', cut, never), { code: 'truncated' });
  });
});

describe('A thread', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function thatRuns(source: string): Promise<Threads> {
    const workerFile = path.join(folder, 'worker.mjs');
    await writeFile(workerFile, source);
    return new Threads(workerFile);
  }

  it('ends with a fault if it needs too much memory', async () => {
    const code = 'ERR_WORKER_OUT_OF_MEMORY';
    const greedy = await thatRuns(`throw Object.assign(new Error('Out of memory'), { code: '${code}' });`);
    await assert.rejects(greedy.run('job', 1, never), {
      code: 'too-large',
      facts: { expected: message('at most {0} MiB', 2048) },
    });
  });

  it('is used again for the next job, at most two at once, but not after a cancelled one', async () => {
    const threads = await thatRuns(
      `import { parentPort, threadId } from 'node:worker_threads';
      parentPort.on('message', ({ job }) => job === 'id' && parentPort.postMessage({ result: threadId }));`,
    );
    const threadId = () => threads.run<number>('id', 1, never);
    const ids = new Set(await Promise.all([1, 2, 3, 4, 5].map(threadId)));
    assert.equal(ids.size, 2);
    assert.ok(ids.has(await threadId()));
    for (const _ of ids) await assert.rejects(threads.run('silent', 1, AbortSignal.timeout(50)));
    assert.ok(!ids.has(await threadId()));
  });

  it('that an optional job needs can fail, or take too long', async () => {
    const problemOf = async (using: Threads, longest?: number, signal = never) => {
      const request = { log: { ...aLog({}), rawData: long }, row: { other: {} } };
      const read = await readLog(using, 'logContent', request, signal, longest);
      return 'problem' in read ? english(read.problem) : 'none';
    };
    assert.equal(await problemOf(threads), 'none');
    const silent = await thatRuns(
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});",
    );
    assert.equal(await problemOf(silent, 200), 'It took longer than 0.2 seconds.');
    for (const source of ['process.exit(0);', "throw new Error('an attacker’s text');"])
      assert.equal(await problemOf(await thatRuns(source)), 'An error occurred.');
    assert.equal(await problemOf(missing), 'An error occurred.');
    assert.equal(await problemOf(threads, undefined, AbortSignal.abort()), 'It was canceled.');
  });
});
