import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { FileIndex, type IndexBatch, MOST_GROUPS, MOST_LOGS } from '../../../src/files/fileIndex.ts';
import { FileService, type WithProgress } from '../../../src/files/fileService.ts';
import { localSource } from '../../../src/files/fileSource.ts';
import { indexFile } from '../../../src/files/indexFile.ts';
import { type OpenedFile, openFile } from '../../../src/files/openFile.ts';
import { LONGEST_LOG } from '../../../src/files/scanFile.ts';
import { english } from '../../../src/text/l10n.ts';
import { FilesFolder, openPath, workerFile } from './openedFile.ts';

const row = (idx: number, more: object = {}) =>
  JSON.stringify({ user_domain_idx: 7, idx, attack: 'SQL Injection', ...more });
const PAGE = { page: 1, perPage: 100 };

const problemsIn = ({ index }: OpenedFile) =>
  index.problems.map(({ line, reason }) => `${line}: ${english(reason)}`);
const idxIn = async ({ service }: OpenedFile, domain = 7, filter = {}) =>
  (await service.logs(domain, PAGE, filter)).items.map(({ key }) => key.idx);

const modSecurity = {
  transaction: { client_ip: '203.0.113.9', request: { method: 'POST', uri: '/x' }, messages: [] },
};
const har = {
  log: {
    version: '1.2',
    creator: { name: 'WebInspector', version: '537.36' },
    entries: [{ startedDateTime: '2023-07-15T13:37:26.093Z', request: { method: 'GET', url: 'http://a/' } }],
  },
};

