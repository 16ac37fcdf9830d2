import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isServiceError, ServiceError } from '../../../../src/base/errors.ts';
import type { ExportFailure } from '../../../../src/formats/exportedLog.ts';
import { EXPORT_KINDS } from '../../../../src/formats/exportFormats.ts';
import { defaultConventions } from '../../../../src/service/differences.ts';
import type { LogRow } from '../../../../src/service/model.ts';
import type { ExportOptions } from '../../../../src/share/export/exportLogs.ts';
import { withLogs } from '../../../hostileLogs.ts';
import { essential } from '../../formats/logs.ts';
import {
  type Exporting,
  exportTo,
  HOSTILE,
  parseCsv,
  parseNdjson,
  SHOP,
  startExporting,
  workerFile,
} from './exporting.ts';

/** Yields logs as a single page. */
async function* pagesOf<T>(logs: readonly T[]): AsyncGenerator<readonly T[]> {
  yield logs;
}

describe('exportLogs from the sample service', function () {
  this.timeout(60_000);
  let exporting: Exporting;

  before(async () => {
    exporting = await startExporting({ domains: withLogs(350) });
  });
  after(() => exporting.close());

  /** Returns all rows, read one page at a time. */
  async function allRows(domain: number): Promise<LogRow[]> {
    const rows: LogRow[] = [];
    for (let page = 1; page <= 4; page++) {
      const { items } = await exporting.service.logs(domain, { page, perPage: 100 }, {});
      rows.push(...items.map(({ row }) => row));
    }
    return rows;
  }

  it('writes every row to NDJSON, in the order of the service', async () => {
    const summary = await exporting.run();
    const rows = await allRows(SHOP);
    const records = parseNdjson(await exporting.text());
    assert.equal(rows.length, 350);
    assert.deepEqual(
      records.map(({ idx, attack, uri, rawdata }) => [idx, attack, uri, rawdata]),
      rows.map(({ idx, rule, uri, rawData }) => [idx, rule, uri, rawData]),
    );
    assert.ok(records.every((record) => record['user_domain_idx'] === SHOP));
    assert.equal(summary.logs, 350);
    assert.equal(summary.bytes, Buffer.byteLength(await exporting.text()));
    assert.deepEqual(await readdir(exporting.folder), ['logs']);
  });

  it('writes hostile rows to CSV with every cell intact, and no cell that is a formula', async () => {
    await exporting.run({ kind: 'csv', domain: HOSTILE });
    const text = await exporting.text();
    assert.equal(text.charCodeAt(0), 0xfeff);
    const [header = [], ...records] = parseCsv(text.slice(1));
    const rows = await allRows(HOSTILE);
    assert.equal(records.length, rows.length);
    for (const [index, row] of rows.entries()) {
      const cellOf = (column: string) => records[index]?.[header.indexOf(column)] ?? 'no cell';
      assert.equal(cellOf('idx'), String(row.idx));
      const texts = {
        uri: row.uri,
        detected_value: row.detectedValue,
        attack: row.rule,
        rawdata: row.rawData,
      };
      for (const [column, sent = ''] of Object.entries(texts)) {
        const written = Buffer.from(sent).toString();
        const cell = cellOf(column);
        assert.ok(
          cell.replaceAll("'", '') === written.replaceAll("'", ''),
          `${column} of ${row.idx}: ${JSON.stringify(cell)}`,
        );
        assert.doesNotMatch(cell, /^\s*[=+\-@]/);
      }
    }
  });

  it('reads every log in full when asked to, in each format', async () => {
    const log = await exporting.service.log({ domain: SHOP, idx: 1010, detectedType: 'WAF' });
    const summary = await exporting.run({ detail: true });
    assert.equal(summary.logs, 350);
    const record = parseNdjson(await exporting.text()).find(({ idx }) => idx === 1010);
    const detail = record?.['detail'] as { query: unknown; detailed_info: Record<string, unknown> };
    assert.deepEqual(detail.query, { user_domain_idx: SHOP, idx: 1010, detected_type: 'WAF' });
    assert.equal(detail.detailed_info['raw_data'], log.rawData);

    const csv = await exporting.run({ detail: true, kind: 'csv' });
    assert.equal(csv.longCells, 0);
    const [header = [], ...records] = parseCsv((await exporting.text()).slice(1));
    const cells = records.find((each) => each[header.indexOf('idx')] === '1010') ?? [];
    assert.equal(cells[header.indexOf('detailed_info.raw_data')], log.rawData);
    assert.equal(cells[header.indexOf('timezone')], log.timeZone);
  });

  it('applies what the service does not apply of the filter, and says so', async () => {
    const filterNames = { ...defaultConventions, actionFilter: null };
    const service = {
      log: exporting.service.log.bind(exporting.service),
      logs: (...[domain, page, , request]: Parameters<Exporting['service']['logs']>) =>
        exporting.service.logs(domain, page, {}, request),
    };
    const filter = { action: 'Blocked', rule: 'SQL Injection' };
    const summary = await exporting.run({ filter, filterNames, service });
    assert.ok(summary.logs > 0);
    assert.match(summary.notes.join(), new RegExp(`part of the filter .*hid ${350 - summary.logs} rows`));
    assert.ok(parseNdjson(await exporting.text()).every(({ action }) => action === 'Blocked'));
  });

  it('reports its progress up to the end', async () => {
    const seen: number[] = [];
    await exporting.run({ onRead: (count) => seen.push(count) });
    assert.deepEqual(seen, [100, 200, 300, 350]);
  });

  it('writes the error of each log that cannot be read in its place, and stops for none of them', async () => {
    const bad = new Map([
      [1007, new ServiceError('not-found', 'gone', { status: 404, messageKey: 'RES000018' })],
      [1100, new ServiceError('bad-shape', 'odd', { field: 'data', expected: 'object', found: 'string' })],
    ]);
    const service = {
      logs: exporting.service.logs.bind(exporting.service),
      log: async (...[key, request]: Parameters<Exporting['service']['log']>) => {
        const fault = bad.get(key.idx);
        if (fault) throw fault;
        return exporting.service.log(key, request);
      },
    };
    for (const kind of EXPORT_KINDS) {
      const redaction = kind === 'ndjson' ? essential : undefined;
      const summary = await exporting.run({ detail: true, service, kind, redaction });
      assert.deepEqual([summary.logs, summary.failed], [350, 2]);
      const text = await exporting.text();
      if (kind === 'ndjson') {
        const failed = parseNdjson(text).filter((line) => 'error' in line);
        assert.deepEqual(
          failed.map(({ idx, error }) => [idx, (error as { code: string }).code]),
          [
            [1100, 'bad-shape'],
            [1007, 'not-found'],
          ],
        );
        assert.match(JSON.stringify(failed[1]), /The service has no such data \(404 RES000018\)/);
        assert.ok(failed.every(({ attack }) => typeof attack === 'string'));
      } else {
        const [header = [], ...records] = parseCsv(text.slice(1));
        const errors = records.map((cells) => cells[header.indexOf('error')]);
        const failed = errors.filter((error) => error !== '');
        assert.equal(failed.length, 2);
        assert.match(failed[1] ?? '', /^not-found: The service has no such data/);
      }
    }
  });

  it('goes on after logs that the engine cannot process, and says so in their rows', async () => {
    const overflow = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const { service } = exporting;
    let read = 0;
    const overflowing = {
      logs: (...request: Parameters<typeof service.logs>) => service.logs(...request),
      log: async (...request: Parameters<typeof service.log>) => {
        const log = await service.log(...request);
        return read++ === 1 ? { ...log, other: { odd: { toJSON: overflow } } } : log;
      },
    };
    const summary = await exporting.run({ detail: true, service: overflowing });
    assert.deepEqual([summary.logs, summary.failed], [350, 1]);
    const records = parseNdjson(await exporting.text()) as { idx: number; error?: ExportFailure }[];
    assert.match(records[1]?.error?.message ?? '', /too large or too unusual to be processed/);
  });

  it('ends when it is the connection that fails, and leaves the file as it was', async () => {
    await writeFile(exporting.target, 'old');
    const fault = new ServiceError('unauthorized', 'no', { status: 401 });
    const service = {
      logs: exporting.service.logs.bind(exporting.service),
      log: () => Promise.reject(fault),
    };
    await assert.rejects(exporting.run({ detail: true, service }), { code: 'unauthorized' });
    assert.equal(await exporting.text(), 'old');
    assert.deepEqual(await readdir(exporting.folder), ['logs']);
  });

  it('leaves nothing behind wherever it is cancelled', async () => {
    await writeFile(exporting.target, 'old');
    for (const at of [0, 100, 200, 300, 350]) {
      const controller = new AbortController();
      const exported = exporting.run({
        signal: controller.signal,
        onRead: (count) => count >= at && controller.abort(),
      });
      if (at === 0) controller.abort();
      await assert.rejects(exported, { code: 'cancelled' });
      assert.equal(await exporting.text(), 'old');
      assert.deepEqual(await readdir(exporting.folder), ['logs']);
    }
  });

  it('leaves nothing behind when a page cannot be read', async () => {
    const service = {
      log: exporting.service.log.bind(exporting.service),
      logs: async (...[domain, page, filter, request]: Parameters<Exporting['service']['logs']>) => {
        if (page.page === 3) throw new ServiceError('server-error', 'no', { status: 500 });
        return exporting.service.logs(domain, page, filter, request);
      },
    };
    await assert.rejects(exporting.run({ service }), { code: 'server-error' });
    assert.deepEqual(await readdir(exporting.folder), ['logs']);
    assert.equal(await exporting.text(), 'old');
  });
});

