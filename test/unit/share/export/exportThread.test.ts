import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { isServiceError } from '../../../../src/base/errors.ts';
import { type SampleService, startSampleService } from '../../../../src/sample/server.ts';
import type { RouteName } from '../../../../src/service/baseUrl.ts';
import { defaultConventions } from '../../../../src/service/conventions.ts';
import type { ExportJob } from '../../../../src/share/export/exportJob.ts';
import { exportInThread, type ThreadOptions } from '../../../../src/share/export/exportThread.ts';
import { FakeService } from '../../../fakeService.ts';
import { essential } from '../../formats/logs.ts';
import { asHttps, fetchWithoutTls } from '../../service/loopback.ts';
import { parseNdjson, SHOP } from './exporting.ts';

describe('exportInThread', function () {
  this.timeout(60_000);
  let sample: SampleService;
  let folder: string;
  let target: string;

  before(async () => {
    sample = await startSampleService({ logsPerDomain: 250 });
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-thread-'));
    target = path.join(folder, 'logs.ndjson');
  });
  after(async () => {
    await sample.close();
    await rm(folder, { recursive: true, force: true });
  });

  function run(
    job: Partial<ExportJob> = {},
    {
      key = sample.key,
      route = 'direct',
      ...options
    }: Partial<ThreadOptions> & { key?: string; route?: RouteName } = {},
  ) {
    const baseUrl = route === 'direct' ? sample.baseUrl : asHttps(sample.baseUrl);
    const access = { baseUrl, key, conventions: defaultConventions, route };
    return exportInThread({
      job: {
        logs: {
          connectionId: 'a',
          domain: SHOP,
          filter: {},
          filterNames: defaultConventions.logs.parameters,
        },
        detail: false,
        kind: 'ndjson',
        redaction: essential,
        target,
        ...job,
      },
      access: { a: access, b: access },
      workerFile: new URL('../../../../src/share/export/exportWorker.ts', import.meta.url),
      fetch: () => assert.fail('The direct route needs no fetch.'),
      signal: new AbortController().signal,
      ...options,
    });
  }

  it('writes the file, and reports its progress and its requests', async () => {
    const seen: number[] = [];
    const lines: string[] = [];
    const summary = await run(
      {},
      { onProgress: ({ done }) => seen.push(done), log: (line) => lines.push(line) },
    );
    assert.equal(summary.logs, 250);
    assert.deepEqual(seen, [100, 200, 250]);
    assert.equal(lines.length, 3);
    assert.ok(lines.every((line) => /^GET \/partner\/logs\/attack_logs\/1001 200 /.test(line)));
    assert.equal(parseNdjson(await readFile(target, 'utf8')).length, 250);
  });

  it('reads picked logs of several connections in full', async () => {
    const logs = ['b', 'a', 'b'].map((connectionId, index) => ({
      connectionId,
      key: { domain: SHOP + index, idx: 1005, detectedType: 'WAF' },
      row: { idx: 1005, other: {} },
    }));
    assert.equal((await run({ logs, detail: true })).failed, 0);
    assert.deepEqual(
      parseNdjson(await readFile(target, 'utf8')).map(({ user_domain_idx }) => user_domain_idx),
      [SHOP, SHOP + 1, SHOP + 2],
    );
  });

  it('reports nothing of the key, whatever the service sends back', async () => {
    const key = 'canary-5f1d0c2b9a';
    const said: unknown[] = [];
    for (const status of [200, 401, 404, 500]) {
      const echo = await FakeService.start();
      echo.respond = ({ headers }) => ({
        status,
        headers: { 'Content-Type': `text/${key}` },
        body: { message: { key: `RES ${key}`, value: JSON.stringify(headers) } },
      });
      const access = {
        baseUrl: echo.baseUrl,
        key,
        conventions: defaultConventions,
        route: 'direct',
      } as const;
      const failing = run(
        { detail: true },
        { access: { a: access }, log: (line) => said.push(line), onProgress: (each) => said.push(each) },
      );
      said.push(await failing.catch((error: unknown) => error));
      await echo.close();
    }
    assert.ok(said.length >= 8);
    assert.equal(inspect(said, { depth: 20, maxStringLength: null }).includes(key), false);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.partial')),
      [],
    );
  });

  it('fails as it would in this thread, by code and facts', async () => {
    await assert.rejects(run({}, { key: 'wrong' }), (error) => {
      assert.ok(isServiceError(error, 'unauthorized'));
      assert.equal(error.facts.status, 401);
      assert.ok(!JSON.stringify(error).includes('wrong'));
      return true;
    });
    await assert.rejects(run({ target: path.join(folder, 'gone', 'logs') }), {
      code: 'ENOENT',
      syscall: 'open',
    });
  });

  it('stops when it is cancelled, before or meanwhile, and leaves nothing behind', async () => {
    await writeFile(target, 'old');
    await assert.rejects(run({}, { signal: AbortSignal.abort() }), { code: 'cancelled' });
    const controller = new AbortController();
    const stopped = run(
      { detail: true },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await assert.rejects(stopped, { code: 'cancelled' });
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['logs.ndjson']);
  });

  it('ends when it is cancelled in the middle of one log, and leaves nothing behind', async () => {
    await writeFile(target, 'old');
    const controller = new AbortController();
    const names: Promise<string[]>[] = [];
    const stopped = run(
      { detail: true },
      {
        workerFile: new URL('./busyWorker.ts', import.meta.url),
        grace: 50,
        signal: controller.signal,
        log: () => {
          names.push(readdir(folder));
          controller.abort();
        },
      },
    );
    await assert.rejects(stopped, { code: 'cancelled' });
    assert.match(String(await names[0]), /\.partial/);
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['logs.ndjson']);
  });

  it("sends its requests through the editor's fetch where that is the route", async () => {
    const asked: string[] = [];
    const lines: string[] = [];
    const summary = await run(
      { detail: true },
      {
        route: 'editor',
        log: (line) => lines.push(line),
        fetch: (url, init) => {
          asked.push(url.pathname);
          return fetchWithoutTls(url, init);
        },
      },
    );
    assert.deepEqual([summary.logs, summary.failed], [250, 0]);
    assert.equal(asked.length, 253);
    assert.ok(lines.every((line) => line.endsWith(' editor')));
    assert.equal(parseNdjson(await readFile(target, 'utf8')).length, 250);
  });

  it("fails over the editor's route as it would in this thread, and stops it when cancelled", async () => {
    const refused = run({}, { route: 'editor', key: 'wrong', fetch: fetchWithoutTls });
    await assert.rejects(refused, (error) => isServiceError(error, 'unauthorized'));
    const controller = new AbortController();
    let aborted = 0;
    const stopped = run(
      {},
      {
        route: 'editor',
        signal: controller.signal,
        fetch: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            controller.abort();
            signal?.addEventListener('abort', () => reject(signal.reason));
            aborted++;
          }),
      },
    );
    await assert.rejects(stopped, { code: 'cancelled' });
    assert.equal(aborted, 1);
  });

  it('reports that memory ran out, and leaves nothing behind', async () => {
    await writeFile(target, 'old');
    const greedy = run(
      {},
      {
        workerFile: new URL('./greedyWorker.ts', import.meta.url),
        memory: 32,
      },
    );
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    await assert.rejects(greedy, { code: 'out-of-memory' });
    await setImmediate();
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['logs.ndjson']);
  });
});