describe('openFile', function () {
  this.timeout(120_000);
  const files = new FilesFolder();
  after(() => files.remove());

  it('reads lines that end in CRLF, after the mark of UTF-8, with empty ones and no end of the last', async () => {
    const opened = await files.open(`\ufeff${row(1)}\r\n\r\n${row(2)}\r\n\n${row(3, { uri: '/é' })}`);
    assert.deepEqual(await idxIn(opened), [1, 2, 3]);
    assert.deepEqual(problemsIn(opened), []);
    assert.equal((await opened.service.logs(7, PAGE, {})).items[2]?.row.uri, '/é');
  });

  it('counts what it cannot read, with line and reason, and shows the rest', async () => {
    const wrong = [
      '{"user_domain_idx":7}',
      '{"user_domain_idx":"seven","idx":1}',
      '{"user_domain_idx":7,"idx":9007199254740993}',
      '[1]',
      'null',
      'no json',
      `{"user_domain_idx":7,"idx":4,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      '{"user_domain_idx":7,"idx":5,"cut',
    ];
    const opened = await files.open([row(1), ...wrong].join('\n'));
    assert.deepEqual(await idxIn(opened), [1]);
    assert.equal(opened.index.counts.unreadable, wrong.length);
    assert.deepEqual(problemsIn(opened), [
      '2: idx: expected integer, found nothing',
      '3: user_domain_idx: expected integer, found string',
      '4: idx: expected integer, found a number beyond 2^53 − 1',
      '5: log: expected object, found array',
      '6: log: expected object, found null',
      '7: not JSON',
      '8: the whole response: expected at most 100 levels of nesting, found more',
      '9: incomplete JSON',
    ]);
  });

  it('keeps the lines of 20 problems, and counts the others', async () => {
    const { index } = await files.open([row(1), ...Array<string>(50).fill('{}')].join('\n'));
    assert.deepEqual([index.problems.length, index.counts.unreadable], [20, 50]);
  });

  it('leaves fields of another type as they are', async () => {
    const { service } = await files.open(row(1, { attack: 5, ip: ['x'], uri: null, other: 'y' }));
    const [log] = (await service.logs(7, PAGE, {})).items;
    assert.deepEqual(log?.row, { idx: 1, other: { attack: 5, ip: ['x'], other: 'y' } });
  });

  it('reads a log of 64 MiB, and no longer one', async () => {
    const line = (length: number) => {
      const start = `{"user_domain_idx":7,"idx":${length % 2},"rawdata":"`;
      return `${start}${'a'.repeat(length - start.length - 2)}"}`;
    };
    const opened = await files.open(`${line(LONGEST_LOG)}\n${line(LONGEST_LOG + 1)}\n${row(3)}\n`);
    assert.deepEqual(problemsIn(opened), ['2: more than 64 MiB']);
    assert.equal(opened.index.count, 2);
    assert.deepEqual(await idxIn(opened, 7, { rule: 'SQL' }), [3]);
  });

  it('shows each log once, of each domain and kind', async () => {
    const lines = [row(1), row(2), row(1), row(1, { detected_type: 'BOT' }), row(1, { user_domain_idx: 8 })];
    const opened = await files.open(lines.join('\n'));
    assert.equal(opened.index.counts.duplicates, 1);
    const { items } = await opened.service.domains(PAGE);
    assert.deepEqual(
      items.map(({ index }) => index),
      [7, 8],
    );
    const logs = (await opened.service.logs(7, PAGE, {})).items.map(
      ({ key }) => `${key.idx} ${key.detectedType}`,
    );
    assert.deepEqual(logs, ['1 WAF', '2 WAF', '1 BOT']);
    assert.deepEqual(await idxIn(opened, 8), [1]);
    assert.deepEqual(await idxIn(opened, 7, { detectedType: 'bot' }), [1]);
  });

  it('says what a file is not', async () => {
    for (const [content, found] of [
      ['', 'no logs'],
      [' \n'.repeat(5000), 'no logs'],
      [
        '\ufeffuser_domain_idx,idx\r\n1,2\r\n',
        "CSV, which the extension can't open. Export as NDJSON instead",
      ],
      ['<html>', 'no logs exported by this extension; line 1: not JSON'],
      [
        `\n${JSON.stringify(modSecurity)}\n`,
        'no logs exported by this extension; line 2: user_domain_idx: expected integer, found nothing',
      ],
      [
        JSON.stringify(har),
        'no logs exported by this extension; line 1: user_domain_idx: expected integer, found nothing',
      ],
      [JSON.stringify(har, undefined, 2), 'no logs exported by this extension; line 1: incomplete JSON'],
    ] as const) {
      await assert.rejects(
        () => files.open(content),
        (error: { code: string; facts: { found: Parameters<typeof english>[0] } }) =>
          error.code === 'file-unreadable' && english(error.facts.found) === found,
      );
    }
    await assert.rejects(() => localSource(files.folder), { code: 'file-unreadable' });
    await assert.rejects(() => localSource(`${files.folder}/none`), { code: 'file-unreadable' });
  });

  it('reads no more than 1,000 lines of a file of another program', async () => {
    const foreign = `${JSON.stringify(modSecurity)}\n`;
    const source = { bytes: Buffer.from(`${foreign.repeat(999)}${row(1)}`) };
    const { indexed, index } = await openFile({ source, ending: new AbortController().signal });
    await indexed;
    assert.deepEqual([index.count, index.counts.unreadable], [1, 999]);
    await assert.rejects(() => files.open(`${foreign.repeat(1000)}${'x'.repeat(64 * 1024)}\n${row(1)}`), {
      code: 'file-unreadable',
    });
  });

  it('says that the file changed or is gone, and reads nothing of it', async () => {
    const path = files.write(`${row(1)}\n`);
    const opened = await openPath(path);
    appendFileSync(path, `${row(2)}\n`);
    await assert.rejects(() => opened.service.logs(7, PAGE, {}), { code: 'file-changed' });
    await assert.rejects(() => opened.service.logs(7, PAGE, { rule: 'x' }), { code: 'file-changed' });
    await assert.rejects(() => opened.service.log({ domain: 7, idx: 1, detectedType: 'WAF' }), {
      code: 'file-changed',
    });
    rmSync(path);
    await assert.rejects(() => opened.service.logs(7, PAGE, {}), { code: 'file-unreadable' });
  });

  it('has no counts, and no detail of logs whose row alone was exported', async () => {
    const { service } = await files.open(
      `${row(1)}\n${row(2, { error: { code: 'timeout', message: 'Late.' } })}\n${row(3, { detail: { detailed_info: 'x' } })}`,
    );
    await assert.rejects(() => service.counts(), { code: 'not-in-file' });
    const key = { domain: 7, idx: 1, detectedType: 'WAF' };
    await assert.rejects(() => service.log(key), { code: 'row-only' });
    await assert.rejects(() => service.log({ ...key, idx: 2 }), {
      code: 'row-only',
      facts: { exported: { code: 'timeout', message: 'Late.' }, systemCode: 'timeout' },
    });
    await assert.rejects(() => service.log({ ...key, idx: 3 }), { code: 'file-unreadable' });
    await assert.rejects(() => service.log({ ...key, idx: 4 }), { code: 'not-in-file' });
  });

  it('searches rows, and a keyword in raw data as well', async () => {
    const detail = (rawData: string) => ({ detail: { detailed_info: { raw_data: rawData } } });
    const opened = await files.open(
      [
        row(1, { uri: '/a', log_time: '2026-01-02 00:00:00' }),
        row(2, detail('GET /needle')),
        row(3, { uri: '/Needle' }),
      ].join('\n'),
    );
    assert.deepEqual(await idxIn(opened, 7, { keyword: 'needle' }), [2, 3]);
    assert.deepEqual(await idxIn(opened, 7, { uri: 'needle' }), [3]);
    assert.deepEqual(await idxIn(opened, 7, { from: '2026-01-01', to: '2026-01-03' }), [1]);
    const cancelled = AbortSignal.abort();
    await assert.rejects(() => opened.service.logs(7, PAGE, { uri: '/a' }, { signal: cancelled }), {
      code: 'cancelled',
    });
  });

  it('shows the first logs before all are known, then all', async () => {
    const lines = Array.from({ length: 60_000 }, (_, idx) => row(idx, { x: 'y'.repeat(100) }));
    const path = files.write(lines.join('\n'));
    const batches: IndexBatch[] = [];
    const source = await localSource(path);
    await indexFile({ source }, new AbortController().signal, (batch) => batches.push(batch));
    assert.ok(batches.length > 2);
    assert.ok((batches[0]?.count ?? 0) < 20_000, 'the first batch is small');
    const index = new FileIndex();
    const service = new FileService({ source, index, ending: new AbortController().signal });
    const early = service.logs(7, PAGE, {});
    index.add(batches[0] ?? assert.fail());
    const { items, isTotalKnown } = await early;
    assert.deepEqual([items.length, isTotalKnown, service.hasAnsweredEarly], [100, false, true]);
    for (const batch of batches.slice(1)) index.add(batch);
    index.complete();
    const last = await service.logs(7, { page: 600, perPage: 100 }, {});
    assert.deepEqual(
      [last.total, last.isTotalKnown, last.items.at(-1)?.key.idx],
      [60_000, undefined, 59_999],
    );
  });

  it('reads logs of 20,000 domains, and counts those of others', async () => {
    const lines = Array.from({ length: MOST_GROUPS + 1 }, (_, domain) => row(1, { user_domain_idx: domain }));
    const { index } = await files.open(lines.join('\n'));
    assert.deepEqual([MOST_GROUPS, index.groups.length, index.counts.unreadable], [20_000, 20_000, 1]);
  });

  it('starts a thread for more than 64 KiB', async () => {
    for (const [length, needsThread] of [
      [64 * 1024, false],
      [64 * 1024 + 1, true],
    ] as const) {
      const log = row(1, { rawdata: 'x' });
      const source = await localSource(files.write(log.padEnd(length)));
      const ending = new AbortController().signal;
      const opened = await openFile({ source, ending, workerFile: new URL('file:///no/worker.js') });
      if (needsThread) await assert.rejects(opened.indexed, /worker/);
      else await opened.indexed;
    }
  });

  it('keeps the results of eight filters', async () => {
    const path = files.write(row(1));
    const opened = await openPath(path);
    const search = (text: string) => opened.service.logs(7, PAGE, { keyword: text });
    for (let count = 0; count < 9; count++) await search(`x${count}`);
    rmSync(path);
    await search('x8');
    await search('x1').catch(() => assert.fail('it was forgotten'));
    await assert.rejects(search('x0'), { code: 'file-unreadable' });
  });

  it('tells how far it is, with the index and with a filter, either of which can be cancelled', async () => {
    const path = files.write(Array.from({ length: 60_000 }, (_, idx) => row(idx)).join('\n'));
    const source = await localSource(path);
    const ending = new AbortController().signal;
    for (const cancels of ['nothing', 'the index', 'the filter']) {
      const works: number[][] = [];
      const cancelled = new AbortController();
      const withProgress: WithProgress = (work) => {
        const shares: number[] = [];
        const at = works.push(shares);
        return work(cancelled.signal, (share) => {
          shares.push(share);
          if (cancels === ['', 'the index', 'the filter'][at]) cancelled.abort();
        });
      };
      const opened = await openFile({ source, ending, workerFile, withProgress });
      if (cancels === 'the index') {
        await assert.rejects(opened.indexed, { code: 'cancelled' });
        await assert.rejects(opened.service.domains(PAGE), { code: 'cancelled' });
        continue;
      }
      await opened.indexed;
      const found = opened.service.logs(7, PAGE, { keyword: 'none' });
      if (cancels === 'the filter') await assert.rejects(found, { code: 'cancelled' });
      else assert.equal((await found).total, 0);
      for (const shares of works) {
        assert.ok(
          shares.every((share, index) => share > 0 && share <= 1 && share >= (shares[index - 1] ?? 0)),
        );
        assert.ok(shares.length > 0);
      }
      assert.equal(works.length, 2);
    }
  });

  it('ends when it is cancelled', async () => {
    const path = files.write(Array.from({ length: 200_000 }, (_, idx) => row(idx)).join('\n'));
    const closing = new AbortController();
    const opened = await openFile({ source: await localSource(path), ending: closing.signal, workerFile });
    const all = opened.service.logs(7, PAGE, { rule: 'SQL' });
    closing.abort();
    const ended = [opened.indexed, all].map((each) => assert.rejects(each, { code: 'cancelled' }));
    await Promise.all(ended);
  });

  it('takes 24 bytes of memory a log, of 5,000,000 at most, which threads share', async () => {
    assert.equal(MOST_LOGS, 5_000_000);
    const { index } = await files.open(Array.from({ length: 10_000 }, (_, idx) => row(idx)).join('\n'));
    const { offsets, lengths, idx, groups } = index.chosen(new Uint32Array()).columns;
    const columns = [offsets, lengths, idx, groups];
    for (const { buffer } of columns) assert.ok(buffer instanceof SharedArrayBuffer);
    const bytes = columns.map((column) => column.BYTES_PER_ELEMENT);
    assert.equal(
      bytes.reduce((sum, each) => sum + each, 0),
      24,
    );
  });
});