describe('exportLogs with large logs', function () {
  this.timeout(60_000);
  let exporting: Exporting;

  before(async () => {
    exporting = await startExporting({ domains: withLogs(250) });
  });
  after(() => exporting.close());

  const key = { domain: SHOP, detectedType: 'WAF' };

  /** Returns rows of which each third one is too large for the thread that exports. */
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, idx) => {
      const rawData = `GET /${idx}?token=${'q7Zx'.repeat(idx % 3 === 0 ? 5_000 : 5)} HTTP/1.1\r\n\r\n`;
      return { key: { ...key, idx }, row: { idx, rawData, other: {} } };
    });

  const run = (options: Partial<ExportOptions>) =>
    exportTo(exporting.target, {
      pages: pagesOf(rowsOf(150)),
      readDetail: undefined,
      kind: 'ndjson',
      redaction: essential,
      workerFile,
      signal: new AbortController().signal,
      ...options,
    });

  it('writes small and large logs in their order, all with hidden values', async () => {
    const head = { level: 'essential', service: 'x' } as const;
    const summary = await run({ head });
    assert.deepEqual([summary.logs, summary.failed], [150, 0]);
    const text = await exporting.text();
    const records = parseNdjson(text);
    assert.deepEqual(
      records.map(({ idx }) => idx),
      Array.from({ length: 150 }, (_, idx) => idx),
    );
    assert.ok(!text.includes('q7Zx'));
    assert.ok(records.every(({ _export }, at) => (_export !== undefined) === (at === 0)));
  });

  it('writes the number of a log for which there is not enough memory, and continues', async () => {
    const greedyWorker = new URL('./greedyWorker.ts', import.meta.url);
    const summary = await run({ pages: pagesOf(rowsOf(5)), workerFile: greedyWorker });
    assert.deepEqual([summary.logs, summary.failed], [5, 2]);
    const records = parseNdjson(await exporting.text()) as { idx: number; error?: ExportFailure }[];
    assert.deepEqual(
      records.map(({ idx, error }) => [idx, error?.code]),
      [
        [0, 'not-processed'],
        [1, undefined],
        [2, undefined],
        [3, 'not-processed'],
        [4, undefined],
      ],
    );
  });

  it('ends at once when it is cancelled in the middle of a log, and leaves nothing behind', async () => {
    await writeFile(exporting.target, 'old');
    const controller = new AbortController();
    const workerFile = new URL('./busyWorker.ts', import.meta.url);
    const ended = run({ workerFile, signal: controller.signal }).catch((error: unknown) => error);
    await setTimeout(300);
    const from = performance.now();
    controller.abort();
    assert.ok(isServiceError(await ended, 'cancelled'));
    // A cancellation takes a few milliseconds; the rest is for slow machines.
    assert.ok(performance.now() - from < 500, `${performance.now() - from} ms`);
    assert.equal(await exporting.text(), 'old');
    assert.deepEqual(await readdir(exporting.folder), ['logs']);
  });

  it('gives other tasks a turn within a page', async () => {
    const turns: number[] = [];
    const counting = setInterval(() => turns.push(performance.now()), 1);
    const logs = rowsOf(600).filter((_, idx) => idx % 3 > 0);
    await run({ pages: pagesOf(logs) });
    clearInterval(counting);
    assert.ok(turns.length > 3, `${turns.length} turns`);
  });
});
