import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { Threads } from '../../../src/base/thread.ts';
import { EXPORT_KINDS } from '../../../src/formats/exportFormats.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import { withLogs } from '../../hostileLogs.ts';
import { essential } from '../formats/logs.ts';
import {
  type Exporting,
  exportTo,
  parseCsv,
  parseNdjson,
  SHOP,
  startExporting,
  threads,
} from './exporting.ts';

describe('exportText', function () {
  this.timeout(60_000);
  let exporting: Exporting;

  before(async () => {
    exporting = await startExporting({ domains: withLogs(350) });
  });
  after(() => exporting.close());

  it('writes every row to NDJSON, in the order of the service', async () => {
    const summary = await exporting.run();
    const pages = [1, 2, 3, 4].map((page) => exporting.service.logs(SHOP, { page, perPage: 100 }, {}));
    const rows = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ row }) => row));
    const records = parseNdjson(await exporting.text());
    assert.equal(rows.length, 350);
    assert.deepEqual(
      records.map(({ idx, attack, uri, rawdata }) => [idx, attack, uri, rawdata]),
      rows.map(({ idx, rule, uri, rawData }) => [idx, rule, uri, rawData]),
    );
    assert.ok(records.every((record) => record['user_domain_idx'] === SHOP));
    assert.deepEqual(summary, { logs: 350, failed: 0, notes: [] });
    assert.deepEqual(await readdir(exporting.folder), ['logs']);
  });

  it('reads every log in full when asked to', async () => {
    const log = await exporting.service.log({ domain: SHOP, idx: 1010, detectedType: 'WAF' });
    assert.equal((await exporting.run({ detail: true })).logs, 350);
    const record = parseNdjson(await exporting.text()).find(({ idx }) => idx === 1010);
    const detail = record?.['detail'] as { query: unknown; detailed_info: Record<string, unknown> };
    assert.deepEqual(detail.query, { user_domain_idx: SHOP, idx: 1010, detected_type: 'WAF' });
    assert.equal(detail.detailed_info['raw_data'], log.rawData);
  });

  it('applies what the service does not apply of the filter, and says so', async () => {
    const names = { ...defaultConventions, actionFilter: null };
    const logs: Exporting['service']['logs'] = (domain, page, _, request) =>
      exporting.service.logs(domain, page, {}, request);
    const filter = { action: 'Blocked', rule: 'SQL Injection' };
    const summary = await exporting.run({ filter, names, service: { logs } });
    assert.ok(summary.logs > 0);
    assert.match(
      summary.notes.join(),
      /part of the filter: rule.*has no parameter for action.*are not in the file/,
    );
    assert.ok(parseNdjson(await exporting.text()).every(({ action }) => action === 'Blocked'));
  });

  it('writes the error of each log that cannot be read or processed in its place, and continues', async () => {
    const overflow = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const bad = new Map([
      [1007, new ServiceError('not-found', 'gone', { status: 404, messageValue: 'Anna has none' })],
      [1100, new ServiceError('bad-shape', 'odd', { field: 'data', expected: 'object', found: 'string' })],
    ]);
    const log: Exporting['service']['log'] = async (key, request) => {
      const fault = bad.get(key.idx);
      if (fault) throw fault;
      const read = await exporting.service.log(key, request);
      return key.idx === 1050 ? { ...read, other: { odd: { toJSON: overflow } } } : read;
    };
    for (const kind of EXPORT_KINDS) {
      const summary = await exporting.run({ detail: true, service: { log }, kind });
      assert.deepEqual([summary.logs, summary.failed], [350, 3]);
      const text = await exporting.text();
      const [header = [], ...records] = kind === 'csv' ? parseCsv(text.slice(1)) : [];
      const failed =
        kind === 'csv'
          ? records.map((cells) => cells[header.indexOf('error')]).filter((error) => error !== '')
          : parseNdjson(text).flatMap(({ error, attack }) => {
              const { code, message } = Object(error);
              return code ? [`${code}: ${message}${attack ? ' with its row' : ''}`] : [];
            });
      assert.match(failed[0] ?? '', /^bad-shape: /);
      assert.match(failed[1] ?? '', /^not-processed: .*too large or too unusual to be processed/);
      assert.match(failed[2] ?? '', /^not-found: The service has no such data \(404 “Anna has none”\)/);
      if (kind === 'ndjson')
        assert.deepEqual(
          failed.map((text) => / with its row$/.test(text ?? '')),
          [true, false, true],
        );
    }
    await exporting.run({ detail: true, service: { log }, redaction: essential });
    const text = await exporting.text();
    assert.match(text, /"The service has no such data \(404\)\."/);
    assert.match(text, /"The response does not have the expected format\."/);
  });

  it('ends when the connection or a page fails, and leaves the file as it was', async () => {
    await writeFile(exporting.target, 'old');
    const unauthorized = new ServiceError('unauthorized', 'no', { status: 401 });
    const log = () => Promise.reject(unauthorized);
    await assert.rejects(exporting.run({ detail: true, service: { log } }), unauthorized);
    const failed = new ServiceError('server-error', 'no', { status: 500 });
    const logs: Exporting['service']['logs'] = async (domain, page, filter, request) => {
      if (page.page === 3) throw failed;
      return exporting.service.logs(domain, page, filter, request);
    };
    await assert.rejects(exporting.run({ service: { logs } }), failed);
    assert.equal(await exporting.text(), 'old');
    assert.deepEqual(await readdir(exporting.folder), ['logs']);
  });

  it('leaves nothing behind wherever it is cancelled', async () => {
    await writeFile(exporting.target, 'old');
    for (const at of [0, 1, 100, 349, 350]) {
      const controller = new AbortController();
      let done = 0;
      const onLog = () => ++done === at && controller.abort();
      if (at === 0) controller.abort();
      await assert.rejects(exporting.run({ signal: controller.signal, onLog }), { code: 'cancelled' });
      assert.equal(await exporting.text(), 'old');
      assert.deepEqual(await readdir(exporting.folder), ['logs']);
    }
  });

  describe('of large logs', () => {
    /** Yields rows of which each third one is too large for the thread that exports. */
    async function* rowsOf(count: number) {
      for (let idx = 0; idx < count; idx++) {
        const rawData = `GET /${idx}?token=${'q7Zx'.repeat(idx % 3 === 0 ? 5_000 : 5)} HTTP/1.1\r\n\r\n`;
        yield { key: { domain: SHOP, detectedType: 'WAF', idx }, row: { idx, rawData, other: {} } };
      }
    }

    const run = (options: Partial<Parameters<typeof exportTo>[1]>) =>
      exportTo(exporting.target, {
        logs: rowsOf(20),
        readDetail: undefined,
        kind: 'ndjson',
        redaction: essential,
        threads,
        signal: new AbortController().signal,
        ...options,
      });

    it('writes small and large logs in their order, all with hidden values', async () => {
      const head = { level: 'essential', service: 'x' } as const;
      assert.deepEqual(await run({ head }), { logs: 20, failed: 0 });
      const text = await exporting.text();
      assert.ok(!text.includes('q7Zx'));
      for (const [at, { idx, _export }] of parseNdjson(text).entries())
        assert.deepEqual([idx, _export !== undefined], [at, at === 0]);
    });

    it('writes the number of a log for which there is not enough memory, and continues', async () => {
      const greedy = new Threads(new URL('./greedyWorker.ts', import.meta.url));
      const summary = await run({ logs: rowsOf(5), threads: greedy });
      assert.deepEqual(summary, { logs: 5, failed: 2 });
      const records = parseNdjson(await exporting.text());
      assert.deepEqual(
        records.map(({ idx, error }) => [idx, Object(error).code]),
        [0, 1, 2, 3, 4].map((idx) => [idx, idx % 3 === 0 ? 'not-processed' : undefined]),
      );
    });

    it('ends at once when it is cancelled in the middle of a log, and leaves nothing behind', async () => {
      await writeFile(exporting.target, 'old');
      const controller = new AbortController();
      const busy = new Threads(new URL('./busyWorker.ts', import.meta.url));
      const ended = run({ threads: busy, signal: controller.signal }).catch((error) => error);
      await setTimeout(300);
      const from = performance.now();
      controller.abort();
      assert.ok(isServiceError(await ended, 'cancelled'));
      // A cancellation takes a few milliseconds; the rest is for slow machines.
      assert.ok(performance.now() - from < 500, `${performance.now() - from} ms`);
      assert.equal(await exporting.text(), 'old');
      assert.deepEqual(await readdir(exporting.folder), ['logs']);
    });

    it('gives other tasks a turn', async () => {
      let turns = 0;
      const counting = setInterval(() => turns++, 1);
      await run({ logs: rowsOf(600), redaction: undefined });
      clearInterval(counting);
      assert.ok(turns > 3, `${turns} turns`);
    });
  });
});
