import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExportedLog } from '../../../../src/formats/exportedLog.ts';
import { parseHead } from '../../../../src/formats/exportedLog.ts';
import { type ExportKind, exportFormats } from '../../../../src/formats/exportFormats.ts';
import type { DetectionLog, LogRow } from '../../../../src/service/model.ts';
import { parseCsv, parseNdjson } from './exporting.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'"\',;=+-@\t\r\n\0 \u2028\ufeffa1'), maxLength: 12 }),
);
const row: fc.Arbitrary<LogRow> = fc.record(
  {
    idx: fc.nat(),
    rule: text,
    uri: text,
    detectedValue: text,
    rawData: text,
    other: fc.dictionary(text, text),
  },
  { requiredKeys: ['idx', 'other'] },
);
const head = fc.record({
  firstLine: fc.option(text, { nil: undefined }),
  headers: fc.array(fc.tuple(text, text), { maxLength: 4 }),
});
const detail: fc.Arbitrary<DetectionLog> = fc.record({
  key: fc.constant({ domain: 7, idx: 1, detectedType: 'WAF' }),
  virtualHost: text,
  responseCode: fc.nat(999),
  request: head,
  response: head,
  rawData: text,
  description: text,
  timeZone: fc.constant('UTC'),
  other: fc.constant({}),
});
const rowOnly: fc.Arbitrary<ExportedLog> = row.map((each) => ({
  key: { domain: 7, idx: each.idx, detectedType: 'WAF' },
  row: each,
  detail: undefined,
}));
const inFull: fc.Arbitrary<ExportedLog> = fc
  .tuple(rowOnly, detail)
  .map(([log, each]) => ({ ...log, detail: each }));

const shortLog: DetectionLog = {
  key: { domain: 7, idx: 1, detectedType: 'WAF' },
  virtualHost: 'shop.example:443',
  responseCode: 403,
  request: { firstLine: 'GET / HTTP/1.1', headers: [] },
  response: { firstLine: undefined, headers: [] },
  rawData: 'GET / HTTP/1.1\r\n\r\n',
  description: '',
  timeZone: 'UTC',
  other: {},
};

function written(kind: ExportKind, logs: readonly ExportedLog[], isInFull: boolean): string {
  const content = { detail: isInFull, level: 'exact' } as const;
  const { start, record } = exportFormats[kind];
  return start(content) + logs.map((log) => record(log, content).text).join('');
}

/** Returns the text as represented in UTF-8, in which a lone surrogate becomes the replacement character. */
const inUtf8 = (value: string) => Buffer.from(value).toString();

describe('exportFormats', () => {
  it('return every cell of CSV, and none begins a formula', () => {
    fc.assert(
      fc.property(fc.array(inFull, { maxLength: 4 }), (logs) => {
        const [header = [], ...records] = parseCsv(written('csv', logs, true).slice(1));
        assert.equal(records.length, logs.length);
        for (const [index, log] of logs.entries()) {
          const cells = records[index] ?? [];
          assert.equal(cells.length, header.length);
          const sent: Record<string, string | undefined> = {
            attack: log.row.rule,
            uri: log.row.uri,
            detected_value: log.row.detectedValue,
            rawdata: log.row.rawData,
            'detailed_info.virtual_host_name': log.detail?.virtualHost,
            'detailed_info.raw_data': log.detail?.rawData,
            'detailed_info.basestr': log.detail?.description,
          };
          for (const [column, value = ''] of Object.entries(sent)) {
            const cell = cells[header.indexOf(column)] ?? 'no cell';
            assert.ok(
              cell.replaceAll("'", '') === value.replaceAll("'", ''),
              `${column}: ${JSON.stringify({ cell, value })}`,
            );
            // Spreadsheet programs might skip invisible characters before they look for a formula.
            assert.doesNotMatch(cell, /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('return one valid object per line of NDJSON, whatever a log contains', () => {
    fc.assert(
      fc.property(fc.array(inFull, { maxLength: 4 }), (logs) => {
        const file = inUtf8(written('ndjson', logs, true));
        assert.equal(file.split('\n').length, logs.length + 1);
        for (const [index, record] of parseNdjson(file).entries()) {
          const log = logs[index];
          assert.equal(record['rawdata'], log?.row.rawData);
          assert.equal(
            (record['detail'] as { detailed_info: { raw_data: string } }).detailed_info.raw_data,
            log?.detail?.rawData,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('contain the logs that could not be read', () => {
    const failedOf = (kind: ExportKind) => {
      const failed = [2, 3].map((idx) => {
        const key = { domain: 7, idx, detectedType: 'WAF' };
        return { key, row: { idx, other: {} }, failure: { code: 'no-log', message: 'Gone.' } };
      });
      return written(kind, failed, true).slice(
        exportFormats[kind].start({ detail: true, level: 'exact' }).length,
      );
    };
    const error = '"error":{"code":"no-log","message":"Gone."}}';
    const [first, second] = [2, 3].map((idx) => `{"user_domain_idx":7,"idx":${idx},${error}`);
    assert.equal(failedOf('ndjson'), `${first}\n${second}\n`);
    assert.match(failedOf('csv'), /^7,2,[^\n]*,"no-log: Gone\."\r\n7,3,[^\n]*,"no-log: Gone\."\r\n$/);
  });

  it('keep fields that are no text, and unknown ones with the names of ours', () => {
    const other = {
      log_time: true,
      action: 2,
      ip: { v4: '192.0.2.1' },
      extra: 'kept',
      detail: 'theirs',
      error: 'theirs',
    };
    const log: ExportedLog = {
      key: { domain: 7, idx: 1, detectedType: 'WAF' },
      row: { idx: 1, rule: 'SQL Injection', other },
      detail: undefined,
    };
    assert.deepEqual(parseNdjson(written('ndjson', [log], false)), [
      {
        log_time: true,
        action: 2,
        ip: { v4: '192.0.2.1' },
        extra: 'kept',
        user_domain_idx: 7,
        idx: 1,
        attack: 'SQL Injection',
        other: { detail: 'theirs', error: 'theirs' },
      },
    ]);
  });

  it('state the facts about the export once, in the first object', () => {
    const head = {
      level: 'essential',
      content: 'full',
      service: 'api.example.com:8443',
      timeZone: 'Asia/Seoul',
      filter: { from: '2026-01-01', to: '2026-01-31', keyword: "' or 1=1" },
    } as const;
    const logs = [1, 2].map((idx): ExportedLog => {
      const key = { domain: 7, idx, detectedType: 'WAF' };
      const detail = { ...shortLog, key };
      return { key, row: { idx, other: { _export: 'theirs' } }, detail, head: idx === 1 ? head : undefined };
    });
    const lines = parseNdjson(written('ndjson', logs, true));
    assert.deepEqual(
      lines.map((line) => ('_export' in line ? parseHead(line['_export']) : undefined)),
      [head, undefined],
    );
    assert.deepEqual(lines[1]?.['other'], { _export: 'theirs' });
  });

  it('read no fact of another type', () => {
    const nothing = {
      level: undefined,
      content: undefined,
      service: undefined,
      timeZone: undefined,
      filter: {},
    };
    for (const value of [
      undefined,
      null,
      7,
      'x',
      [],
      { level: 'other', service: 7, filter: { from: 7, no: 'x' } },
    ])
      assert.deepEqual(parseHead(value), nothing);
    assert.deepEqual(parseHead({ service: 'x'.repeat(1001) }), nothing);
    assert.equal(parseHead({ service: 'x'.repeat(1000) }).service?.length, 1000);
    assert.deepEqual(parseHead({ filter: { keyword: 'x', other: 'y' } }).filter, { keyword: 'x' });
  });

  it('count the cells of CSV that a spreadsheet cuts', () => {
    const longCells = [32_767, 32_768, 100_000].map((length) => {
      const row = { idx: 1, rawData: 'x'.repeat(length), other: {} };
      const log = { key: { domain: 7, idx: 1, detectedType: 'WAF' }, row };
      return exportFormats.csv.record(log, { detail: false, level: 'exact' }).longCells;
    });
    assert.deepEqual(longCells, [0, 1, 1]);
  });
});
